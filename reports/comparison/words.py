"""Sentences about a comparison, in the words of a player. What is not decided is said to be not decided."""

from __future__ import annotations

from collections.abc import Callable

from ..contract import Comparison
from ..digits import count, exact, fixed, games, places, shown
from ..words import FEW, capital, largest, listed, named, plain, rows_of, short
from .pairs import ABOVE, ALIKE, BELOW, OPEN, Pair, amount, focused, indifference, leading, order, unit
from .tables import SIGMAS, signed, whole_game

NAMED = 4
"""A title names so many policies, or says how many there are."""
SHORT = 26
"""Letters of a name in a picture's title."""
VERDICTS = {
    ABOVE: "is better than",
    BELOW: "is worse than",
    ALIKE: "cannot be told apart by more than {} from",
    OPEN: "may be better or worse (not decided) than",
}


def title(result: Comparison) -> str:
    """Return the report's title: the game, the policies and what they are compared by."""
    names = [plain(name) for name in result.plan["policies" if focused(result) else "names"]]
    who = listed(names) if len(names) <= NAMED else f"{len(names)} policies"
    players = int(result.plan["players"])
    setting = "solo" if players == 1 else f"{players} players"
    return f"{result.game.title}, {setting}: {who} compared by {result.plan['unit']}"


def lead(result: Comparison) -> str:
    """Return the first paragraph: who is best, by how much, how sure, after how many games, and why it stopped."""
    found = focus_words(result) if focused(result) else best_words(result)
    return " ".join(part for part in (*found, few_words(result)) if part)


def best_words(result: Comparison) -> list[str]:
    """Return the sentences on who is best, or may be, and on why it ended."""
    if not result.plan["decided"]:
        return [f"{not_decided(result)}: {may_words(result)}.", others_words(result)]
    if len(result.best) > 1:
        return [alike_words(result), others_words(result), end_words(result)]
    first = leading(result)[0]
    rest = [name for name in order(result) if name not in (first.first, first.second)]
    ahead = f" It is ahead of {plain(rest[0]) if len(rest) == 1 else f'the other {len(rest)}'} too." if rest else ""
    return [f"{plain(first.first)} is best: it {more_words(result, first)}.{ahead}", end_words(result)]


def more_words(result: Comparison, pair: Pair) -> str:
    """Return 'averages 9.2 points more than greedy (95 % interval 3.1 to 15.2)'."""
    kind, much, other = str(result.plan["objective"]), shown(abs(pair.diff), pair.se), plain(pair.second)
    way, higher = ("more", "above") if pair.diff >= 0 else ("less", "below")
    words = {
        "mean": f"averages {much} points {way} than {other}",
        "p_above_par": f"beats the par of {result.game.par} in {share_of(result, pair.first)} of its games, {much} "
        f"percentage points {way} than {other}",
        "win": f"wins {share_of(result, pair.first)} of its games, {much} percentage points {way} than {other}",
    }
    default = f"has a {result.plan['unit']} that lies {much} points {higher} that of {other}"
    return f"{words.get(kind, default)} ({interval_words(pair if pair.diff >= 0 else pair.turned)})"


def share_of(result: Comparison, name: str) -> str:
    """Return a policy's value of the objective as '31 %'."""
    row = next(row for row in rows_of(result.policies) if row["policy"] == name)
    error = (row["value_hi"] - row["value_lo"]) / SIGMAS
    return f"{fixed(100 * row['value'], places(100 * error, 1)) if error > 0 else exact(100 * row['value'])} %"


def interval_words(pair: Pair) -> str:
    """Return '95 % interval 3.1 to 15.2'."""
    return f"95 % interval {shown(pair.lo, pair.se)} to {shown(pair.hi, pair.se)}"


def alike_words(result: Comparison) -> str:
    """Return that some policies are best and differ by less than anybody minds."""
    names = listed([plain(name) for name in result.best])
    own = [pair for pair in leading(result) if pair.second in result.best]
    if all(pair.se == 0 for pair in own):
        return f"{names} come out the same in every game: {_each(result)} may be best."
    bound = amount(result, indifference(result))
    return f"{names} cannot be told apart by more than {bound}: {_each(result)} may be best."


def _each(result: Comparison) -> str:
    return "either" if len(result.best) == 2 else "each"


def may_words(result: Comparison) -> str:
    """Return who may be best, and how the first two of them stand so far."""
    names = listed([plain(name) for name in result.best])
    own = [pair for pair in leading(result) if pair.second in result.best]
    return f"{names} may {'both' if len(result.best) == 2 else 'each'} be best{_so_far(result, own)}"


def _so_far(result: Comparison, own: list[Pair]) -> str:
    """Return how the leader stands to the next of those that may be best."""
    if not own:
        return ""
    if own[0].equal == 1:
        return f"; so far {plain(own[0].first)} and {plain(own[0].second)} never differed ({interval_words(own[0])})"
    return f"; so far {plain(own[0].first)} {more_words(result, own[0])}"


def others_words(result: Comparison) -> str:
    """Return that the rest is known not to be best."""
    rest = [name for name in order(result) if name not in result.best]
    if not rest:
        return ""
    return (
        f"{plain(rest[0])} is known to be worse." if len(rest) == 1 else f"The other {len(rest)} are known to be worse."
    )


