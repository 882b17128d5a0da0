"""What the files of each game are made of: good ones, the words of their moves, and files with any values for their keys."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from fuzzing import table, toml
from hypothesis import strategies as st

from analyser import catalogue
from sims.agricola import farm_file as agricola_farm
from sims.agricola import script as agricola_script
from sims.agricola.names import IMPROVEMENT_WORD, SPACE_WORDS
from sims.agricola.variants import rule_file
from sims.creatures import farm_file as creatures_farm
from sims.creatures import script as creatures_script
from sims.creatures.pieces import ANIMALS_WORD, BUILDING_WORD, SPACE_WORD
from sims.creatures.variants import FILE as CREATURES_RULES
from sims.express import farm_file as express_farm
from sims.express import script as express_script
from sims.express.faces import DieKind
from sims.express.variants import FILE as EXPRESS_RULES
from sims.express.words import FACE_WORD
from sims.rule_file import Key, RuleFile

ROOT = Path(__file__).parents[1]
EXAMPLES, SIMS = ROOT / "docs" / "examples", ROOT / "sims"
KINDS = ("rules", "script", "farm", "policy")


@dataclass(frozen=True, repr=False)
class Tongue:
    """A game's files: good ones by kind, `words` of moves, `moves`, and what makes `farms` and `scripts` of values.

    `rules` says how its rules are written; `harvest` is what `score` has to be told.
    """

    game: str
    rules: RuleFile
    good: dict[str, list[str]]
    words: Any
    moves: Any
    farms: Callable[[Any], Any]
    scripts: Callable[[Any], Any]
    harvest: int | None = None

    def __repr__(self) -> str:
        """Return the game's name."""
        return self.game

    @cached_property
    def values(self) -> Any:
        """Any values, many of them such as somebody might write."""
        sentences = st.lists(self.words, max_size=6).map(" ".join)
        leaves = st.one_of(
            st.integers(-3, 12), st.integers(), st.booleans(), st.floats(), st.text(max_size=12), sentences, self.moves,
            self.words, st.sampled_from([self.game, "nothing", "9" * 400, "a\nb", "K"]),
        )  # fmt: skip
        lists = st.one_of(st.lists(leaves, max_size=3), st.lists(self.words, max_size=3))
        return st.one_of(leaves, lists, st.dictionaries(st.sampled_from(["grain", "move", "x"]), leaves, max_size=2))

    def files(self, kind: str) -> Any:
        """Return files of a kind with any values for their keys."""
        made = {"rules": self._rule_files, "script": self.scripts, "farm": self.farms, "policy": self._policy_files}
        return made[kind](self.values)

    def _rule_files(self, values: Any) -> Any:
        """Return rules files: most of their values are allowed, so that some files are."""
        keys = st.sampled_from(self.rules.keys)
        lines = keys.flatmap(lambda key: st.tuples(st.just(key.path), st.one_of(*[_allowed(key)] * 6, values)))
        chosen = st.lists(lines, max_size=5, unique_by=lambda line: line[0])
        return chosen.map(lambda found: "".join(f"{key} = {toml(value)}\n" for key, value in found))

    def _policy_files(self, values: Any) -> Any:
        """Return policies as TOML with some of the numbers that a good one has, or others."""
        (section, weights), *_ = [item for item in self.weights.items() if isinstance(item[1], dict)]
        keys = [key for key in self.weights if key != section]
        numbers = table(f"[{section}]", list(weights), st.one_of(st.integers(-9, 9), st.floats(-9, 9), values), 5)
        return st.tuples(st.sampled_from(["", 'policy = "balanced"\n']), table("", keys, values, 1), numbers).map(
            "".join
        )

    @cached_property
    def weights(self) -> dict[str, Any]:
        """What a good policy of the game holds."""
        return tomllib.loads(self.good["policy"][0])

    def read(self, kind: str, path: Path) -> None:
        """Read a file of a kind and do with it what the commands do. Raises AnalyserError."""
        getattr(self, f"_read_{kind}")(path)

    def _read_rules(self, path: Path) -> None:
        """Read rules, write them and read them again, and play a game by them."""
        game = catalogue.game(self.game)
        rules = game.load_rules(path)
        path.write_text(game.rules_text(rules), "utf-8")
        assert game.load_rules(path).hash == rules.hash
        seat, players = catalogue.seat_policy(self.game, "random"), game.SEATS[0]
        game.Player(rules, [seat.policy] * players, [seat.params] * players).play(7, 0, 1, 1)

    def _read_script(self, path: Path) -> None:
        scripts = catalogue.scripts(self.game)
        file = scripts.read_game(path)
        played = scripts.replay(file, self.default)
        assert list(scripts.told_replay(played))
        shown = asdict(played)
        del shown["file"]
        json.dumps(shown, allow_nan=False)

    def _read_farm(self, path: Path) -> None:
        scripts = catalogue.scripts(self.game)
        found = scripts.score_farm(scripts.read_farm(path, self.default), self.default, self.harvest)
        assert sum(found.points.values()) == found.total
        assert list(scripts.told_score(found))
        json.dumps(asdict(found), allow_nan=False)

    def _read_policy(self, path: Path) -> None:
        seat = catalogue.seat_policy(self.game, str(path))
        assert len(seat.params) >= len(seat.policy.parameters)

    @cached_property
    def default(self) -> Any:
        """The game's default rules."""
        return self.rules.default()


