"""A headless Chromium, spoken to by the DevTools protocol over a pipe."""

import base64
import json
import os
import subprocess
import tempfile
import time


class Chromium:
    """A browser for as long as the context lasts."""

    def __init__(self):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        commands_out, self.commands = os.pipe()
        self.answers, answers_in = os.pipe()
        # The protocol's descriptors are 3 and 4, always. Containers lack what the
        # sandbox needs, and some of them shared memory.
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$0" "$@" 3<&{commands_out} 4>&{answers_in}',
             "chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--no-first-run", "--hide-scrollbars", "--remote-debugging-pipe", f"--user-data-dir={self.profile.name}"],
            pass_fds=(commands_out, answers_in), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        os.close(commands_out)
        os.close(answers_in)
        self.buffer = b""
        self.last_id = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.commands)
        os.close(self.answers)
        self.profile.cleanup()

    def call(self, method: str, session: str | None = None, **parameters) -> dict:
        self.last_id += 1
        message = {"id": self.last_id, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while True:
            end = self.buffer.find(b"\0")
            while end < 0:
                piece = os.read(self.answers, 1 << 16)
                if not piece:
                    raise RuntimeError("the browser has ended")
                self.buffer += piece
                end = self.buffer.find(b"\0")
            answer = json.loads(self.buffer[:end])
            self.buffer = self.buffer[end + 1:]
            if answer.get("id") == self.last_id:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def open(self, address: str, **options) -> "Page":
        return Page(self, address, **options)


class Page:
    def __init__(self, browser: Chromium, address: str, width: int = 1200, height: int = 900,
                 dark: bool = False):
        self.browser = browser
        target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Page.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        # Everything that goes wrong on the page is kept for the test to see.
        self.call("Page.addScriptToEvaluateOnNewDocument", source="""
            window.faults = [];
            addEventListener('error', event => window.faults.push(String(event.message)));
            addEventListener('securitypolicyviolation',
                event => window.faults.push('asked for ' + event.blockedURI));""")
        self.call("Page.navigate", url=address)
        self.wait("document.readyState === 'complete'")

    def call(self, method: str, **parameters) -> dict:
        return self.browser.call(method, session=self.session, **parameters)

    def evaluate(self, expression: str):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def wait(self, expression: str, limit: float = 60):
        """Waits until the expression is true."""
        deadline = time.monotonic() + limit
        while not self.evaluate(expression):
            if time.monotonic() > deadline:
                raise AssertionError(f"never true: {expression}")
            time.sleep(0.02)

    def press(self, key: str):
        text = {"text": key} if len(key) == 1 else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def click(self, selector: str):
        place = self.evaluate(
            f"(() => {{ const box = document.querySelector('{selector}').getBoundingClientRect();"
            " return [box.x + box.width / 2, box.y + box.height / 2]; })()")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button="left",
                      clickCount=1)

    def screenshot(self) -> bytes:
        return base64.b64decode(
            self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True)["data"])
