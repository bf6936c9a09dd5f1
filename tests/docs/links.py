"""Checks the links of the pages, and that a reader who begins with README.md comes to all of docs/.

usage: links.py SOURCE_DIR
"""

import pathlib
import re
import sys

PAGES = ("README.md", "docs/**/*.md", "examples/*/README.md")
LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCE = re.compile(r"^ *(```+|~~~+).*?^ *\1", re.MULTILINE | re.DOTALL)


def anchors(text: str) -> set[str]:
    """What the page's headings are called in links."""
    headings = re.findall(r"^#+ +(.*?) *$", FENCE.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def check(source: pathlib.Path) -> list[str]:
    """What is wrong with the links of the pages."""
    source = source.resolve()
    pages = {page for pattern in PAGES for page in source.glob(pattern)}
    leads_to: dict[pathlib.Path, set[pathlib.Path]] = {}
    faults = []
    for page in sorted(pages):
        leads_to[page] = set()
        text = page.read_text(encoding="utf-8")
        for link in LINK.findall(FENCE.sub("", text)):
            if re.match(r"[a-z]+:", link):
                continue
            path, _, anchor = link.partition("#")
            target = (page.parent / path).resolve() if path else page
            if not target.exists():
                faults.append(f"{page.relative_to(source)}: no {link}")
            elif anchor and anchor not in anchors(target.read_text(encoding="utf-8")):
                faults.append(f"{page.relative_to(source)}: no heading #{anchor} in {path or 'it'}")
            leads_to[page].add(target)

    reached, found = set(), [source / "README.md"]
    while found:
        page = found.pop()
        if page not in reached:
            reached.add(page)
            found += leads_to.get(page, ())
    return faults + [f"{page.relative_to(source)}: no way from README.md leads to it"
                     for page in sorted(pages - reached)]


if __name__ == "__main__":
    problems = check(pathlib.Path(sys.argv[1]))
    print("\n".join(problems + [f"{len(problems)} faults"]))
    sys.exit(1 if problems else 0)