def _allowed(key: Key) -> Any:
    """Return values that a key may have."""
    if key.kind is int:
        one = st.one_of(st.integers(key.low, min(key.high, key.low + 9)), st.integers(key.low, key.high))
    elif isinstance(key.kind, DieKind):
        one = st.sampled_from(key.default)
    else:
        one = st.sampled_from([choice.name.lower() for choice in key.kind])
    return one if key.length is None else st.lists(one, min_size=key.length, max_size=key.length).map(_in_order(key))


def _in_order(key: Key) -> Callable[[list[Any]], list[Any]]:
    """Return what puts a list of numbers in order half of the time: some lists have to rise."""
    return lambda found: sorted(found) if key.kind is int and sum(found) % 2 else found


def _example(name: str) -> str:
    return (EXAMPLES / name).read_text("utf-8")


# --- Express ---------------------------------------------------------------------------------------------------------

ROLL = "House, Field, Mayor, Oven, Food, 2 Food, Grain, Wood, Reed, Stone, Sheep, Sheep, Boar"
FACES = list(FACE_WORD.values())
EXPRESS_WORDS = st.sampled_from([
    "collect", "add", "room", "rooms", "plant a field", "plant a bare field", "with", "a Grain die", "have a baby",
    "build a pasture", "build the", "gain the", "upgrade the house to", "paying", "dice", "and the virtual die", "cook",
    "cooking them", "discarding all", "sets", "to", "x", "and", "1", "2", "0", "99", "127", "300", ",", ";", ".", "",
    "(paid with", ")", "None", "1 Grain from the sheet", "on a workshop die", "on a Hearth or Oven die", "brick", "stone",
    "hearth", "Fool", *FACES,
])  # fmt: skip
EXPRESS_MOVES = st.lists(EXPRESS_WORDS, max_size=12).map(" ".join)


def _express_farms(values: Any) -> Any:
    return st.tuples(
        table("", express_farm.FILE_KEYS[:2], values, 2),
        table("[farm]", express_farm.FARM_KEYS, values, 6),
        st.one_of(st.just(""), table("[cooking]", express_farm.COOKING_KEYS, values, 2)),
    ).map("\n".join)


def _express_scripts(values: Any) -> Any:
    rolls = st.one_of(
        st.just(ROLL),
        st.lists(st.sampled_from(FACES), min_size=12, max_size=14).map(", ".join),
        st.permutations(ROLL.split(", ")).map(list),
    )
    more = table("", express_script.ACTION_KEYS[:2], values, 1)
    actions = st.tuples(rolls, EXPRESS_MOVES, more).map(
        lambda found: f"[[action]]\nroll = {toml(found[0])}\nmove = {toml(found[1])}{found[2]}"
    )
    tables = st.one_of(
        actions,
        table("[[action]]", express_script.ACTION_KEYS, st.one_of(values, rolls), 3),
        table("[[feeding]]", express_script.FEEDING_KEYS, values, 3),
    )
    return _script(express_script.FILE_KEYS[2:5], values, tables, "seed = 3\n")


def _script(keys: Any, values: Any, tables: Any, drawn: str) -> Any:
    """Return game files: what stands at their head, then some tables."""
    return st.tuples(
        st.sampled_from([f"players = 1\n{drawn}", f"players = 2\n{drawn}", "players = 2\n", ""]),
        st.one_of(st.just(""), table("", keys, values, 1)),
        st.lists(tables, max_size=4).map("\n".join),
    ).map("".join)


EXPRESS = Tongue(
    "express", EXPRESS_RULES,
    {
        "rules": [EXPRESS_RULES.to_toml(EXPRESS_RULES.default())],
        "script": [_example("game.toml").split("# The Farmer makes")[0]],
        "farm": [_example("farm.toml")],
        "policy": [_example("weights.toml")],
    },
    EXPRESS_WORDS, EXPRESS_MOVES, _express_farms, _express_scripts, 1,
)  # fmt: skip

# --- All Creatures Big and Small -------------------------------------------------------------------------------------

