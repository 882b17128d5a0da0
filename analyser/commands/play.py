"""The command `play`: a game at the table, against the dice or against policies."""

from __future__ import annotations

import io
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from analyser.command_line import command_line

from . import DONE, STOPPED, WRONG_DATA, options
from .progress import compiling, thinking

if TYPE_CHECKING:
    from analyser.live_game import LiveGame

HELP = """\
a number     takes that move of the list
words        take a move as game files write it, or by words that only it has:
             baby, gain mayor, collect 3 brick
roll         rolls all dice; with --my-dice, roll and the faces that fell
hint         what advise would take here
moves        all moves; moves WORD: those with this word in them
show         the farm and the moves once more
undo         takes your last answer back, and what followed it
save FILE    writes the game so far; play --resume FILE goes on with it
review       after the end: where the points went; review 2: those of seat 2
quit         saves and ends; Ctrl-C does the same"""


@click.command(short_help="Play a game at the table.")
@options.GAME
@options.policies("Who plays on the other seats, the last one on those left.  [default: the game's own]")
@options.players()
@click.option("--seat", type=click.IntRange(1, 16), help="Your seat.  [default: 1]")
@click.option("--people", type=click.IntRange(1, 16), help="So many people play in turn at this terminal.")
@click.option("--my-dice", is_flag=True, help="You roll, and type the dice in; the program counts.")
@options.seed("Seed of the dice and of the policies.  [default: a new one, which is shown]")
@options.RULES
@click.option("--resume", type=options.PATH, help="Go on with a game from its file.")
@options.out("File to which the game is saved.")
@options.force("Replace that file, if it is there.")
def play(
    game: str, policies: tuple[str, ...], players: int | None, seat: int | None, people: int | None, my_dice: bool,
    seed: int | None, rules: Path | None, resume: Path | None, out: Path | None, force: bool,
) -> int:  # fmt: skip
    r"""Play GAME: alone against the dice, against policies, or several people at one terminal.

    Moves are chosen by number or by words. `help` lists what else can be typed: hint, undo, save, moves ... What is
    typed may also be piped in, a line for each answer.

    \b
    Examples:
      analyser play express
      analyser play express --policy balanced --policy greedy --out evening.toml
      analyser play express --my-dice --people 3
      analyser play agricola-2007 --mode family
      analyser play express --resume evening.toml
    """
    if resume is not None and (policies or players or people or seed is not None):
        raise click.UsageError("--resume takes the seats and the seed from its file: leave those options out")
    from analyser.game_file import GameFile
    from analyser.live_game import LiveGame, labels_of, resumed, seating

    file = GameFile(out or resume, game, force or (out is None and resume is not None))
    with compiling():
        if resume is not None:
            live = resumed(game, resume, seat=seat, rules=rules, own_dice=my_dice)
        else:
            labels = labels_of(game, policies, players, seat, people)
            live = LiveGame(seating(game, labels, seed=seed, rules=rules), own_dice=my_dice)
    return AtTable(live, file).run()


