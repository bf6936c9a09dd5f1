"""Tests of the reader of blocks and of the claims on them."""

import pathlib
import tempfile
import unittest
from unittest import mock

import claims
import pages
from claims import Claim


def block(text: str, page: str = "docs/a.md") -> pages.Block:
    (only,) = pages.blocks(text, page)
    return only


class BlocksTest(unittest.TestCase):

    def test_fenced(self):
        self.assertEqual(pages.blocks("a\n\n```sh\nb\n\n    c\n```\n~~~~ text\n```\n~~~~\n", "p.md"), [
            pages.Block("p.md", 4, "sh", ("b", "", "    c")), pages.Block("p.md", 9, "text", ("```",))])

    def test_without_a_language_and_without_an_end(self):
        self.assertEqual(pages.blocks("```\na"), [pages.Block("", 2, "", ("a",))])

    def test_indented(self):
        self.assertEqual(pages.blocks("a\n\n    b\n      c\n\nd\n    e\n\n    f"), [
            pages.Block("", 3, "indented", ("b", "  c")), pages.Block("", 9, "indented", ("f",))])

    def test_text_of_a_list_is_none(self):
        self.assertEqual(pages.blocks("- a\n\n    b\n\n1. c\n    d\n"), [])

    def test_a_block_in_a_list_is_one(self):
        self.assertEqual(pages.blocks("- a\n\n  ```sh\n  b\n  ```\n"), [pages.Block("", 4, "sh", ("  b",))])


class CommandsTest(unittest.TestCase):

    def test_of_lines(self):
        self.assertEqual(claims.commands(block("```sh\na \\\n  b\n\nc\n```")), ["a   b", "c"])

    def test_of_a_console(self):
        self.assertEqual(claims.commands(block("```console\n$ a\nb\n$ c\n```")), ["a", "c"])


class ClaimTest(unittest.TestCase):

    def test_language_page_and_every_command_count(self):
        claim = Claim("t.py", "sh", "(a|b) ", where=("docs/*",))
        self.assertTrue(claim.takes(block("```sh\na 1\nb 2\n```")))
        self.assertFalse(claim.takes(block("```sh\na 1\nc 2\n```")))
        self.assertFalse(claim.takes(block("```sh\na 1\n```", "README.md")))
        self.assertFalse(claim.takes(block("```\na 1\n```")))
        self.assertFalse(claim.takes(block("```sh\n```")))

    def test_a_drawing_shows_no_command(self):
        self.assertTrue(claims.DRAWING.takes(block("```text\nserver (a/) ── solver\n```")))
        self.assertTrue(claims.DRAWING.takes(block("```text\ncores = rate / x\n```")))
        for command in ("./run test", "taquin solve '1 2 3 0'", "pip install x", "make -j2", "$ ls"):
            self.assertFalse(claims.DRAWING.takes(block(f"```text\n{command}\n```")), command)


class CheckTest(unittest.TestCase):

    CLAIMS = {"one": Claim("t.py", "sh", "a "), "other": Claim("t.py", "sh", r"\w+ b", one=True)}
    TEST = 'claimed("one") claimed("other")'

    def faults(self, page: str, test: str | None = TEST) -> list[str]:
        with tempfile.TemporaryDirectory() as name, mock.patch.object(claims, "CLAIMS", self.CLAIMS):
            top = pathlib.Path(name)
            (top / "README.md").write_text(page)
            if test is not None:
                (top / "t.py").write_text(test)
            return claims.check(top)

    RIGHT = "```sh\na c\n```\n\n```sh\nd b\n```\n"

    def test_each_block_with_a_test_is_right(self):
        self.assertEqual(self.faults(self.RIGHT + "```text\na ── b\n```\n"), [])

    def test_a_block_that_no_test_takes_is_a_fault(self):
        for more, language in (("```sh\nrm -r x\n```", "sh"), ("```\na c\n```", "of no language"),
                               ("    a c", "indented"), ("```console\n$ a c\n```", "console"),
                               ("```text\n$ a c\n```", "text"), ("```sh\na c\nrm x\n```", "sh")):
            (fault,) = self.faults(f"{self.RIGHT}\n{more}\n")
            self.assertIn("README.md:", fault)
            self.assertIn(f"no test takes this block ({language})", fault)

    def test_a_block_that_two_tests_take_is_a_fault(self):
        self.assertIn("README.md:9: taken by more than one test: one, other",
                      self.faults(f"{self.RIGHT}```sh\na b\n```\n"))

    def test_a_claim_on_nothing_is_a_fault(self):
        self.assertEqual(self.faults("```sh\na c\n```\n"), ["other: there is no such block; t.py tests nothing by it"])

    def test_a_second_block_where_a_test_takes_one_is_a_fault(self):
        self.assertEqual(self.faults(f"{self.RIGHT}```sh\ne b\n```\n"),
                         ["other: t.py takes one of README.md:6, README.md:9"])

    def test_a_test_that_is_not_there_or_does_not_ask_is_a_fault(self):
        self.assertEqual(self.faults(self.RIGHT, None), ["one: there is no t.py", "other: there is no t.py"])
        self.assertEqual(self.faults(self.RIGHT, 'claimed("one")'), ["other: t.py does not ask for it"])

    def test_who_asks_for_nothing_is_told(self):
        with tempfile.TemporaryDirectory() as name, self.assertRaises(LookupError):
            claims.claimed(pathlib.Path(name), "console")


if __name__ == "__main__":
    unittest.main()
