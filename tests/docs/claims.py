"""Which test takes each block of code of the pages, so that none is shown that nothing runs.

A test gets its blocks by the name of its claim, from whatever page they are on: claimed(), or
from a shell the command line below. check() tells of blocks that no claim takes, of blocks that
two take, and of claims that nothing asks for.

usage: claims.py SOURCE_DIR          checks
       claims.py SOURCE_DIR NAME     prints the one block of that claim
"""

import dataclasses
import fnmatch
import pathlib
import re
import sys

import pages
from pages import Block

ENVOY = "http://localhost:8080"  # Its port for the web, as the pages show it.


@dataclasses.dataclass(frozen=True)
class Claim:
    by: str  # The test, or what a test runs.
    language: str
    commands: str = ""  # A pattern that every command of the block begins with.
    where: tuple[str, ...] = ("*",)  # Patterns of pages.
    one: bool = False  # Whether there is but one, for tests that take the first of their page.
    asks: str = ""  # What `by` says to ask for it, if not the claim's name in quotes.

    def takes(self, block: Block) -> bool:
        lines = commands(block)
        return (block.language == self.language and lines != []
                and any(fnmatch.fnmatchcase(block.page, pattern) for pattern in self.where)
                and all(re.match(self.commands, line) for line in lines))


def commands(block: Block) -> list[str]:
    """The commands of a block: of a console's, those that follow a prompt; of another, its lines."""
    text = block.text.replace("\\\n", "")
    lines = [line for line in text.splitlines() if line.strip()]
    if block.language != "console":
        return lines
    return [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]


# A web page's commands are those of tests/deploy, which has an Envoy.
OF_ENVOY = rf"curl .*{re.escape(ENVOY)}/"
CLAIMS = {
    # Every command of the README and of docs/, with what it prints, by a server of the test's own.
    "console": Claim("tests/docs/shown_commands.py", "console", f"(?!{OF_ENVOY})", where=("README.md", "docs/*")),
    "json": Claim("tests/deploy/test_envoy_web.py", "console", OF_ENVOY),
    "developer script": Claim("tests/docs/developer_script.py", "sh", r"\./run "),
    "server": Claim("tests/docs/server_settings.py", "sh", "taquind "),
    "settings": Claim("tests/docs/server_settings.py", "toml"),
    "tools": Claim("tests/tools/test_shown.py", "sh", "(grpcurl|grpc-health-probe|ghz|buf curl) "),
    "compose": Claim("tests/deploy/test_images.py", "sh", "docker compose "),
    "kubectl": Claim("tests/deploy/test_kubernetes.py", "sh", "kubectl "),
    "library": Claim("tests/install/install_test.sh", "sh", "cmake ", one=True, asks="shown library)"),
    "library cmake": Claim("tests/install/install_test.sh", "cmake", one=True),
    "library program": Claim("tests/install/install_test.sh", "cpp", one=True),
    # Of the examples, each block to its language's own tests.
    "python tutorial": Claim("tests/examples/test_shown.py", "sh", r"python3 |environment/bin/", where=("docs/*",)),
    "python install": Claim("tests/examples/test_shown.py", "sh", "", where=("examples/python/*",)),
    "go install": Claim("tests/examples/test_shown.py", "sh", "", where=("examples/go/*",)),
    "java install": Claim("tests/examples/test_shown.py", "sh", "", where=("examples/java/*",)),
    "python": Claim("examples/python/tests/test_readme.py", "python", one=True, where=("examples/python/*",), asks="```python"),
    "python of the tutorial": Claim(
        "examples/python/tests/test_readme.py", "python", one=True, where=("docs/tutorial.md",), asks="docs/tutorial.md"),
    "go": Claim("examples/go/program_test.go", "go", one=True, where=("examples/go/*",), asks="```go"),
    "java": Claim("examples/java/src/test/java/org/taquin/client/ProgramTest.java", "java", one=True,
                  where=("examples/java/*",), asks="```java"),
    "page": Claim("examples/web/tests/browser/readme.test.ts", "sh", "npm ", one=True, where=("examples/web/*",), asks="```sh\\n(npm "),
    "page client": Claim("examples/web/tests/browser/readme.test.ts", "typescript", one=True, where=("examples/web/*",),
                           asks="```typescript"),
}
# What is no command: a drawing, a formula.
DRAWING = Claim("", "text", r"(?!\$ |\./|\w+ (-|[a-z]+( |$)))")


def claims_of(block: Block) -> list[str]:
    return [name for name, claim in CLAIMS.items() if claim.takes(block)]


def claimed(source: pathlib.Path, name: str) -> list[Block]:
    """The blocks of that claim, of all pages; there are some."""
    found = [block for block in pages.all_blocks(source) if CLAIMS[name].takes(block)]
    if not found:
        raise LookupError(f"no block for the claim '{name}'")
    return found


def check(source: pathlib.Path) -> list[str]:
    """What is wrong with the claims of the tree's pages."""
    faults = []
    taken: dict[str, list[Block]] = {name: [] for name in CLAIMS}
    for block in pages.all_blocks(source):
        names = claims_of(block)
        if len(names) > 1:
            faults.append(f"{block}: taken by more than one test: {', '.join(names)}")
        elif not names and not DRAWING.takes(block):
            faults.append(f"{block}: no test takes this block ({block.language or 'of no language'}): {block.lines[0]}")
        for name in names:
            taken[name].append(block)
    for name, claim in CLAIMS.items():
        test = source / claim.by
        if not taken[name]:
            faults.append(f"{name}: there is no such block; {claim.by} tests nothing by it")
        elif claim.one and len(taken[name]) > 1:
            faults.append(f"{name}: {claim.by} takes one of {', '.join(map(str, taken[name]))}")
        asks = [claim.asks] if claim.asks else [f'"{name}"', f"'{name}'"]
        if not test.exists():
            faults.append(f"{name}: there is no {claim.by}")
        elif not any(ask in test.read_text(encoding="utf-8") for ask in asks):
            faults.append(f"{name}: {claim.by} does not ask for it")
    return faults


if __name__ == "__main__":
    top = pathlib.Path(sys.argv[1])
    if len(sys.argv) > 2:
        (only,) = claimed(top, sys.argv[2])
        print(only.text, end="")
        sys.exit()
    problems = check(top)
    print("\n".join(problems + [f"{len(problems)} faults"]))
    sys.exit(1 if problems else 0)
