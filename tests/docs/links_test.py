"""Tests of the judge of links."""

import pathlib
import tempfile
import unittest

import links


class CheckTest(unittest.TestCase):

    def faults(self, **pages):
        """Of a tree in which a__b is the page a/b.md."""
        with tempfile.TemporaryDirectory() as directory:
            for name, text in pages.items():
                path = pathlib.Path(directory) / (name.replace("__", "/") + ".md")
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            return links.check(pathlib.Path(directory))

    def test_takes_what_is_there(self):
        self.assertEqual(self.faults(
            README="[a](docs/a.md) [web](https://example.org) [here](#a-b-c)\n# A `b`, c\n",
            docs__a="[up](../README.md) [itself](a.md)"), [])

    def test_finds_what_is_not(self):
        self.assertEqual(self.faults(README="[a](docs/a.md)"), ["README.md: no docs/a.md"])
        self.assertEqual(self.faults(README="[a](#b)\n# A\n"), ["README.md: no heading #b in it"])
        self.assertEqual(self.faults(README="[a](docs/a.md#b)", docs__a="```\n# b\n```\n"),
                         ["README.md: no heading #b in docs/a.md"])

    def test_finds_pages_that_nothing_leads_to(self):
        self.assertEqual(
            self.faults(README="[a](docs/a.md)", docs__a="[b](b.md)", docs__b="", docs__c="[b](b.md)"),
            ["docs/c.md: no way from README.md leads to it"])

    def test_does_not_read_code(self):
        self.assertEqual(self.faults(README="```\n[a](docs/a.md)\n```\n"), [])


if __name__ == "__main__":
    unittest.main()
