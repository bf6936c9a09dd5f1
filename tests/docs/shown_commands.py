"""Runs the commands that a Markdown page shows, and compares what they print.

In a block of a console, a line that begins with "$ " is a command, and the lines up to
the next one are what it prints (on both streams). A line "..." stands for any
number of lines, and "..." at the end of a line for the rest of it. What differs
from run to run is not compared: amounts with a unit of size or rate beyond their
unit, amounts of time at all, ports of this machine, and the lines of a search's
progress beyond being there. The commands of a block share a shell.

Commands of the developer script are not run within a test that it runs, but for
the demo: of the others, the script itself judges the arguments.

usage: shown_commands.py SOURCE_DIR BIN_DIR PAGE...
"""

import dataclasses
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

import claims
import pages

TIME_LIMIT_SECONDS = 240
END_OF_COMMAND = "\x1eend of command "
AMOUNT = re.compile(
    r"\d[\d,.]* ?(?:[kKMG]?i?B|[kMG]?/s|ns|us|µs|ms|s|min|h|seconds)(?![\w/])"
)
PROGRESS = re.compile(r"\d[\d.]* (ms|s|min)  \w")
RATE = re.compile(r"\d[\d,.]* ?[kMG]?/s(?![\w/])")
UNRUN = re.compile(r"\./run (?!demo\b)")


@dataclasses.dataclass
class Command:
    line: int  # In the page, from 1.
    text: str
    shown: list[str]


def commands_of(block: pages.Block) -> list[Command]:
    """The commands that a block shows, in order."""
    found: list[Command] = []
    continues = False
    for number, line in enumerate(block.lines, block.line):
        if continues:
            found[-1].text += "\n" + line
            continues = line.endswith("\\")
        elif line.startswith("$ "):
            found.append(Command(number, line[2:], []))
            continues = line.endswith("\\")
        elif found:
            found[-1].shown.append(line.rstrip())
    return found


def normalise(line: str) -> str:
    """The line without what differs from run to run."""
    line = re.sub(r"\b(localhost|127\.0\.0\.1|\[::1\]):\d+", r"\1:PORT", RATE.sub("N/s", line))
    line = AMOUNT.sub(lambda amount: re.sub(r"\d[\d,.]*", "N", amount.group()), line)
    # A machine of another speed counts in another unit.
    return re.sub(r"\bN (ns|us|µs|ms|s|min|h)\b(?!/)", "N s", line).rstrip()


def without_progress(lines: list[str]) -> list[str]:
    """The lines, each run of progress lines made one that is always the same."""
    kept: list[str] = []
    for line in lines:
        if PROGRESS.match(line):
            line = "(progress)"
            if kept and kept[-1] == line:
                continue
        kept.append(line)
    return kept


def matches(shown: list[str], printed: list[str]) -> bool:
    """Whether the printed lines are the shown ones, as far as they can be."""
    return same_lines(without_progress(shown), without_progress(printed))


def same_lines(shown: list[str], printed: list[str]) -> bool:
    if not shown:
        return not any(printed)
    if shown[0] == "...":
        return any(same_lines(shown[1:], printed[skip:]) for skip in range(len(printed) + 1))
    if not printed:
        return not any(shown)
    return same_line(shown[0], printed[0]) and same_lines(shown[1:], printed[1:])


def same_line(shown: str, printed: str) -> bool:
    if shown.endswith("..."):
        return normalise(printed).startswith(normalise(shown.removesuffix("...")))
    return normalise(shown) == normalise(printed)


def run_block(block: list[Command], environment: dict[str, str], directory: str) -> list[str]:
    """Runs a block's commands in one shell; returns what is wrong."""
    script = ["exec 2>&1"]
    for command in block:
        script.append(UNRUN.sub("./run --dry-run ", command.text, count=1))
        script += [f"status=$?; printf '\\n{END_OF_COMMAND}%d\\n' $status", "(exit $status)"]
    shell = subprocess.Popen(
        ["bash", "-c", "\n".join(script)], cwd=directory, env=environment, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, start_new_session=True)
    faults = []
    try:
        output, _ = shell.communicate(timeout=TIME_LIMIT_SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(shell.pid, signal.SIGKILL)
        output, _ = shell.communicate()
        faults.append(f"line {block[0].line}: not done after {TIME_LIMIT_SECONDS} s")
    try:  # What the block left in the background.
        os.killpg(shell.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass

    pieces = output.split("\n" + END_OF_COMMAND)
    for index, command in enumerate(block):
        if index + 1 >= len(pieces):
            faults.append(f"line {command.line}: did not end: {command.text}")
            break
        printed = pieces[index].splitlines()
        if index > 0:
            printed = printed[1:]  # The status of the command before.
        status = int(pieces[index + 1].splitlines()[0])
        if UNRUN.match(command.text) or not command.shown:
            if status != 0:
                faults.append(f"line {command.line}: exit status {status}: {command.text}\n"
                              + "\n".join(printed))
        elif not matches(command.shown, printed):
            faults.append(f"line {command.line}: {command.text}\n--- shown\n"
                          + "\n".join(command.shown) + "\n--- printed\n" + "\n".join(printed))
    return faults


class Server:
    """A server on a free port, for as long as the context lasts."""

    def __init__(self, bin_dir: pathlib.Path):
        self.directory = tempfile.TemporaryDirectory()
        self.port_file = pathlib.Path(self.directory.name) / "port"
        self.process = subprocess.Popen(
            [bin_dir / "taquind", "--port", "0", "--port-file", self.port_file],
            stdout=subprocess.DEVNULL)

    def __enter__(self) -> str:
        deadline = time.monotonic() + 60
        while not self.port_file.exists():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("the server did not start")
            time.sleep(0.05)
        return "localhost:" + self.port_file.read_text().strip()

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.directory.cleanup()


def main() -> int:
    source, bin_dir = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    faults, count = [], 0
    with Server(bin_dir) as address:
        environment = dict(os.environ, TAQUIN_SERVER=address, LC_ALL="C.UTF-8",
                           PATH=f"{bin_dir}:{os.environ['PATH']}")
        environment.pop("TAQUIN_LISTEN", None)
        for page in sys.argv[3:]:
            for block in claims.claimed(source, "console"):
                if block.page == page:
                    commands = commands_of(block)
                    count += len(commands)
                    faults += [f"{page}, {fault}" for fault in
                               run_block(commands, environment, str(source))]
    print("\n\n".join(faults + [f"{count} commands shown, {len(faults)} faults"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