def focus_words(result: Comparison) -> list[str]:
    """Return how the policy in focus does against each of the others."""
    bound, groups = indifference(result), []
    for verdict, words in VERDICTS.items():
        own = [pair for pair in leading(result) if pair.verdict(bound) == verdict]
        if own:
            sides = [pair.turned if verdict == BELOW else pair for pair in own]
            who = [_against(result, side, pair.second) for side, pair in zip(sides, own, strict=True)]
            groups.append(f"{words.format(amount(result, bound))} {listed(who)}")
    head = f"{plain(result.plan['focus'])}, alone at a table with copies of another policy,"
    return [f"{head} {'; it '.join(groups)}.", end_words(result)]


def _against(result: Comparison, pair: Pair, other: str) -> str:
    return (
        f"{plain(other)} ({'' if pair.lo > 0 else 'so far '}{_by(pair)} {unit(result).amount}, {interval_words(pair)})"
    )


def _by(pair: Pair) -> str:
    return f"by {shown(pair.diff, pair.se)}" if pair.lo > 0 else signed(pair.diff, pair.se)


def played_words(result: Comparison) -> str:
    """Return '100 games each of seed 1', with what each policy played most."""
    seed = f"of seed {result.plan['seed']}"
    if focused(result):
        each = int(result.plan["blocks"]) * int(result.plan["players"])
        return f"{games(each)} {seed} with each opponent"
    upto = "up to " if result.policies["n"].nunique() > 1 else ""
    return f"{upto}{games(result.games)} each {seed}"


def end_words(result: Comparison) -> str:
    """Return after how many games it ended, and why."""
    played = played_words(result)
    words = {
        "decided": f"Decided after {played}.",
        "precision": f"Ended after {played}, when all differences were known to {_precision(result)}.",
        "fixed": f"{capital(played)}: their number was fixed beforehand.",
        "interrupted": f"Stopped before its end, after {played}.",
    }
    return words.get(str(result.plan["why"]), f"Ended after {played}, the most that were allowed.")


def not_decided(result: Comparison) -> str:
    """Return 'Not decided after so many games', and why there are no more."""
    played = played_words(result)
    words = {
        "precision": f"Not decided after {played}, when all differences were known to {_precision(result)}",
        "fixed": f"Not decided by {played}, a number that was fixed beforehand",
        "interrupted": f"Not decided when it was stopped, after {played}",
    }
    return words.get(str(result.plan["why"]), f"Not decided after {played}, the most that were allowed")


def _precision(result: Comparison) -> str:
    return f"± {amount(result, float(result.plan['precision'] or 0) * unit(result).scale)}"


def few_words(result: Comparison) -> str:
    """Return a warning where there are too few games to trust an interval, else ''."""
    if int(result.plan["blocks"]) >= FEW:
        return ""
    return "So few games can only give a first impression: play more before you trust a number here."


def saved_words(result: Comparison) -> str:
    """Return what sharing the dice, or what a game draws, saved for the first pair, in a sentence."""
    pair = leading(result)[0]
    draws = result.game.draws
    n, several = pair.n, int(result.plan["players"]) > 1
    thing = "blocks of games" if several else "games"
    head = f"{plain(pair.first)} and {plain(pair.second)} met the same {draws} in {count(n)} {thing}"
    if pair.equal == 1:
        return f"{head} and never differed."
    if not pair.unpaired > n:
        return f"{head}; here that saved none, since luck that helps one does not help the other."
    saved = round(pair.unpaired) - n
    alone = f"{count(round(pair.unpaired))} with {draws} of their own"
    return f"{head}, which tells as much as {alone}: {count(saved)} saved."


def parts_words(result: Comparison, pair: Pair, name: Callable[[object], str] = plain) -> str:
    """Return where the first of a pair gains most points over the second, and where it loses some."""
    rows = whole_game(result, pair)
    sides = []
    for sign, verb in ((1, "gains most in"), (-1, "loses most in")):
        sure = rows[(sign * rows["diff"] > 0) & ((rows["lo"] > 0) | (rows["hi"] < 0))]
        most = largest(sign * sure["diff"], 2)
        sides += [f"{verb} {named(most, ' points')}"] if most else []
    sentence = " and ".join(sides) or "differs for sure in no category"
    return f"Against {name(pair.second)}, {name(pair.first)} {sentence}"


def headline(result: Comparison) -> str:
    """Return the first finding in a line, for a picture's title."""
    if focused(result):
        return f"How {short(result.plan['focus'])} does against copies of each other policy"
    long = len(result.best) > 3 or max(map(len, result.best)) > SHORT
    names = f"{len(result.best)} policies" if long else listed([plain(name) for name in result.best])
    if not result.plan["decided"]:
        return f"Not decided: {names} may {'both' if len(result.best) == 2 else 'each'} be best"
    if len(result.best) > 1:
        return f"{capital(names)} cannot be told apart" if long else f"{names} cannot be told apart"
    pair = leading(result)[0]
    ahead = f"{shown(pair.diff, pair.se)} {unit(result).amount} ahead of {short(pair.second, SHORT)}"
    return f"{short(pair.first, SHORT)} is best, {ahead}"