CREATURES_WORDS = st.sampled_from([
    "(0,2)", "(1,1)", "(1,0)", "(9,9)", "(-2,0)", "H(0,1)", "V(0,1)", "V(1,1)", "H(9,9)", "H(-1,2)", "left", "right", "for wood",
    "with stone", ", 1 for wood", ", 1 pig", "on (1,0)", "1", "2 pigs", "and", "99", "-1", "", "keep 1 cow", ",", ";", "(", "of",
    *SPACE_WORD.values(), *BUILDING_WORD.values(), *ANIMALS_WORD.values(),
])  # fmt: skip
CREATURES_MOVES = st.tuples(
    st.sampled_from(list(SPACE_WORD.values())), st.lists(CREATURES_WORDS, max_size=5).map(" ".join),
    st.sampled_from(["", "; keep 2 pigs", "; keep", "; keep 1 sheep and 1 horse", "; cook"]),
).map(lambda found: f"{found[0]}: {found[1]}{found[2]}")  # fmt: skip


def _creatures_farms(values: Any) -> Any:
    return st.tuples(
        table("", creatures_farm.FILE_KEYS[:1], values, 1), table("[farm]", creatures_farm.FARM_KEYS, values, 6)
    ).map("\n".join)


def _creatures_scripts(values: Any) -> Any:
    places = CREATURES_MOVES.map(lambda move: f"[[placement]]\nmove = {toml(move)}")
    tables = st.one_of(
        places,
        table("[[placement]]", ("round", "seat", "move"), st.one_of(values, CREATURES_MOVES), 3),
        table("[[birth]]", ("round", "seat", "keep"), values, 3),
    )
    return _script(creatures_script.FILE_KEYS[1:6], values, tables, "seed = 3\n")


CREATURES = Tongue(
    "creatures", CREATURES_RULES,
    {
        "rules": [CREATURES_RULES.to_toml(CREATURES_RULES.default())],
        "script": [_example("creatures-game.toml")],
        "farm": [_example("creatures-farm.toml")],
        "policy": [(SIMS / "creatures" / "policies" / "shepherd.toml").read_text("utf-8")],
    },
    CREATURES_WORDS, CREATURES_MOVES, _creatures_farms, _creatures_scripts,
)  # fmt: skip

# --- Agricola --------------------------------------------------------------------------------------------------------

AGRICOLA_WORDS = st.sampled_from([
    "rooms", "stables", "(0,0)", "(0,1)", "(2,4)", "(9,9)", "{(0,4)}", "{(0,3)(0,4)}", "{", "}", "{}", "sow", "bake", "1",
    "2 grain", "1 vegetable", "eating", "for", "growth", "food", "clay", "reed", "cattle", "keep", "cook", "1 sheep",
    "and", ",", ";", ":", "Seat 1:", "Seat 9:", "pass", "99", "-1", "9999999", "", "Feed:", "Breed:", "no animals",
    "H(0,4)", "V(0,4)", "H(9,9)", "grain 3", "grain 9", "wood", "stone", "family", "normal",
    *(word for names in SPACE_WORDS for word in names.values()), *IMPROVEMENT_WORD.values(),
])  # fmt: skip
AGRICOLA_SENTENCES = st.lists(AGRICOLA_WORDS, max_size=8).map(" ".join)


def _agricola_farms(values: Any) -> Any:
    return st.tuples(
        table("", agricola_farm.FILE_KEYS[:2], values, 2), table("[farm]", agricola_farm.FARM_KEYS, values, 6)
    ).map("\n".join)


def _agricola(game: str, mode: str, spaces: dict[Any, str], script: str) -> Tongue:
    rules = rule_file(game, mode)
    moves = st.tuples(st.sampled_from(list(spaces.values())), AGRICOLA_SENTENCES, AGRICOLA_SENTENCES).map(
        lambda found: f"{found[0]}: {found[1]}; {found[2]}"
    )

    def scripts(values: Any) -> Any:
        lines = st.lists(st.one_of(moves, AGRICOLA_SENTENCES), max_size=4)
        rounds = table("[[round]]", agricola_script.ROUND_KEYS, st.one_of(values, lines), 3)
        return _script(agricola_script.FILE_KEYS[:-1], values, rounds, "seed = 3\n")

    farm = _example("agricola-farm.toml").replace("agricola-2007", game)
    policy = (SIMS / "agricola" / "policies" / "baker.toml").read_text("utf-8")
    good = {"rules": [rules.to_toml(rules.default())], "script": [_example(script)], "farm": [farm], "policy": [policy]}
    return Tongue(game, rules, good, AGRICOLA_WORDS, moves, _agricola_farms, scripts)


TONGUES = (
    EXPRESS,
    CREATURES,
    _agricola("agricola-2007", "family", SPACE_WORDS[0], "agricola-2007-71-points.toml"),
    _agricola("agricola-revised", "normal", SPACE_WORDS[1], "agricola-67-points.toml"),
)
