"""The pages of this project, and the blocks of code in them."""

import dataclasses
import pathlib
import re

PATTERNS = ("*.md", "docs/**/*.md", "examples/*/*.md", "deploy/**/*.md", "proto/**/*.md", "tests/**/*.md")
FENCE = re.compile(r" *(```+|~~~+) *([\w-]*)")


@dataclasses.dataclass(frozen=True)
class Block:
    page: str  # Its path from the top, or "" of a text that is no page.
    line: int  # Of its first line, from 1.
    language: str  # As its fence names it; "indented" where it has none.
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        return "".join(line + "\n" for line in self.lines)

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def pages(source: pathlib.Path) -> list[str]:
    """Paths of all pages from the top."""
    return sorted({str(path.relative_to(source)) for pattern in PATTERNS for path in source.glob(pattern)})


def blocks(text: str, page: str = "") -> list[Block]:
    """The blocks of a page's text, fenced or indented, in order."""
    found: list[Block] = []
    lines = text.splitlines()
    in_list = False  # There, what is indented is text.
    here = 0
    while here < len(lines):
        line = lines[here]
        opening = FENCE.match(line)
        after_blank = here == 0 or not lines[here - 1].strip()
        if opening:
            end = next((other for other in range(here + 1, len(lines)) if lines[other].strip() == opening.group(1)),
                       len(lines))
            found.append(Block(page, here + 2, opening.group(2), tuple(lines[here + 1:end])))
            here = end
        elif re.match(r" {4}\s*\S", line) and after_blank and not in_list:
            end = next((other for other in range(here, len(lines)) if not lines[other].startswith("    ")), len(lines))
            found.append(Block(page, here + 1, "indented", tuple(one[4:] for one in lines[here:end])))
            here = end - 1
        elif line and not line.startswith(" "):
            in_list = re.match(r"([-*]|\d+\.) ", line) is not None
        here += 1
    return found


def all_blocks(source: pathlib.Path) -> list[Block]:
    return [block for page in pages(source) for block in blocks((source / page).read_text(encoding="utf-8"), page)]
