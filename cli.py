"""The command `analyser`: its commands put together, and mistakes turned into one line.

The commands stand in `analyser/commands`. Exit codes: 0 done, 1 the user's data is wrong, 2 wrong usage, 130 stopped
(Ctrl-C).
"""

from __future__ import annotations

import io
import os
import signal
import sys
import threading
from contextlib import suppress

import click

from analyser.commands import DONE, PIPE_CLOSED, STOPPED, WRONG_DATA, WRONG_USAGE
from analyser.commands.advise import advise
from analyser.commands.bench import bench
from analyser.commands.compare import compare
from analyser.commands.games import games, rules
from analyser.commands.group import Commands
from analyser.commands.learn import learn
from analyser.commands.odds import odds
from analyser.commands.par import par
from analyser.commands.play import play
from analyser.commands.policies import policies
from analyser.commands.report import report
from analyser.commands.review import review
from analyser.commands.scripts import replay, score
from analyser.commands.simulate import simulate
from analyser.commands.strength import strength
from analyser.commands.tune import tune
from analyser.commands.verify import verify


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="agricola-analyser", message="%(prog)s %(version)s")
def app() -> None:
    r"""Answer strategy questions about the Agricola games by simulating whole games.

    \b
    Start with:  analyser simulate express --policy family-first --games 100000 --out run
    and then:    analyser report run -o report
    Or ask:      analyser compare express -p family-first -p greedy
    """


for command in (
    simulate, compare, report, verify, play, advise, review, odds, par, policies, strength, tune, learn, score, replay,
    rules, games, bench,
):  # fmt: skip
    app.add_command(command)


def main() -> None:
    """Run the command and turn what a user did wrong into one line on stderr and an exit code."""
    signal.signal(
        signal.SIGTERM, signal.default_int_handler
    )  # a run that is told to end keeps what is done, as by Ctrl-C
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a sign shows a question mark
    try:
        code = app.main(standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as help_page:
        help_page.show()
        code = WRONG_USAGE
    except click.ClickException as error:
        where = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "analyser"
        click.echo(f"{where}: {' '.join(error.format_message().split())}", err=True)
        code = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("analyser: stopped", err=True)
        code = STOPPED
    except BrokenPipeError:
        # Whoever read the output has seen enough; nothing more can be printed, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = PIPE_CLOSED
    except Exception as error:
        code = _told(error)
    _leave(code)


def _leave(code: int | None) -> None:
    """End the process; at once where a policy that never answers holds a thread, which nothing else can end."""
    if not any(thread.name == "analyser-worker" for thread in threading.enumerate()):
        sys.exit(code)
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code or DONE)


def _told(error: Exception) -> int:
    """Print a user's mistake, or a full disk behind stdout, as one line; raise anything else, which is a bug."""
    from sims.errors import AnalyserError

    if isinstance(error, AnalyserError):
        click.echo(f"analyser: {' '.join(str(error).split())}", err=True)
    elif isinstance(error, OSError) and not isinstance(error, FileNotFoundError):
        click.echo(f"analyser: cannot write the output: {error.strerror or error}", err=True)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    else:
        raise error
    return WRONG_DATA


if __name__ == "__main__":
    main()
