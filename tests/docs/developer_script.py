"""Has ./run judge the arguments of each of its commands that a page shows, in a block or in its text.

None is run: the script's own tests, and those that it starts, are what they would run. A word
of a suite's place, SUITE, stands for each that the page has a table of.

usage: developer_script.py SOURCE_DIR
"""

import pathlib
import re
import subprocess
import sys

import claims
import pages

IN_TEXT = re.compile(r"`(\./run\s[^`]+)`")
TABLE = re.compile(r"^<!-- (\w+): begin -->$", re.MULTILINE)


def shown(source: pathlib.Path) -> dict[str, list[str]]:
    """The commands, each with where it is shown."""
    found: dict[str, list[str]] = {}
    for block in claims.claimed(source, "developer script"):
        for command in claims.commands(block):
            found.setdefault(command, []).append(str(block))
    for page in pages.pages(source):
        text = (source / page).read_text(encoding="utf-8")
        for command in (" ".join(words.split()) for words in IN_TEXT.findall(text)):
            for suite in TABLE.findall(text) if "SUITE" in command else [""]:
                found.setdefault(command.replace("SUITE", suite), []).append(page)
    return found


def check(source: pathlib.Path) -> list[str]:
    faults = []
    for command, places in shown(source).items():
        dry = command.replace("./run ", "./run --dry-run ", 1)
        done = subprocess.run(["bash", "-c", dry], cwd=source, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, timeout=240)
        if done.returncode != 0:
            faults.append(f"{', '.join(places)}: {command}: exit status {done.returncode}\n{done.stderr}".rstrip())
    return faults


if __name__ == "__main__":
    top = pathlib.Path(sys.argv[1])
    problems = check(top)
    print("\n".join(problems + [f"{len(shown(top))} commands, {len(problems)} faults"]))
    sys.exit(1 if problems else 0)
