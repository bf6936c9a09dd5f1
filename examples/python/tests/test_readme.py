import pathlib
import re

import pytest

TOP = pathlib.Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("page", ["examples/python/README.md", "docs/tutorial.md"])
def test_the_program_shown_prints_what_is_shown(page, server, capsys):
    text = (TOP / page).read_text()
    (program,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(compile(program.replace("localhost:50051", server.target), page, "exec"), {})
    # The paragraph after the program.
    (shown,) = re.findall(r"```python\n.*?```\n\nprints `(.*?)`", text, re.DOTALL)
    printed = capsys.readouterr().out.strip()
    # Paths of one length differ.
    assert re.sub("[ULDR]+$", "", printed) == re.sub("[ULDR]+$", "", shown)
    assert len(printed) == len(shown)
