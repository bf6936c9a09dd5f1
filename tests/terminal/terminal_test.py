"""What a person sees of taquin in a terminal: progress, animations, games.

usage: terminal_test.py BIN_DIR
"""

import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from tmux import Terminal

BIN_DIR = sys.argv[1]
TAQUIN = f"{BIN_DIR}/taquin"
HARD = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"
LARGE = "24 20 10 19 3/12 16 0 22 21/1 18 14 7 5/13 15 9 17 4/23 11 8 2 6"


class TerminalTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        port_file = pathlib.Path(cls.directory.name) / "port"
        cls.server = subprocess.Popen([f"{BIN_DIR}/taquind", "--port", "0", "--port-file", port_file],
                                      stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 120
        while not (port_file.exists() and port_file.read_text().endswith("\n")):
            assert time.monotonic() < deadline and cls.server.poll() is None
            time.sleep(0.03)
        cls.address = "localhost:" + port_file.read_text().strip()

    @classmethod
    def tearDownClass(cls):
        cls.server.kill()
        cls.server.wait()
        cls.directory.cleanup()

    def run_in_terminal(self, *arguments: str, columns: int = 80, rows: int = 24, **environment: str):
        terminal = Terminal([TAQUIN, *arguments, "--server", self.address], columns, rows,
                            environment)
        self.addCleanup(terminal.__exit__)
        return terminal

    def assert_given_back(self, terminal: Terminal):
        self.assertRegex(terminal.settings(), r"(?<!-)\bicanon\b")
        self.assertRegex(terminal.settings(), r"(?<!-)\becho\b")
        self.assertRegex(terminal.settings(), r"(?<!-)\bisig\b")
        self.assertTrue(terminal.cursor_is_shown())
        self.assertFalse(terminal.is_in_alternate_screen())


class ProgressTest(TerminalTest):
    def test_the_line_fits_and_says_more_where_there_is_room(self):
        search = ("solve", HARD, "--algorithm", "astar", "--heuristic", "manhattan")
        for columns, fields in ((40, ["bound"]), (80, ["bound", "expanded", "/s", "searching"]),
                                (200, ["bound", "expanded", "/s", "searching", "B  ", "open", "closed",
                                       "generated"])):
            with self.subTest(columns=columns):
                terminal = self.run_in_terminal(*search, "--max-memory", "2GB", columns=columns)
                screen = terminal.wait_until(
                    lambda screen: all(field in screen for field in fields), str(fields))
                lines = [line for line in screen.splitlines() if "bound" in line]
                self.assertEqual(len(lines), 1, screen)  # It rewrites itself.
                terminal.type("C-c")
                self.assertEqual(terminal.wait_for_end(), 130)
                self.assertNotIn("expanded, 0/s", terminal.screen())
                self.assert_given_back(terminal)

    def test_a_budget_has_a_bar_and_an_end(self):
        terminal = self.run_in_terminal("solve", HARD, "--algorithm", "idastar", "--heuristic",
                                        "zero", "--max-time", "300s", columns=120)
        screen = terminal.wait_for("at most 4 min")
        self.assertRegex(screen, r"\[=* +\] ")
        terminal.type("C-c")
        self.assertEqual(terminal.wait_for_end(), 130)

    def test_paths_are_shown_as_they_come_and_the_best_is_kept(self):
        terminal = self.run_in_terminal("solve", LARGE, "--algorithm", "anytime", rows=60)
        terminal.wait_for("moves found after")
        terminal.wait_for("improving")
        terminal.type("C-c")
        self.assertEqual(terminal.wait_for_end(), 130)
        history = terminal.history()
        lengths = [int(length) for length in re.findall(r"(\d+) moves found after", history)]
        self.assertEqual(lengths, sorted(lengths, reverse=True))
        self.assertIn(f"feasible: {lengths[-1]} moves", history)
        self.assertIn("interrupted", history)

    def test_colour_only_where_it_is_wanted(self):
        for environment, coloured in (({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)):
            with self.subTest(**environment):
                terminal = self.run_in_terminal("solve", "1 2 3/4 5 6/7 0 8", **environment)
                terminal.wait_for_end()
                painted = terminal.tmux("capture-pane", "-p", "-e")
                self.assertEqual("\x1b[32m" in painted, coloured, painted)


class AnimationTest(TerminalTest):
    BOARD = "2 3 4/1 5 0/7 6 8"

    def test_plays_in_place_to_the_end(self):
        terminal = self.run_in_terminal("solve", self.BOARD, "--animate")
        terminal.wait_for("space pause")
        self.assertEqual(terminal.wait_for_end(), 0)
        screen = terminal.history()
        self.assertEqual(screen.count("space pause"), 1, screen)
        self.assertIn("19/19", screen)
        self.assertRegex(screen, r"\n 7 \[8\] _\n19/19  tile 8 left \(blank right\)")
        self.assert_given_back(terminal)

    def test_steps_pauses_and_changes_its_speed(self):
        terminal = self.run_in_terminal("solve", self.BOARD, "--animate")
        terminal.wait_for("space pause")
        terminal.type("Home")
        terminal.wait_for("0/19  4/s  paused")
        terminal.type("Right", "Right")
        terminal.wait_for("2/19")
        terminal.type("Left")
        terminal.wait_for("1/19")
        terminal.type("+")
        terminal.wait_for("8/s")
        terminal.type("-", "-")
        terminal.wait_for("2/s")
        terminal.type("End")
        terminal.wait_for("19/19")
        terminal.wait_for("end")
        terminal.type("q")
        self.assertEqual(terminal.wait_for_end(), 0)
        self.assert_given_back(terminal)

    def test_every_way_out_gives_the_terminal_back(self):
        # The last ends it by the second signal, which waits for nothing.
        for way in ("C-c", "TERM", "INT", "STOP INT TERM CONT"):
            with self.subTest(way=way):
                terminal = self.run_in_terminal("solve", self.BOARD, "--animate")
                terminal.wait_for("space pause")
                terminal.type("Home")
                terminal.wait_for("paused")
                self.assertFalse(terminal.cursor_is_shown())
                if way == "C-c":
                    terminal.type("C-c")
                else:
                    for name in way.split():
                        terminal.signal("taquin", signal.Signals[f"SIG{name}"])
                self.assertEqual(terminal.wait_for_end(), 130)
                self.assert_given_back(terminal)

    def test_follows_the_size_of_the_terminal(self):
        terminal = self.run_in_terminal("solve", self.BOARD, "--animate")
        terminal.wait_for("space pause")
        terminal.type("Home")
        terminal.wait_for("paused")
        terminal.resize(40, 5)
        terminal.wait_for("(a terminal of")
        terminal.resize(80, 24)
        terminal.wait_for("space pause")
        terminal.type("q")
        self.assertEqual(terminal.wait_for_end(), 0)

    def test_says_so_where_there_is_no_terminal(self):
        done = subprocess.run([TAQUIN, "solve", self.BOARD, "--animate", "--server", self.address],
                              capture_output=True, text=True, stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, 0)
        self.assertIn("optimal: 19 moves", done.stdout)
        self.assertIn("nothing is played: standard output is not a terminal", done.stderr)
        done = subprocess.run([TAQUIN, "solve", self.BOARD, "--animate", "--json", "--server",
                               self.address], capture_output=True, text=True,
                              stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, 2)


class PlayTest(TerminalTest):
    BOARD = "1 2 3/4 0 6/7 5 8"

    def test_a_game_from_start_to_end(self):
        terminal = self.run_in_terminal("play", self.BOARD)
        screen = terminal.wait_for("Taquin 3x3   0 moves")
        self.assertIn("arrows or hjkl slide a tile", screen)
        terminal.type("?")
        terminal.wait_for("2 moves to go; ? again shows where.")
        terminal.type("?")
        screen = terminal.wait_for("2 moves to go: tile 5 up.")
        self.assertRegex(screen, r"\[ +5 +\]")
        terminal.type("Up")
        terminal.wait_for("1 move")
        terminal.type("u")
        terminal.wait_for("Taken back.")
        terminal.type("r")
        terminal.wait_for("Made again.")
        terminal.type("Right")
        terminal.wait_for("2 moves")
        terminal.type("R")
        terminal.wait_for("0 moves")
        terminal.type("o")
        terminal.wait_for("From the start, the shortest takes 2 moves.")
        terminal.type("k", "h")
        terminal.wait_for("Solved in 2 moves! The shortest has 2.")
        terminal.type("q")
        self.assertEqual(terminal.wait_for_end(), 0)
        self.assertIn("solved in 2 moves", terminal.screen())
        self.assert_given_back(terminal)

    def test_every_way_out_gives_the_terminal_back(self):
        for way in ("q", "C-c", "TERM", "INT", "STOP INT TERM CONT"):
            with self.subTest(way=way):
                terminal = self.run_in_terminal("play", self.BOARD)
                terminal.wait_for("0 moves")
                self.assertTrue(terminal.is_in_alternate_screen())
                terminal.type("Up")
                terminal.wait_for("1 move")
                if way in ("q", "C-c"):
                    terminal.type(way)
                else:
                    for name in way.split():
                        terminal.signal("taquin", signal.Signals[f"SIG{name}"])
                self.assertEqual(terminal.wait_for_end(), 0 if way == "q" else 130)
                if way != "STOP INT TERM CONT":
                    self.assertIn("left after 1 move at 1 2 3/4 5 6/7 0 8", terminal.screen())
                self.assert_given_back(terminal)

    def test_follows_the_size_of_the_terminal(self):
        terminal = self.run_in_terminal("play", LARGE)
        roomy = terminal.wait_for("Taquin 5x5")
        terminal.resize(60, 13)
        terminal.wait_until(lambda screen: "Taquin 5x5" in screen and screen != roomy, "a small board")
        terminal.resize(60, 8)
        terminal.wait_for("Enlarge it, or press q.")
        terminal.resize(100, 40)
        screen = terminal.wait_for("Taquin 5x5")
        self.assertIn("arrows or hjkl", screen)
        terminal.type("q")
        self.assertEqual(terminal.wait_for_end(), 0)

    def test_draws_random_boards(self):
        boards = []
        for _ in range(2):
            terminal = self.run_in_terminal("play", "--shape", "3x3", "--length", "6", "--seed", "5")
            first = terminal.wait_for("Taquin 3x3   0 moves")
            self.assertIn("n new", first)
            terminal.type("o")
            terminal.wait_for("the shortest takes 6 moves")
            terminal.type("n")
            second = terminal.wait_until(
                lambda screen: "0 moves" in screen and "shortest takes" not in screen, "a new board")
            terminal.type("?")
            terminal.wait_for("6 moves to go")
            terminal.type("q")
            self.assertEqual(terminal.wait_for_end(), 0)
            self.assertEqual(terminal.screen().count("left after 0 moves at "), 2)
            self.assert_given_back(terminal)
            boards.append((first, second))
        self.assertEqual(boards[0], boards[1])  # A seed names them all.
        self.assertNotEqual(*boards[0])

    def test_says_why_no_board_can_be_drawn(self):
        terminal = self.run_in_terminal("play", "--shape", "3x3", "--length", "99")
        self.assertEqual(terminal.wait_for_end(), 2)
        self.assertIn("taquin: ", terminal.screen())

    def test_reads_its_board_from_standard_input(self):
        terminal = Terminal(["sh", "-c", f"echo '{self.BOARD}' | {TAQUIN} play - --server {self.address}"])
        self.addCleanup(terminal.__exit__)
        terminal.wait_for("Taquin 3x3   0 moves")
        terminal.type("Up", "q")
        self.assertEqual(terminal.wait_for_end(), 0)

    def test_a_click_moves_a_tile(self):
        terminal = self.run_in_terminal("play", self.BOARD, TERM="xterm")
        screen = terminal.wait_for("0 moves").splitlines()
        row = next(i for i, line in enumerate(screen) if re.search(r"7 +5 +8", line))
        column = screen[row].index("5")
        # As xterm sends it: the button, and the place from 1.
        click = f"\x1b[<0;{column + 1};{row + 1}M"
        terminal.tmux("send-keys", "-l", click)
        terminal.wait_for("1 move")
        terminal.type("q")
        self.assertEqual(terminal.wait_for_end(), 0)

    def test_refuses_what_nobody_could_play(self):
        terminal = self.run_in_terminal("play", "1 2 3/4 5 6/8 7 0")
        self.assertEqual(terminal.wait_for_end(), 2)
        self.assertIn("nobody could win", terminal.screen())
        terminal = self.run_in_terminal("play", self.BOARD, TERM="no-such-terminal")
        self.assertEqual(terminal.wait_for_end(), 2)
        self.assertIn("play needs a terminal", terminal.screen())
        done = subprocess.run([TAQUIN, "play", self.BOARD, "--server", self.address],
                              capture_output=True, text=True, stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, 2)
        self.assertIn("play needs a terminal", done.stderr)

    def test_needs_no_running_server(self):
        terminal = Terminal([TAQUIN, "play", self.BOARD, "--local"])
        self.addCleanup(terminal.__exit__)
        terminal.wait_for("0 moves")
        terminal.type("?")
        terminal.wait_for("2 moves to go")
        terminal.type("q")
        self.assertEqual(terminal.wait_for_end(), 0)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
