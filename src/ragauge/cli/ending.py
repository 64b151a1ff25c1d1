"""How a command ends: with an exit code and at most one message, whatever happens to its streams."""

from __future__ import annotations

import io
import os
import sys
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from ragauge.core.errors import InputError, Problem, RagaugeError, shorten
from ragauge.report.inert import inert
from ragauge.report.rows import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CLOSED_PIPE = 141
"""What a shell calls an end by a closed pipe."""
INTERRUPTED = 130
LONGEST_LINE = 600


def exit_code_of(command: Callable[[], object]) -> int:
    """Run a command of click outside its standalone mode, and give its exit code."""
    if sys.stderr is None:  # closed by the caller: messages go nowhere, and no file opened later is taken for it
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
    try:
        _ready_streams()
        code = command()
        sys.stdout.flush()
    except RagaugeError as error:
        say(str(error), error=True)
        return error.exit_code
    except click.ClickException as error:
        say(_shown_by_click(error))
        return error.exit_code
    except (click.Abort, KeyboardInterrupt) as error:
        say(_what_was_interrupted(error))
        return INTERRUPTED
    except UnicodeEncodeError as error:
        wanted = f"this system cannot name it ({error.encoding}); set LC_ALL=C.UTF-8 or the like"
        say(str(Problem(wanted, error.object)), error=True)
        return RagaugeError.exit_code
    except OSError as error:
        say(str(_problem(error)), error=True)
        return RagaugeError.exit_code
    return code if isinstance(code, int) else 0


@contextmanager
def quiet_end_of_pipe() -> Iterator[None]:
    """Nobody reads on: leave click in peace with its own exit code, because it would call this a failure."""
    try:
        yield
    except BrokenPipeError:
        silence(sys.stdout)
        raise click.exceptions.Exit(CLOSED_PIPE) from None


def say(text: str, *, error: bool = False) -> None:
    """Print a message for people on stderr; nothing in it can steer the terminal or flood it."""
    lines = [inert(shorten(printable(line), LONGEST_LINE)) for line in text.split("\n")]
    try:
        if error:
            click.secho("error: ", fg="red", err=True, nl=False)
        click.echo("\n".join(lines), err=True)
    except OSError:  # a full disk or a closed pipe: the exit code is all that is left to tell it with
        silence(sys.stderr)


def silence(stream: TextIO) -> None:
    """Send what is left in a stream that cannot be written nowhere, so that Python does not stumble over it."""
    with suppress(OSError, ValueError), Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), stream.fileno())


def _ready_streams() -> None:
    if sys.stdout is None:
        raise InputError([Problem("cannot be written: it is closed", "standard output")])
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a terminal without the letter shows its number, and nothing breaks
            stream.reconfigure(errors="backslashreplace")


def _what_was_interrupted(error: BaseException) -> str:
    """What an interruption says of what it left; click hands it on as the cause of its own."""
    found = error.__cause__ if isinstance(error, click.Abort) else error
    return str(found or "") or "interrupted"


def _problem(error: OSError) -> Problem:
    why = error.strerror or str(error)
    if error.filename is not None:
        return Problem(why, os.fsdecode(error.filename) if isinstance(error.filename, bytes) else str(error.filename))
    silence(sys.stdout)  # readers name their file, so it was the output
    return Problem(f"cannot be written: {why}", "standard output")


def _shown_by_click(error: click.ClickException) -> str:
    text = io.StringIO()
    error.show(file=text)
    return text.getvalue().rstrip("\n")
