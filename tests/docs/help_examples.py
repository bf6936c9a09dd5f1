"""Runs the examples that `taquin COMMAND --help` shows.

Each command shows at least two. They run in a directory with the files that they
name, against a server of their own, which also goes by the name of the example's.

usage: help_examples.py BIN_DIR
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

from shown_commands import Server

FILES = {
    "board.txt": "1 2 3\n4 5 6\n7 0 8\n",
    "boards.txt": "2 3 4 1 5 x 7 6 8\n1 2 3 4 5 6 7 x 8\n",
    "korf100.txt": "1 1 0 2 3 4 5 6 7 8\n2 3 1 2 0 4 5 6 7 8\n",
    "path.txt": "URDLLURD\n",
}
# What never ends by itself: tests/terminal plays it.
PLAYED = {"play"}


def examples_of(help_text: str) -> list[str]:
    lines = help_text.split("Examples:\n", 1)[1].splitlines() if "Examples:\n" in help_text else []
    examples = []
    for line in lines:
        if not line.startswith("  "):
            break
        examples.append(line.strip())
    return examples


def main() -> int:
    bin_dir = pathlib.Path(sys.argv[1]).resolve()
    program = str(bin_dir / "taquin")
    whole = subprocess.run([program, "--help"], capture_output=True, text=True, check=True).stdout
    commands = re.findall(r"^  ([a-z]+) +\S", whole.split("Commands:\n", 1)[1].split("\nExamples:", 1)[0],
                          re.MULTILINE)
    faults, count = [], 0
    with Server(bin_dir) as address, tempfile.TemporaryDirectory() as directory:
        environment = dict(os.environ, TAQUIN_SERVER=address, HOME=directory, LC_ALL="C.UTF-8",
                           PATH=f"{bin_dir}:{os.environ['PATH']}")
        for name, content in FILES.items():
            (pathlib.Path(directory) / name).write_text(content)
        (pathlib.Path(directory) / ".config/fish/completions").mkdir(parents=True)
        for command in [None, *commands]:
            shown = subprocess.run([program, *([command] if command else []), "--help"],
                                   capture_output=True, text=True, check=True).stdout
            examples = examples_of(shown)
            if len(examples) < 2:
                faults.append(f"{command}: {len(examples)} examples")
            for example in examples:
                if command and not re.search(rf"\btaquin {command}\b", example):
                    faults.append(f"{command}: the example is of another command: {example}")
                if command in PLAYED:
                    continue
                count += 1
                example = re.sub(r"solver\.example(:\d+)?", address, example)
                done = subprocess.run(["bash", "-c", f"set -o pipefail; {example}"], cwd=directory,
                                      env=environment, capture_output=True, text=True,
                                      stdin=subprocess.DEVNULL, timeout=240)
                # 1 is an answer: what is shown need not be solvable or valid.
                if done.returncode not in (0, 1):
                    faults.append(f"{command}: exit status {done.returncode}: {example}\n"
                                  f"{done.stdout}{done.stderr}")
    print("\n\n".join(faults + [f"{count} examples, {len(faults)} faults"]))
    return 1 if faults or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
