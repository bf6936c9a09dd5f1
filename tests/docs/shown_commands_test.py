"""Tests of the reader and the judge of shown commands."""

import os
import pathlib
import tempfile
import unittest

import pages
import shown_commands
from shown_commands import Command, commands_of, matches, run_block


class CommandsTest(unittest.TestCase):

    def test_takes_commands_and_what_they_print(self):
        (block,) = pages.blocks("text\n```console\n$ echo a\na\n$ cat \\\n  b\n```\n$ outside\n")
        self.assertEqual(
            commands_of(block), [Command(3, "echo a", ["a"]), Command(5, "cat \\\n  b", [])])


class MatchesTest(unittest.TestCase):

    def test_same_lines(self):
        self.assertTrue(matches(["a", "b"], ["a", "b"]))
        self.assertFalse(matches(["a", "b"], ["a"]))
        self.assertFalse(matches(["a"], ["a", "b"]))
        self.assertFalse(matches(["19 moves"], ["21 moves"]))

    def test_dots_stand_for_any_lines(self):
        self.assertTrue(matches(["a", "...", "z"], ["a", "b", "c", "z"]))
        self.assertTrue(matches(["a", "..."], ["a"]))
        self.assertFalse(matches(["a", "...", "z"], ["a", "b"]))

    def test_dots_end_a_line(self):
        self.assertTrue(matches(["a: ...", "z"], ["a: b c", "z"]))
        self.assertTrue(matches(["board  algorithm ..."], ["board  algorithm  heuristic"]))
        self.assertFalse(matches(["a: ..."], ["b: c"]))
        self.assertFalse(matches(["a: ..."], ["a: b", "c"]))

    def test_amounts_are_compared_by_unit(self):
        self.assertTrue(matches(["4,775 expanded, 464 B, 2.3 s"], ["4,775 expanded, 1,024 B, 17 s"]))
        self.assertTrue(matches(["2.29 M/s"], ["310 k/s"]))
        self.assertTrue(matches(["answered in 0.1 s (5,000/s)"], ["answered in 77.8 ms (6422.9/s)"]))
        self.assertFalse(matches(["2.3 s"], ["2.3 kB"]))
        self.assertFalse(matches(["4,775 expanded, 2.3 s"], ["4,776 expanded, 2.3 s"]))


    def test_progress_must_be_there(self):
        shown = ["1.0 s  bound 55  3.07 M expanded, 3.03 M/s", "done"]
        self.assertTrue(matches(shown, ["1.0 s  bound 57  9 M expanded, 9 M/s",
                                        "2.0 s  bound 59  18 M expanded, 9 M/s", "done"]))
        self.assertFalse(matches(shown, ["done"]))

    def test_ports_differ(self):
        self.assertTrue(matches(["on localhost:36351;"], ["on localhost:41;"]))
        self.assertFalse(matches(["on localhost:36351"], ["on elsewhere:41"]))


class RunBlockTest(unittest.TestCase):

    def faults(self, *commands):
        with tempfile.TemporaryDirectory() as directory:
            return run_block(list(commands), dict(os.environ), directory)

    def test_commands_share_a_shell_and_see_the_status_before(self):
        self.assertEqual(self.faults(Command(1, "cd /; false", ["..."]),
                                     Command(2, "echo $? $PWD", ["1 /"])), [])

    def test_a_difference_is_a_fault(self):
        faults = self.faults(Command(7, "echo b", ["a"]))
        self.assertEqual(len(faults), 1)
        self.assertIn("line 7: echo b", faults[0])

    def test_a_failure_without_shown_output_is_a_fault(self):
        self.assertIn("exit status 3", self.faults(Command(1, "(exit 3)", []))[0])

    def test_the_developer_script_is_only_asked_about_its_arguments(self):
        with tempfile.TemporaryDirectory() as directory:
            script = pathlib.Path(directory) / "run"
            script.write_text('#!/bin/sh\necho "$@" >>calls\n[ "$2" != destroy ]\n')
            script.chmod(0o755)
            faults = run_block([Command(1, "./run test --web", ["passed"]), Command(2, "./run destroy", []),
                                Command(3, "./run demo", ["..."])], dict(os.environ), directory)
            self.assertEqual((script.parent / "calls").read_text(),
                             "--dry-run test --web\n--dry-run destroy\ndemo\n")
            self.assertEqual(len(faults), 1)
            self.assertIn("line 2: exit status 1: ./run destroy", faults[0])

    def test_what_never_ends_is_a_fault_and_is_ended(self):
        limit = shown_commands.TIME_LIMIT_SECONDS
        shown_commands.TIME_LIMIT_SECONDS = 0.2
        try:
            self.assertIn("not done", self.faults(Command(1, "sleep 1000", []))[0])
        finally:
            shown_commands.TIME_LIMIT_SECONDS = limit


if __name__ == "__main__":
    unittest.main()
