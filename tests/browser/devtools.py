"""Drives a headless Chromium by its DevTools protocol, over a pipe: needs the browser and nothing else.

The browser reads commands from its file descriptor 3 and answers on 4, JSON objects that end with a zero byte.
"""

from __future__ import annotations

import base64
import fcntl
import json
import os
import select
import shutil
import signal
import time
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome")
PATIENCE = 60
"""Seconds to wait for an answer."""
HIGH = 64
"""Pipes are kept at this file descriptor or above, where they are in nobody's way."""


def browser_path() -> str | None:
    """Return the path of a Chromium, or None."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Browser:
    """A running browser with one page; `events` are those that it told since the page was opened."""

    def __init__(self, path: str, profile: Path) -> None:
        ours, theirs = _pipe(), _pipe()
        options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"]
        options += ["--remote-debugging-pipe", f"--user-data-dir={profile}", "about:blank"]
        moves = [(os.POSIX_SPAWN_DUP2, ours[0], 3), (os.POSIX_SPAWN_DUP2, theirs[1], 4)]
        moves += [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_WRONLY, 0) for number in (1, 2)]
        self.process = os.posix_spawn(path, [path, *options], {**os.environ, "HOME": str(profile)}, file_actions=moves)
        os.close(ours[0])
        os.close(theirs[1])
        self.to, self.back = ours[1], theirs[0]
        self.buffer, self.number, self.tab = b"", 0, ""
        self.events: list[dict[str, Any]] = []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.tab = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")

    def ask(self, method: str, **values: Any) -> dict[str, Any]:
        """Send a command and return the answer; what is told meanwhile goes to `events`."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": values}
        message |= {"sessionId": self.tab} if self.tab else {}
        self._send(message)
        while (answer := self._read()).get("id") != self.number:
            self.events.append(answer)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        return answer["result"]

    def _send(self, message: dict[str, Any]) -> None:
        rest = json.dumps(message).encode() + b"\0"
        while rest:
            rest = rest[os.write(self.to, rest) :]

    def _read(self) -> dict[str, Any]:
        """Return the next object that the browser sends."""
        end = time.monotonic() + PATIENCE
        while b"\0" not in self.buffer:
            if not select.select([self.back], [], [], max(0, end - time.monotonic()))[0]:
                raise TimeoutError("the browser does not answer")
            part = os.read(self.back, 1 << 16)
            if not part:
                raise ConnectionError("the browser has ended")
            self.buffer += part
        first, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(first)

    def open(self, page: Path | str, wide: int = 1600, scheme: str = "light") -> None:
        """Open a page in a window of this width and with this colour scheme, and wait until it is loaded."""
        self.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.ask("Emulation.setDeviceMetricsOverride", width=wide, height=900, deviceScaleFactor=1, mobile=wide < 600)
        self.events.clear()
        self.ask("Page.navigate", url=page.resolve().as_uri() if isinstance(page, Path) else page)
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self._read())

    def run(self, code: str) -> Any:
        """Run JavaScript in the page and return its value; a promise is waited for."""
        said = self.ask("Runtime.evaluate", expression=code, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in said:
            raise RuntimeError(said["exceptionDetails"]["exception"].get("description", said))
        return said["result"].get("value")

    def screenshot(self, path: Path, *, whole: bool = True) -> None:
        """Save a picture of the page, of all of it or of what is in sight."""
        said = self.ask("Page.captureScreenshot", format="png", captureBeyondViewport=whole, **self._clip(whole))
        path.write_bytes(base64.b64decode(said["data"]))

    def _clip(self, whole: bool) -> dict[str, Any]:
        size = self.ask("Page.getLayoutMetrics")["cssContentSize"]
        return {"clip": {**size, "scale": 1}} if whole else {}

    def pdf(self) -> bytes:
        """Return the page as it is printed."""
        return base64.b64decode(self.ask("Page.printToPDF", preferCSSPageSize=True, printBackground=True)["data"])

    def close(self) -> None:
        """End the browser."""
        os.close(self.to)
        os.close(self.back)
        os.kill(self.process, signal.SIGTERM)
        os.waitpid(self.process, 0)


def _pipe() -> tuple[int, int]:
    """Return the two ends of a pipe, at high file descriptors that a child does not inherit."""
    ends = os.pipe()
    high = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, HIGH) for end in ends]
    for end in ends:
        os.close(end)
    return high[0], high[1]
