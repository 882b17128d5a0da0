"""Frames of made-up single games, in the shape of those that `analyser` makes from a run's first games."""

from __future__ import annotations

from typing import Any

import numpy as np

CARDS = ("Mayor", "Midwife", "Oven")
SAMPLE_FRAMES = ("curve", "quantiles", "tenths", "deciles", "markers", "came", "first_action")
Rows = dict[str, list[dict[str, Any]]]


def mean_of(values: np.ndarray) -> dict[str, float]:
    """Return `n mean se lo hi`."""
    n = len(values)
    se = float(values.std(ddof=1) / np.sqrt(n)) if n > 1 else np.nan
    mean = float(values.mean()) if n else np.nan
    return {"n": n, "mean": mean, "se": se, "lo": mean - 1.96 * se, "hi": mean + 1.96 * se}


def share_of(hits: int, n: int) -> dict[str, float]:
    """Return `n hits prob se lo hi`."""
    p = hits / n
    se = float(np.sqrt(p * (1 - p) / n))
    return {"n": n, "hits": hits, "prob": p, "se": se, "lo": max(0.0, p - 2 * se), "hi": min(1.0, p + 2 * se)}


def fill_curve(rows: Rows, who: dict[str, Any], scores: np.ndarray) -> None:
    """Add the chance to reach each score, and the quantiles."""
    n, wide = len(scores), float(np.sqrt(np.log(40) / (2 * len(scores))))
    for score in range(int(scores.min()), int(scores.max()) + 1):
        prob = float((scores >= score).mean())
        band = {"lo": max(0.0, prob - wide), "hi": min(1.0, prob + wide)}
        rows["curve"].append(who | {"score": score, "n": n, "prob": prob} | band)
    for level in (0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95):
        at = [float(np.quantile(scores, np.clip(level + side, 0, 1))) for side in (0, -wide, wide)]
        rows["quantiles"].append(who | {"level": level, "n": n, "score": at[0], "lo": at[1], "hi": at[2]})


def fill_tenths(rows: Rows, who: dict[str, Any], points: dict[tuple[str, int], np.ndarray], scores: np.ndarray) -> None:
    """Add the worst, middle and best tenth."""
    order, size = np.argsort(scores, kind="stable"), len(scores) // 10
    starts = {"worst tenth": 0, "middle tenth": (len(scores) - size) // 2, "best tenth": len(scores) - size}
    for part, start in starts.items() if len(scores) >= 50 else ():
        own = order[start : start + size]
        ends = {"min": int(scores[own].min()), "max": int(scores[own].max())}
        rows["tenths"].append(who | {"part": part} | mean_of(scores[own]) | ends)
        for (category, harvest), values in points.items():
            rows["deciles"].append(
                who | {"part": part, "harvest": harvest, "category": category} | mean_of(values[own])
            )


def fill_markers(rows: Rows, who: dict[str, Any], rng: np.random.Generator, scores: np.ndarray) -> None:
    """Add the scores with and without cards that are dealt at random."""
    found = []
    for harvest in (1, 2, 3):
        for card in CARDS if len(scores) >= 200 else ():
            has = rng.random(len(scores)) < 0.4
            one, other = mean_of(scores[has]), mean_of(scores[~has])
            diff, se = one["mean"] - other["mean"], float(np.hypot(one["se"], other["se"]))
            sides = {f"{name}_{side}": part[name] for side, part in (("with", one), ("without", other))
                     for name in ("n", "mean", "se")}  # fmt: skip
            ends = {"diff": diff, "se": se, "lo": diff - 2 * se, "hi": diff + 2 * se}
            found.append(who | {"marker": card, "harvest": harvest} | sides | ends)
    rows["markers"] += sorted(found, key=lambda row: -row["diff"])


def fill_events(rows: Rows, who: dict[str, Any], groups: list[str], rng: np.random.Generator, n: int) -> None:
    """Add what came when, and what was done first."""
    for item in ("1st baby", "First field"):
        hits = np.sort(rng.integers(0, n + 1, 6))
        rows["came"] += [who | {"item": item, "unit": "round", "number": k} | share_of(int(h), n)
                         for k, h in enumerate(hits, start=1)]  # fmt: skip
    for item in CARDS:
        hits = np.sort(rng.integers(0, n + 1, 3))
        rows["came"] += [who | {"item": item, "unit": "harvest", "number": k} | share_of(int(h), n)
                         for k, h in enumerate(hits, start=1)]  # fmt: skip
    began = rng.multinomial(n, [0.5, 0.3, 0.2] + [0.0] * (len(groups) - 3))
    for group, hits in zip(groups, began, strict=True):
        scores = {f"{name}_score": value for name, value in mean_of(rng.normal(70, 12, hits)).items() if name != "n"}
        rows["first_action"].append(who | {"group": group} | share_of(int(hits), n) | scores)
