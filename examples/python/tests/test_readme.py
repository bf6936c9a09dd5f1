import pathlib
import re

README = pathlib.Path(__file__).resolve().parents[1] / "README.md"


def test_the_program_shown_prints_what_is_shown(server, capsys):
    text = README.read_text()
    (program,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(compile(program.replace("localhost:50051", server.target), str(README), "exec"), {})
    (shown,) = re.findall(r"prints `(.*?)`", text)
    printed = capsys.readouterr().out.strip()
    assert printed.rpartition(" ")[0] == shown.rpartition(" ")[0]
    assert len(printed) == len(shown)
