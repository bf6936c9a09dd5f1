"""The pages of taquin in a browser: they play, step, and show the right boards.

usage: pages_test.py BIN_DIR [--screenshots DIRECTORY]
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

from chromium import Chromium

ARGUMENTS = argparse.Namespace()
BOARD = "2 3 4/1 5 0/7 6 8"


def taquin(*arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run([f"{ARGUMENTS.bin_dir}/taquin", *arguments, "--local"],
                          capture_output=True, text=True, stdin=subprocess.DEVNULL)


def boards_of(start: str, moves: str) -> list[str]:
    """The boards along a path, as the page names them."""
    rows = [row.split() for row in start.split("/")]
    columns = len(rows[0])
    cells = [cell for row in rows for cell in row]
    boards = []

    def add():
        boards.append(" / ".join(
            " ".join("blank" if cell == "0" else cell for cell in cells[i:i + columns])
            for i in range(0, len(cells), columns)))

    add()
    for move in moves:
        blank = cells.index("0")
        other = blank + {"U": -columns, "D": columns, "L": -1, "R": 1}[move]
        cells[blank], cells[other] = cells[other], cells[blank]
        add()
    return boards


class PageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        cls.browser = Chromium()

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()
        cls.directory.cleanup()

    def make(self, name: str, *arguments: str, exit_code: int = 0) -> str:
        """Makes a page and returns its address."""
        path = pathlib.Path(self.directory.name) / name
        done = taquin(*arguments, "--html", str(path))
        self.assertEqual(done.returncode, exit_code, done.stderr)
        self.printed = done.stdout
        return path.as_uri()

    def open(self, address: str, **options):
        page = self.browser.open(address, **options)
        self.addCleanup(lambda: self.assertEqual(page.evaluate("window.faults"), []))
        return page

    def shoot(self, page, name: str):
        if ARGUMENTS.screenshots:
            (pathlib.Path(ARGUMENTS.screenshots) / f"{name}.png").write_bytes(page.screenshot())


class SolvePageTest(PageTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        path = pathlib.Path(cls.directory.name) / "solve.html"
        done = taquin("solve", BOARD, "--json", "--html", str(path))
        assert done.returncode == 0, done.stderr
        cls.address = path.as_uri()
        moves = "".join(move.removeprefix("DIRECTION_")[0]
                        for move in json.loads(done.stdout)["moves"])
        cls.boards = boards_of(BOARD, moves)

    def assert_shows(self, page, step: int):
        self.assertEqual(page.evaluate("document.getElementById('board').ariaLabel"),
                         f"Board after move {step}: {self.boards[step]}")
        # What is drawn is what is said: tiles by row and column, as they are placed.
        page.wait("document.getAnimations().length === 0")
        drawn = page.evaluate("""
            (() => {
              const outer = document.getElementById('board').getBoundingClientRect();
              const cells = Array(9).fill('blank');
              for (const tile of document.querySelectorAll('.tile')) {
                const box = tile.getBoundingClientRect();
                const row = Math.round((box.y - outer.y) / box.height);
                const column = Math.round((box.x - outer.x) / box.width);
                cells[3 * row + column] = tile.textContent;
              }
              return [0, 3, 6].map(i => cells.slice(i, i + 3).join(' ')).join(' / ');
            })()""")
        self.assertEqual(drawn, self.boards[step])

    def test_shows_the_start_and_what_the_search_said(self):
        page = self.open(self.address)
        self.assert_shows(page, 0)
        self.assertEqual(page.evaluate("document.title"), "A 3×3 board in 19 moves – Taquin")
        self.assertEqual(page.evaluate("document.getElementById('outcome').textContent"),
                         "Proved shortest.")

    def test_plays_to_the_goal(self):
        page = self.open(self.address)
        for _ in range(6):
            page.press("+")
        page.press(" ")
        page.wait("document.body.dataset.state === 'playing'")
        page.wait(f"document.getElementById('position').value === '{len(self.boards) - 1}'")
        page.wait("document.body.dataset.state === 'paused'")
        self.assert_shows(page, len(self.boards) - 1)
        self.assertEqual(self.boards[-1], "1 2 3 / 4 5 6 / 7 8 blank")
        self.assertEqual(page.evaluate("location.hash"), f"#step={len(self.boards) - 1}")
        self.shoot(page, "solved")

    def test_pauses_and_goes_on(self):
        page = self.open(self.address)
        page.press("-")
        page.press("-")
        page.press(" ")
        page.press(" ")
        self.assertEqual(page.evaluate("document.body.dataset.state"), "paused")
        page.click("#play")
        self.assertEqual(page.evaluate("document.body.dataset.state"), "playing")
        # Space on the button that has the focus presses it, once.
        page.press(" ")
        page.wait("document.body.dataset.state === 'paused'")

    def test_steps_by_keys_and_buttons(self):
        page = self.open(self.address)
        for step in range(1, len(self.boards)):
            page.press("ArrowRight")
            self.assert_shows(page, step)
        page.press("ArrowRight")
        self.assert_shows(page, len(self.boards) - 1)
        for step in range(len(self.boards) - 2, len(self.boards) - 6, -1):
            page.press("ArrowLeft")
            self.assert_shows(page, step)
        page.press("Home")
        self.assert_shows(page, 0)
        page.press("ArrowLeft")
        self.assert_shows(page, 0)
        page.press("End")
        self.assert_shows(page, len(self.boards) - 1)
        for selector, step in (("#first", 0), ("#forward", 1), ("#forward", 2), ("#back", 1),
                               ("#last", len(self.boards) - 1)):
            page.click(selector)
            self.assert_shows(page, step)

    def test_the_address_says_where_to_begin(self):
        for step in (0, 7, len(self.boards) - 1):
            self.assert_shows(self.open(f"{self.address}#step={step}"), step)
        self.assert_shows(self.open(f"{self.address}#step=99999"), len(self.boards) - 1)
        page = self.open(f"{self.address}#step=3")
        page.evaluate("location.hash = '#step=5'")
        page.wait("document.getElementById('position').value === '5'")
        self.assert_shows(page, 5)

    def test_everything_that_can_be_used_has_a_name(self):
        page = self.open(self.address)
        nameless = page.evaluate("""
            [...document.querySelectorAll('button, input, select, [role=img]')].filter(element =>
              !(element.ariaLabel || element.textContent.trim() ||
                (element.labels && element.labels.length))).map(element => element.outerHTML)""")
        self.assertEqual(nameless, [])

    def test_fits_narrow_and_wide_in_light_and_dark(self):
        for width in (320, 390, 800, 1600):
            for dark in (False, True):
                with self.subTest(width=width, dark=dark):
                    page = self.open(f"{self.address}#step=9", width=width, dark=dark)
                    self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)
                    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
                    self.assertEqual(ground, "rgb(21, 24, 28)" if dark else "rgb(247, 247, 245)")
                    self.shoot(page, f"solve_{width}_{'dark' if dark else 'light'}")


class SearchOnAPageTest(PageTest):
    def test_the_plot_and_its_table_tell_how_the_search_went(self):
        address = self.make("long.html", "solve", "24 20 10 19 3/12 16 0 22 21/1 18 14 7 5/"
                            "13 15 9 17 4/23 11 8 2 6", "--algorithm", "anytime", "--max-time", "3s")
        page = self.open(address)
        page.wait("document.querySelector('#plot svg') !== null")
        samples = page.evaluate(
            "[...document.querySelectorAll('#samples tbody tr')].map(row =>"
            " [...row.cells].map(cell => Number(cell.textContent)))")
        self.assertGreater(len(samples), 2)
        for before, after in zip(samples, samples[1:]):
            self.assertLessEqual(before[0], after[0])
            self.assertLessEqual(before[1], after[1])
        self.assertLess(samples[-1][2], [sample[2] for sample in samples if sample[2]][0])
        self.assertGreaterEqual(samples[-1][2], samples[-1][1])
        self.assertEqual(page.evaluate("document.querySelectorAll('#plot path').length"), 3)
        self.assertIn("lower bound rose to", page.evaluate("document.querySelector('#plot svg').ariaLabel"))
        for width in (390, 1200):
            for dark in (False, True):
                self.shoot(self.open(address, width=width, dark=dark),
                           f"long_{width}_{'dark' if dark else 'light'}")

    def test_a_board_without_a_path_says_why_and_plays_nothing(self):
        page = self.open(self.make("none.html", "solve", "1 2 3/4 5 6/8 7 0", exit_code=1))
        self.assertEqual(page.evaluate("document.getElementById('outcome').textContent"),
                         "The goal cannot be reached.")
        self.assertTrue(page.evaluate("document.getElementById('player').hidden"))
        page.press(" ")
        self.assertEqual(page.evaluate("document.getElementById('board').ariaLabel"),
                         "Board after move 0: 1 2 3 / 4 5 6 / 8 7 blank")

    def test_a_solved_board_is_shown(self):
        page = self.open(self.make("solved.html", "solve", "1 2 3/4 5 6/7 8 0"))
        self.assertEqual(page.evaluate("document.getElementById('outcome').textContent"),
                         "Solved already.")

    def test_the_largest_board_is_shown(self):
        tiles = list(range(1, 1024)) + [0]
        # Two moves from solved.
        tiles[1023], tiles[1022] = tiles[1022], tiles[1023]
        tiles[1022], tiles[1021] = tiles[1021], tiles[1022]
        text = "/".join(" ".join(map(str, tiles[i:i + 32])) for i in range(0, 1024, 32))
        page = self.open(self.make("large.html", "solve", text))
        page.press("End")
        self.assertTrue(page.evaluate("document.getElementById('board').ariaLabel")
                        .endswith("1021 1022 1023 blank"))
        self.shoot(page, "large")


class ComparePageTest(PageTest):
    def test_shows_every_search_as_a_bar_and_a_row(self):
        boards = pathlib.Path(self.directory.name) / "boards.txt"
        boards.write_text("2 3 4 1 5 0 7 6 8\n8 6 7 2 5 4 3 0 1\n")
        address = self.make("compare.html", "compare", str(boards), "--algorithms",
                            "astar,bfs,greedy,dfs", "--heuristics", "manhattan,hamming", "--csv",
                            "--max-expanded", "60000")
        page = self.open(address)
        rows = page.evaluate("document.querySelectorAll('#table tbody tr').length")
        self.assertEqual(rows, len(self.printed.splitlines()) - 1)
        page.wait(f"document.querySelectorAll('#plot rect').length === {rows // 2}")
        page.evaluate("document.getElementById('board').value = '2';"
                      "document.getElementById('measure').value = 'length';"
                      "document.getElementById('measure').onchange()")
        self.assertIn("astar + manhattan 31",
                      page.evaluate("document.querySelector('#plot svg').ariaLabel"))
        page.click("#table th:nth-child(7) button")
        expanded = page.evaluate("[...document.querySelectorAll('#table tbody tr')].map(row =>"
                                 " Number(row.cells[6].textContent.replaceAll(',', '')))")
        self.assertEqual(expanded, sorted(expanded))
        for width in (390, 1200):
            for dark in (False, True):
                page = self.open(address, width=width, dark=dark)
                self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)
                self.shoot(page, f"compare_{width}_{'dark' if dark else 'light'}")


class PictureTest(PageTest):
    def test_a_browser_plays_the_svg(self):
        path = pathlib.Path(self.directory.name) / "path.svg"
        self.assertEqual(taquin("solve", BOARD, "--svg", str(path)).returncode, 0)
        page = self.browser.open(path.as_uri())
        end = page.evaluate("""
            (() => {
              const svg = document.documentElement;
              svg.pauseAnimations();
              const length = parseFloat(document.querySelector('animateTransform').getAttribute('dur'));
              svg.setCurrentTime(length - 0.5);
              const cells = Array(9).fill('blank');
              for (const tile of document.querySelectorAll('.tile')) {
                const place = tile.transform.animVal[0].matrix;
                cells[3 * Math.round((place.f - 6) / 64) + Math.round((place.e - 6) / 64)] =
                  tile.querySelector('text').textContent;
              }
              return cells.join(' ');
            })()""")
        self.assertEqual(end, "1 2 3 4 5 6 7 8 blank")
        self.shoot(page, "svg")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("bin_dir")
    parser.add_argument("--screenshots")
    parser.parse_known_args(namespace=ARGUMENTS)
    unittest.main(argv=sys.argv[:1])
