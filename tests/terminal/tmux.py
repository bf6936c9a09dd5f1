"""A terminal that a test looks at and types into, by tmux."""

import os
import shlex
import subprocess
import tempfile
import time


class Terminal:
    """A shell's command in a terminal of its own, for as long as the context lasts."""

    def __init__(self, command: list[str], columns: int = 80, rows: int = 24,
                 environment: dict[str, str] | None = None):
        self.directory = tempfile.TemporaryDirectory()
        self.socket = os.path.join(self.directory.name, "tmux")
        self.status = os.path.join(self.directory.name, "status")
        words = [f"{name}={value}" for name, value in (environment or {}).items()]
        # The terminal stays after the command has ended: what it leaves is looked at too.
        # Ctrl-C is for the command alone.
        line = f"trap : INT; env {shlex.join(words + command)}; echo $? > {self.status}; stty -a > {self.status}.tty; cat"
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows),
                  "sh", "-c", line)

    def tmux(self, *arguments: str) -> str:
        done = subprocess.run(["tmux", "-S", self.socket, *arguments], capture_output=True, text=True,
                              env=dict(os.environ, LC_ALL="C.UTF-8"))
        if done.returncode != 0:
            raise RuntimeError(f"tmux {arguments}: {done.stderr}")
        return done.stdout

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.tmux("kill-server")
        except RuntimeError:
            pass
        self.directory.cleanup()

    def screen(self) -> str:
        """What a person sees now."""
        return self.tmux("capture-pane", "-p")

    def history(self) -> str:
        """The screen with what has scrolled away."""
        return self.tmux("capture-pane", "-p", "-S", "-")

    def type(self, *keys: str):
        """Presses keys, by tmux's names: "Left", "C-c", "q"."""
        self.tmux("send-keys", *keys)

    def resize(self, columns: int, rows: int):
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def cursor_is_shown(self) -> bool:
        return self.tmux("display-message", "-p", "#{cursor_flag}").strip() == "1"

    def is_in_alternate_screen(self) -> bool:
        return self.tmux("display-message", "-p", "#{alternate_on}").strip() == "1"

    def wait_for(self, text: str, limit: float = 60) -> str:
        """Waits until the screen shows the text, and returns the screen."""
        return self.wait_until(lambda screen: text in screen, f"'{text}'", limit)

    def wait_until(self, condition, what: str, limit: float = 60) -> str:
        deadline = time.monotonic() + limit
        while not condition(screen := self.screen()):
            if time.monotonic() > deadline:
                raise AssertionError(f"the terminal never showed {what}:\n{screen}")
            time.sleep(0.03)
        return screen

    def wait_for_end(self, limit: float = 60) -> int:
        """Waits until the command has ended and returns its exit status."""
        deadline = time.monotonic() + limit
        while not os.path.exists(self.status + ".tty") or not os.path.getsize(self.status + ".tty"):
            if time.monotonic() > deadline:
                raise AssertionError(f"did not end:\n{self.screen()}")
            time.sleep(0.03)
        with open(self.status, encoding="utf-8") as file:
            return int(file.read())

    def signal(self, name: str, number: int):
        """Sends a signal to the process of that name in the terminal."""
        shell = self.tmux("display-message", "-p", "#{pane_pid}").strip()
        found = subprocess.run(["pgrep", "-x", name, "-P", shell], capture_output=True, text=True)
        for pid in found.stdout.split():
            os.kill(int(pid), number)

    def settings(self) -> str:
        """The terminal's settings after the command has ended, by stty."""
        with open(self.status + ".tty", encoding="utf-8") as file:
            return file.read()