class AtTable:
    """What is typed, and what is shown."""

    def __init__(self, live: LiveGame, file: object) -> None:
        from analyser.game_file import GameFile

        assert isinstance(file, GameFile)
        self.live, self.file = live, file
        self.typed = sys.stdin.isatty()
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # what cannot be read is a wrong answer
        if self.typed:
            with suppress(ImportError):
                import readline  # noqa: F401  (input() then keeps what was typed before)
        self.commands = {
            "hint": self.hint, "moves": self.moves, "more": self.moves, "show": self.show, "undo": self.undo,
            "save": self.save, "review": self.review, "help": self.help, "?": self.help,
        }  # fmt: skip

    def run(self) -> int:
        """Play on until the game is over and nothing more is asked, or until it is left; return the exit code."""
        self.welcome()
        try:
            self.show()
            while (line := self.read()) is not None:
                if line.lower() in ("quit", "exit", "q"):
                    self.keep()
                    return DONE
                self.do(line)
        except KeyboardInterrupt:
            click.echo()
            self.keep()
            return STOPPED
        return self.no_more()

    def welcome(self) -> None:
        """Say what is played."""
        from reports.table_top import print_lines

        who = self.live.who
        seats = ", ".join(who.names) if len(who.seats) > 1 else "alone against the dice"
        dice = "; you type the dice in" if self.live.own_dice else ""
        print_lines(
            [f"{who.game}, rules {who.rules.name}, seed {who.seed}: {seats}{dice}. help says what you can type."]
        )

    def read(self) -> str | None:
        """Return what is typed next, None at the end of the input; a piped line is shown."""
        prompt = "> " if self.live.over else f"{self.whose()}> "
        if self.typed:
            try:
                return input(prompt).strip()
            except EOFError:
                click.echo()
                return None
        line = sys.stdin.readline()
        if line:
            click.echo(prompt + line.strip())
        return line.strip() if line else None

    def whose(self) -> str:
        """Return who is asked, where several people play."""
        people = self.live.who.seats.count(None)
        return f"seat {self.live.question.seat + 1} " if people > 1 else ""

    def do(self, line: str) -> None:
        """Do what was typed; what is wrong with it is said, and nothing happens."""
        from analyser.errors import AnalyserError
        from reports.table_top import print_wrong

        word, _, rest = line.partition(" ")
        try:
            if word.lower() in self.commands:
                self.commands[word.lower()](rest.strip())
            elif self.live.over:
                print_wrong("the game is over: type review, save, undo or quit")
            else:
                self.live.answer(line)
                self.show()
        except AnalyserError as error:
            print_wrong(str(error))

    # --- Commands

    def show(self, _: str = "") -> None:
        """Show what happened, what lies there, and what may be answered; at the end the score sheet."""
        from reports.table_top import print_choices, print_end, print_lines, print_view

        print_lines(self.live.news())
        if self.live.over:
            print_end(self.live.ended())
            self.end()
            return
        taken = 0 if self.live.rolling else print_view(self.live.view())  # it has just been shown then
        whose = f"{self.whose().strip().capitalize()}: " if self.whose() else ""
        print_lines([f"{whose}{self.live.question.words}{self.how()}"], "bold")
        print_choices(self.live.choices(), taken=taken)

    def how(self) -> str:
        """Return how dice are typed, where they are asked for."""
        if self.live.question.ask != "roll":
            return ""
        return " Type all dice: by first letters in this order, h f may o f 2f g w w r s b c, or by names in any order"

    def end(self) -> None:
        """Say what can be done after the end, and save the game where that was asked for."""
        from reports.table_top import print_lines

        if self.file.path is not None:
            print_lines([f"Saved in {self.file.write(self.live)}."])
        print_lines(["review shows where the points went, undo goes back, save FILE and quit end the evening."])

    def moves(self, words: str) -> None:
        """List all answers, or those with these words."""
        from reports.table_top import print_choices, print_wrong

        if self.live.over:
            print_wrong("the game is over")
            return
        found = self.live.having(words) if words else self.live.choices()
        if not found:
            print_wrong(f"no listed move has {words!r} in it" if words else "nothing is listed here: type the dice")
        print_choices(self.live.choices(), found)

    def undo(self, _: str) -> None:
        """Take the last own answer back."""
        from reports.table_top import print_lines, print_wrong

        if self.live.undo():
            print_lines(["Taken back."])
            self.show()
        else:
            print_wrong("nothing is left to take back")

    def save(self, words: str) -> None:
        """Write the game so far into a file."""
        from reports.table_top import print_lines

        path = self.file.write(self.live, Path(words) if words else None)
        print_lines([f"Saved in {path}. {self.again(path)}"])

    def again(self, path: Path) -> str:
        """Return how to go on with a saved game."""
        who = self.live.who
        if self.live.over:
            return f"Look back with: {command_line('review', who.game, str(path), rules=who.rules_file)}"
        line = command_line("play", who.game, resume=str(path), rules=who.rules_file)
        return f"Go on with: {line}{' --my-dice' if self.live.own_dice else ''}"

    def hint(self, _: str) -> None:
        """Show what advise would take."""
        from analyser.looking_on import hint
        from reports.table_top import print_hint

        numbers = {choice.words: number for number, choice in enumerate(self.live.choices(), 1)}
        with compiling(), thinking(self.typed):
            found = hint(self.live)
        print_hint(found, numbers)

    def review(self, words: str) -> None:
        """Show where the points went, of the first person or of the seat that is named."""
        from analyser.errors import AnalyserError
        from analyser.looking_on import review_of
        from reports.review import print_review

        if words and not words.isdecimal():
            raise AnalyserError(f"review of which seat? {words!r} is no number of a seat: write review 1")
        who = self.live.who
        seat = int(words[:3]) if words else who.first_person
        with compiling(), thinking(self.typed):
            found = review_of(self.live, seat)
        path = self.file.write(self.live)
        command = command_line(
            "review", who.game, str(path), seat=None if seat == 1 else seat, seed=who.seed, rules=who.rules_file
        )
        print_review(found, command)

    def help(self, _: str) -> None:
        """Show what can be typed."""
        click.echo(HELP)

    # --- Leaving

    def keep(self) -> None:
        """Save the game, where anything was played in it that is not saved yet, and say where."""
        from reports.table_top import print_lines

        if self.live.marks and not self.file.holds(self.live):
            path = self.file.write(self.live)
            print_lines([f"Saved in {path}. {self.again(path)}"])

    def no_more(self) -> int:
        """Say where the game stands when the input ends; return the exit code."""
        if self.typed:
            self.keep()
            return DONE
        if self.file.path is not None:
            self.keep()
        if self.live.over:
            return DONE
        question = self.live.question
        where = f"round {question.round}" + (f", seat {question.seat + 1}" if len(self.live.who.seats) > 1 else "")
        click.echo(f"analyser: the input ended before the game, in {where}: {question.words}", err=True)
        return WRONG_DATA
