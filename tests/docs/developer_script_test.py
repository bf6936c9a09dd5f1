"""Tests of the reader and the judge of the developer script's commands."""

import pathlib
import tempfile
import unittest

import developer_script

PAGE = """\
`./run
test --web`, and `./run bench SUITE --page README.md` for each; `run` is no command.

<!-- speed: begin -->
<!-- speed: end -->

```sh
./run web
./run bench size -- all
```

<!-- size: begin -->
"""


class DeveloperScriptTest(unittest.TestCase):

    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)
        self.top = pathlib.Path(self.directory.name)
        (self.top / "README.md").write_text(PAGE)

    def test_finds_what_is_shown(self):
        self.assertEqual(developer_script.shown(self.top), {
            "./run web": ["README.md:8"], "./run bench size -- all": ["README.md:8"],
            "./run test --web": ["README.md"], "./run bench speed --page README.md": ["README.md"],
            "./run bench size --page README.md": ["README.md"]})

    def test_what_the_script_does_not_take_is_a_fault(self):
        script = self.top / "run"
        script.write_text('#!/bin/sh\n[ "$1" = --dry-run ] && shift || exit 9\n'
                          'case "$*" in *size*) echo "no size" >&2; exit 2 ;; esac\n')
        script.chmod(0o755)
        self.assertEqual(developer_script.check(self.top), [
            "README.md:8: ./run bench size -- all: exit status 2\nno size",
            "README.md: ./run bench size --page README.md: exit status 2\nno size"])


if __name__ == "__main__":
    unittest.main()
