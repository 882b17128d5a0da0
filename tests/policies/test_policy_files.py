"""Policies written as TOML: tables of weights, policies by name, and one line for each mistake in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyser import catalogue
from sims.errors import AnalyserError
from sims.express import game
from sims.express.features import NAMES
from sims.express.policy_file import built_in_names


def write(folder: Path, text: str, name: str = "mine.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def defaults(policy) -> dict[str, float]:
    return {one.name: one.default for one in policy.parameters}


def test_one_number_counts_in_all_harvests_and_a_list_in_each(tmp_path: Path) -> None:
    found = game.weights_policy(write(tmp_path, "[weights]\nfields = 3.0\nrooms = [5, 3, 1]\n"))
    values = defaults(found)
    assert [values[f"fields_{harvest}"] for harvest in (1, 2, 3)] == [3, 3, 3]
    assert [values[f"rooms_{harvest}"] for harvest in (1, 2, 3)] == [5, 3, 1]
    assert values["mayor_2"] == 0
    assert found.name == "mine"
    assert found.summary.endswith(".")


def test_a_table_says_what_it_is(tmp_path: Path) -> None:
    text = 'game = "express"\nsummary = "Fields only."\nsource = "me"\n[weights]\nfields = 1\n'
    found = game.weights_policy(write(tmp_path, text))
    assert (found.summary, found.source) == ("Fields only.", "me")


def test_a_policy_by_name_has_its_own_parameters(tmp_path: Path) -> None:
    path = write(tmp_path, 'policy = "greedy"\n[parameters]\nroll_gain = 4.5\n')
    assert defaults(game.weights_policy(path)) == {"roll_gain": 4.5}
    seat = catalogue.seat_policy("express", str(path))
    assert seat.params.tolist() == [4.5]


def test_a_label_may_change_single_weights(tmp_path: Path) -> None:
    path = write(tmp_path, "[weights]\nfields = [5, 3, 1]\n")
    seat = catalogue.seat_policy("express", f"{path}:fields_2=4")
    place = 3 * NAMES.index("fields")
    assert seat.params[place : place + 3].tolist() == [5, 4, 1]
    with pytest.raises(AnalyserError, match="fields_2"):
        catalogue.seat_policy("express", f"{path}:field_2=4")


MISTAKES = {
    "[weights]\nfeilds = 1": "did you mean 'fields'",
    "[weights]\nfields = [1, 2]": "a list of 3",
    '[weights]\nfields = "many"': "fields = 'many'",
    "[weights]\nfields = [1, true, 2]": "a number from",
    "[weights]\nfields = 1e9": "a number from",
    "[weights]\nfields = nan": "a number from",
    "weights = 3": r"\[weights\] on a line of its own",
    "fields = 3": r"needs a table \[weights\]",
    '[weights]\nfields = 1\n[parameters]\nroll_gain = 3': "unknown key 'parameters'",
    'policy = "greddy"': "did you mean 'greedy'",
    'policy = "greedy"\n[parameters]\nroll_gian = 3': "did you mean 'roll_gain'",
    'policy = "greedy"\n[parameters]\nroll_gain = [3, 4]': "a number from",
    'policy = "greedy"\n[parameters]\nroll_gain = 900': "from -50 to 50",
    "policy = 3": "a text on one line",
    'game = "chess"\n[weights]\nfields = 1': "the game asked for is 'express'",
    "[weights\n": "not valid TOML",
}  # fmt: skip


@pytest.mark.parametrize("text", MISTAKES, ids=lambda text: text.replace("\n", " "))
def test_a_mistake_is_one_line_with_the_file(tmp_path: Path, text: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(AnalyserError, match=MISTAKES[text]) as error:
        game.weights_policy(path)
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(AnalyserError, match="cannot read"):
        catalogue.seat_policy("express", str(tmp_path / "none.toml"))


@pytest.mark.parametrize("label", ["greedy", "table"])
def test_a_written_policy_is_read_back(tmp_path: Path, label: str) -> None:
    table = write(tmp_path, "[weights]\nfields = [0.1, -3, 1e-7]\nfresh_roll = 7.25\n", "table.toml")
    found = catalogue.seat_policy("express", "greedy" if label == "greedy" else str(table)).policy
    values = defaults(found)
    again = write(tmp_path, game.policy_text(found, "greedy", values, ["made by hand"], 'Plays "well".'), "again.toml")
    read = game.weights_policy(again)
    assert defaults(read) == values
    assert read.summary == 'Plays "well".'


def test_the_catalogue_and_the_reader_know_the_same_names() -> None:
    assert built_in_names() == catalogue.policy_names("express")
