"""A screen reader's end of AT-SPI: the program in a process of its own, asked over the bus only.

A display without a screen (Xvfb), a bus of its own and its registry: what a blind user's machine
has. Nothing here knows a widget: only names, roles, states, values and actions.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tests.app.window.bus import Bus, BusError

ROOT = Path(__file__).resolve().parents[3]
LAUNCHERS = ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher")
SPI = "org.a11y.atspi."
CHECKED, ENABLED, FOCUSABLE, SELECTED, SHOWING = 4, 8, 11, 23, 25
"""Bits of a state, by the numbers of AT-SPI."""
LONGEST_S = 120.0
CALL_S = 60.0
MOST_CHILDREN = 60
"""Of a table as many cells: what is told of the next ones is told alike."""


def lacking() -> str:
    """What this machine lacks for it; nothing where all is there."""
    for tool in ("Xvfb", "dbus-daemon"):
        if shutil.which(tool) is None:
            return f"{tool} is not installed: no walk over AT-SPI"
    if _launcher() is None:
        return "at-spi-bus-launcher (at-spi2-core) is not installed: no walk over AT-SPI"
    return ""


def _launcher() -> str | None:
    return next((path for path in LAUNCHERS if Path(path).exists()), None)


@dataclass(frozen=True)
class Node:
    """One thing that a screen reader reads out."""

    bus: Bus
    owner: str
    path: str

    def ask(self, interface: str, method: str, signature: str = "", *given: object) -> object:
        """Call a method of AT-SPI; ``None`` where it is gone by now, or has no such thing."""
        if not interface.startswith("org."):
            interface = SPI + interface
        try:
            found = self.bus.call(self.owner, self.path, interface, method, signature, given)
        except BusError:
            return None
        return found[0] if found else None

    def get(self, interface: str, prop: str) -> object:
        """A property."""
        return self.ask("org.freedesktop.DBus.Properties", "Get", "ss", SPI + interface, prop)

    @property
    def name(self) -> str:
        """As it is read out."""
        return str(self.get("Accessible", "Name") or "").replace("\u00a0", " ")

    @property
    def description(self) -> str:
        """What is told besides."""
        return str(self.get("Accessible", "Description") or "").replace("\u00a0", " ")

    @property
    def role(self) -> str:
        """What it is."""
        return str(self.ask("Accessible", "GetRoleName") or "")

    def has(self, state: int) -> bool:
        """Whether it is in a state."""
        low, high = self.ask("Accessible", "GetState") or (0, 0)  # type: ignore[misc]
        return bool((low | high << 32) >> state & 1)

    def children(self) -> list[Node]:
        """What is in it, of hundreds the first."""
        found = self.ask("Accessible", "GetChildren") or []
        assert isinstance(found, list)
        return [Node(self.bus, owner, path) for owner, path in found[:MOST_CHILDREN]]

    def walk(self) -> Iterator[Node]:
        """It and all that is shown in it, parents first."""
        yield self
        for child in self.children():
            if child.has(SHOWING):
                yield from child.walk()

    def actions(self) -> list[str]:
        """What can be done with it, by name."""
        count = self.get("Action", "NActions")
        if not isinstance(count, int):
            return []
        return [str(self.ask("Action", "GetName", "i", n)) for n in range(count)]

    def do(self, action: str) -> None:
        """Do it."""
        names = self.actions()
        assert action in names, (self.name, names)
        assert self.ask("Action", "DoAction", "i", names.index(action)), (self.name, action)

    @property
    def value(self) -> float:
        """Of a slider or a number."""
        found = self.get("Value", "CurrentValue")
        assert isinstance(found, (int, float)), (self.name, found)
        return float(found)

    def turn(self, value: float) -> None:
        """Give a slider or a number another value."""
        given = (SPI + "Value", "CurrentValue", ("d", value))
        self.ask("org.freedesktop.DBus.Properties", "Set", "ssv", *given)


class Screen:
    """The program on a display of its own, with its bus; ended on leaving."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._running: list[subprocess.Popen[str]] = []
        self._buses: list[Bus] = []

    def __enter__(self) -> Screen:
        try:
            self._begin()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_problem: object) -> None:
        for one in reversed(self._running):
            # With what it started in turn: the launcher has a bus of its own.
            with suppress(ProcessLookupError):
                os.killpg(one.pid, signal.SIGKILL)
            one.wait()
            if one.stdout is not None:
                one.stdout.close()
        for bus in self._buses:
            bus.close()

    def _begin(self) -> None:
        environment = {k: v for k, v in os.environ.items() if not k.startswith(("QT_", "DBUS_"))}
        for name in ("XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME"):
            (self._folder / name).mkdir(mode=0o700)
            environment[name] = str(self._folder / name)
        number = self._line(["Xvfb", "-displayfd", "1", "-screen", "0", "1400x900x24"], environment)
        environment["DISPLAY"] = f":{number}"
        environment["DBUS_SESSION_BUS_ADDRESS"] = address = self._line(
            ["dbus-daemon", "--session", "--nofork", "--print-address=1"], environment
        )
        launcher = _launcher()
        assert launcher is not None
        self._start([launcher, "--launch-immediately"], environment)
        session = self._bus(address)
        self._wait(lambda: "org.a11y.Bus" in _names(session), "a bus for screen readers")
        asked = session.call("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress")
        self.bus = self._bus(str(asked[0]))
        environment |= {
            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
            "QT_QPA_PLATFORM": "xcb",
            "PYTHONPATH": str(ROOT),
            "OPENBLAS_NUM_THREADS": "1",
        }
        self._start([sys.executable, "-P", "-m", "app"], environment)
        registry = Node(self.bus, SPI + "Registry", "/org/a11y/atspi/accessible/root")
        self._wait(lambda: bool(registry.children()), "the program")
        self.program = registry.children()[0]

    def _start(
        self, command: list[str], environment: dict[str, str], *, told: bool = False
    ) -> subprocess.Popen[str]:
        made = subprocess.Popen(
            command,
            env=environment,
            cwd=self._folder,
            stdout=subprocess.PIPE if told else subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )
        self._running.append(made)
        return made

    def _line(self, command: list[str], environment: dict[str, str]) -> str:
        output = self._start(command, environment, told=True).stdout
        assert output is not None
        return output.readline().strip()

    def _bus(self, address: str) -> Bus:
        self._buses.append(Bus(address, CALL_S))
        return self._buses[-1]

    def _wait(self, until: object, what: str) -> None:
        assert callable(until)
        end = time.monotonic() + LONGEST_S
        while time.monotonic() < end:
            if until():
                return
            time.sleep(0.2)
        raise TimeoutError(what)

    def find(self, role: str, begins: str, *, longest_s: float = LONGEST_S) -> Node:
        """What has this role and a name that begins so; waited for."""
        end = time.monotonic() + longest_s
        while time.monotonic() < end:
            for node in self.program.walk():
                if node.role == role and node.name.startswith(begins):
                    return node
            time.sleep(0.3)
        heard = [(n.role, n.name) for n in self.program.walk() if n.name]
        raise TimeoutError(f"{role} {begins!r} was not read out, but {heard}")

    def heard(self) -> list[tuple[str, str]]:
        """Role and name of all that is shown."""
        return [(node.role, node.name) for node in self.program.walk()]


def _names(bus: Bus) -> list[str]:
    found = bus.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                     "ListNames")[0]  # fmt: skip
    assert isinstance(found, list)
    return found
