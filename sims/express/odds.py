"""What a roll of all dice gives, exactly: the chance of everything that a player asks before rolling.

An action keeps the dice that lie there or rolls all of them again (rules/express.md, "One action", 1), so that every
chance here is that of a fresh roll of all dice of the rule set; which dice were taken before does not matter. What
lies there matters for the choice, and `lying` compares: the chance that a roll gives at least as much.

Of the cards in hand each workshop counts, and at most one occupation for each roll, the one that helps most ("One
action", 2): dice are read as they fall and as any one power could set them. The Mayor's 2 Food are taken to be there
(reading R02: they come from the score sheet). All numbers are fractions of whole numbers, and nothing is simulated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, product
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import AnalyserError, nearest
from . import variants
from .faces import DieKind, Face
from .measures import CARDS, WORKSHOP_OF, Hand, Measure, measures
from .throws import Throw, dice_of, kind_of, power_of, settings, throws
from .words import FACE_WORD, face_named

NOTES = (
    "An action uses one occupation at most, here the one that helps most; the Mayor's Food is taken to be there.",
    "A cost from the dice takes two dice for one, of which a workshop gives one; collecting with it gives one more.",
    "Whether a room is free for a baby, or there is a place for animals, is not asked of the dice.",
)
"""What has to be known to read the odds of this game."""

Spread = Mapping[int, Fraction]
"""The chance of each number that a measure can be."""


class Chance(NamedTuple):
    """The chance that a roll gives `at_least` so much of `what`, with the card `added` to the hand ('': none)."""

    section: str
    question: str
    what: str
    at_least: int
    dice: str
    added: str
    chance: Fraction


class Amount(NamedTuple):
    """The goods that one action collects on average, where it always takes the best set of this kind."""

    section: str
    what: str
    added: str
    expected: Fraction


class Lying(NamedTuple):
    """What lies there, and the chances that a roll gives at least as much of it, and more."""

    section: str
    what: str
    lying: int
    at_least: Fraction
    more: Fraction


class Answers(NamedTuple):
    """All that there is to say for a hand: its cards and the dice that lie there in words, and the rows.

    `cards` names all cards that there are, in their order; `notes` are sentences that go with the tables.
    """

    rules: variants.Rules
    cards: tuple[str, ...]
    hand: tuple[str, ...]
    left: tuple[str, ...]
    chances: list[Chance]
    amounts: list[Amount]
    lying: list[Lying]
    notes: tuple[str, ...] = NOTES


def answer(rules: Path | None, cards: Sequence[str] = (), left: Sequence[str] | None = None) -> Answers:
    """Return every chance under the rules of a TOML file (None: the default), for a hand of cards.

    `left` names the faces of the dice that lie there, to be compared with a roll. Raises AnalyserError.
    """
    found = variants.default() if rules is None else variants.load(rules)
    hand = hand_of(cards)
    dice = lying_dice(left, found.record) if left is not None else ()
    spreads = [(measure, spreads_of(measure, hand, found.record)) for measure in measures(hand)]
    return Answers(
        found,
        tuple(FACE_WORD[card] for card in CARDS),
        tuple(FACE_WORD[card] for card in sorted(hand)),
        tuple(FACE_WORD[Face(face)] for face in dice),
        [row for measure, by_card in spreads for row in chances(measure, by_card, found.record)],
        [row for measure, by_card in spreads if measure.goods for row in amounts(measure, by_card)],
        list(compared(dice, hand, [(measure, by_card[""]) for measure, by_card in spreads], found.record)),
    )


# --- How a measure falls ---------------------------------------------------------------------------------------------


def spread_of(measure: Measure, hand: Hand, rules: Any) -> Spread:
    """Return the chance of each number that a measure can be after a roll, with the power in hand that helps most."""
    known = [throws(*dice_of(rules, kind)) for kind in measure.kinds]
    plain = {rolled: measure.read(numbers(rolled), hand, rules) for rolled in product(*known)}
    total = prod(sum(weights.values()) for weights in known)
    top = max(plain.values())
    counted: Counter[int] = Counter()
    for rolled, best in plain.items():
        if best < top:
            best = max(plain[made] for made in made_of(rolled, measure, hand, rules))
        counted[best] += prod(weights[throw] for weights, throw in zip(known, rolled, strict=True))
    return {number: Fraction(count, total) for number, count in sorted(counted.items())}


def made_of(rolled: tuple[Throw, ...], measure: Measure, hand: Hand, rules: Any) -> Iterator[tuple[Throw, ...]]:
    """Yield what lies there, and then all that one power in hand can make of it."""
    yield rolled
    for kind, most in filter(None, map(power_of, sorted(hand))):
        if kind in measure.kinds:
            place = measure.kinds.index(kind)
            for throw in settings(rolled[place], dice_of(rules, kind)[0], most):
                yield (*rolled[:place], throw, *rolled[place + 1 :])


def numbers(rolled: Iterable[Throw]) -> Mapping[int, int]:
    """Return throws as the number of dice that show each face."""
    return Counter(chain.from_iterable(rolled))


def helpers(measure: Measure, hand: Hand) -> Iterator[Face]:
    """Yield the cards not in hand that may help: powers over the dice that a measure looks at, and workshops."""
    for card in CARDS:
        power = power_of(card)
        sets = power is not None and power[0] in measure.kinds
        adds = card in WORKSHOP_OF.values() and DieKind.RESOURCE in measure.kinds
        if card not in hand and (sets or adds):
            yield card


def spreads_of(measure: Measure, hand: Hand, rules: Any) -> dict[str, Spread]:
    """Return how a measure falls with the hand (key '') and with each one card more that changes it."""
    found = {"": spread_of(measure, hand, rules)}
    for card in helpers(measure, hand):
        spread = spread_of(measure, hand | {card}, rules)
        if spread != found[""]:
            found[FACE_WORD[card]] = spread
    return found


def at_least(spread: Spread, number: int) -> Fraction:
    """Return the chance of a number or more."""
    return sum((chance for found, chance in spread.items() if found >= number), Fraction(0))


# --- Rows of the tables ----------------------------------------------------------------------------------------------


def chances(measure: Measure, spreads: Mapping[str, Spread], rules: Any) -> Iterator[Chance]:
    """Yield the rows of a measure: for 1, 2 ... as far as any card leads; where cards change nothing, without them."""
    dice = ", ".join(f"{dice_of(rules, kind)[1]} {kind.name.capitalize()}" for kind in measure.kinds)
    for number in range(1, max(1, *(max(spread) for spread in spreads.values())) + 1):
        question = f"at least {number} {measure.what}" if measure.counts else measure.what
        alone = at_least(spreads[""], number)
        for added, spread in spreads.items():
            chance = at_least(spread, number)
            if not added or chance != alone:
                yield Chance(measure.section, question, measure.what, number, dice, added, chance)


def amounts(measure: Measure, spreads: Mapping[str, Spread]) -> Iterator[Amount]:
    """Yield the mean of a measure, with the hand and with each card that changes it."""
    for added, spread in spreads.items():
        mean = sum((number * chance for number, chance in spread.items()), Fraction(0))
        yield Amount(measure.section, measure.what, added, mean)


def compared(
    dice: tuple[int, ...], hand: Hand, spreads: Iterable[tuple[Measure, Spread]], rules: Any
) -> Iterator[Lying]:
    """Yield for all that the lying dice offer this hand how often a roll offers as much."""
    if not dice:
        return
    yield Lying("All dice", "every face that lies there", len(dice), chance_to_show(dice, rules), Fraction(0))
    for measure, spread in spreads:
        there = tuple(tuple(face for face in dice if kind_of(face) == kind) for kind in measure.kinds)
        made = made_of(there, measure, hand, rules)
        number = max(measure.read(numbers(rolled), hand, rules) for rolled in made)
        if number > 0:
            yield Lying(measure.section, measure.what, number, at_least(spread, number), at_least(spread, number + 1))


def chance_to_show(dice: Sequence[int], rules: Any) -> Fraction:
    """Return the chance that a roll shows all these faces, each as often, before any power is used."""
    found = Fraction(1)
    for kind in {kind_of(face) for face in dice}:
        wanted = Counter(face for face in dice if kind_of(face) == kind)
        weights = throws(*dice_of(rules, kind))
        hits = sum(weight for throw, weight in weights.items() if Counter(throw) >= wanted)
        found *= Fraction(hits, sum(weights.values()))
    return found


# --- What a player names ---------------------------------------------------------------------------------------------


def hand_of(names: Sequence[str]) -> Hand:
    """Return the cards of these names. Raises AnalyserError."""
    return frozenset(_named(name, CARDS, "occupation or improvement") for name in names)


def _named(name: str, faces: Iterable[Face], what: str) -> Face:
    known = list(faces)
    face = face_named(name)
    if face not in known:
        near = nearest(name.strip(), [FACE_WORD[one].lower() for one in known])
        near = near or f"; known: {', '.join(FACE_WORD[one] for one in known)}"
        raise AnalyserError(f"unknown {what} {name.strip()!r}{near}")
    return Face(face)


def lying_dice(names: Sequence[str], rules: Any) -> tuple[int, ...]:
    """Return the faces of these names in ascending order. Raises AnalyserError where no such dice can lie there."""
    dice = tuple(sorted(_named(name, Face, "die face") for name in names))
    if not dice:
        raise AnalyserError("no dice are named as left; with none lying there the player has to roll")
    for kind in DieKind:
        faces, number = dice_of(rules, kind)
        there = [face for face in dice if kind_of(face) == kind]
        _check_kind(there, kind.name.capitalize(), faces, number)
    return dice


def _check_kind(there: Sequence[int], kind: str, faces: Sequence[int], number: int) -> None:
    """Raise AnalyserError where dice of one kind cannot lie there together."""
    if len(there) > number:
        shown = ", ".join(FACE_WORD[Face(face)] for face in there)
        dice = "die" if number == 1 else "dice"
        raise AnalyserError(f"{len(there)} {kind} dice are left ({shown}), but the game has {number} {kind} {dice}")
    for face in there:
        if face not in faces:
            raise AnalyserError(f"no {kind} die of these rules shows {FACE_WORD[Face(face)]}")
