"""As much of D-Bus as a screen reader needs: calls with words and numbers, answers of any type.

Python has no client of its own, and Qt's does not hand arrays of structures over to Python.
"""

from __future__ import annotations

import os
import socket
import struct
from collections.abc import Sequence

SIZES = {"y": 1, "n": 2, "q": 2, "i": 4, "u": 4, "b": 4, "x": 8, "t": 8, "d": 8}
CODES = {"y": "B", "n": "h", "q": "H", "i": "i", "u": "I", "b": "I", "x": "q", "t": "Q", "d": "d"}
CALL, ANSWER, ERROR, SIGNAL = 1, 2, 3, 4
PATH, INTERFACE, MEMBER, REPLY_TO, DESTINATION, SIGNATURE = 1, 2, 3, 5, 6, 8


class BusError(Exception):
    """What was asked has no such thing, or is gone."""


class Bus:
    """One connection to a bus; calls wait for their answers."""

    def __init__(self, address: str, timeout_s: float) -> None:
        where = dict(part.split("=", 1) for part in address.split(":", 1)[1].split(","))
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(timeout_s)
        self._socket.connect(where.get("path") or "\0" + where["abstract"])
        user = str(os.getuid()).encode().hex()
        self._socket.sendall(f"\0AUTH EXTERNAL {user}\r\n".encode())
        assert self._socket.recv(200).startswith(b"OK"), "the bus does not let us in"
        self._socket.sendall(b"BEGIN\r\n")
        self._serial = 0
        bus = "org.freedesktop.DBus"
        self.call(bus, "/org/freedesktop/DBus", bus, "Hello")

    def call(
        self,
        owner: str,
        path: str,
        interface: str,
        method: str,
        signature: str = "",
        given: Sequence[object] = (),
    ) -> list[object]:
        """Ask, and give what is answered.

        Raises
        ------
        BusError: it cannot be asked that.
        """
        self._serial += 1
        body = Writer()
        for kind, value in zip(kinds(signature), given, strict=True):
            body.put(kind, value)
        head = Writer()
        for byte in (ord("l"), CALL, 0, 1):
            head.put("y", byte)
        head.put("u", len(body.made))
        head.put("u", self._serial)
        fields = Writer()
        told = [(PATH, "o", path), (INTERFACE, "s", interface), (MEMBER, "s", method)]
        told.append((DESTINATION, "s", owner))
        if signature:
            told.append((SIGNATURE, "g", signature))
        for code, kind, value in told:
            fields.pad(8)
            fields.put("y", code)
            fields.put("v", (kind, value))
        head.put("u", len(fields.made))
        head.made += fields.made
        head.pad(8)
        self._socket.sendall(bytes(head.made + body.made))
        while True:
            kind, reply_to, answer = self._read()
            if reply_to == self._serial and kind in (ANSWER, ERROR):
                if kind == ERROR:
                    raise BusError(f"{interface}.{method} of {path}: {answer}")
                return answer

    def _read(self) -> tuple[int, int, list[object]]:
        start = self._exactly(16)
        length, fields = struct.unpack_from("<I", start, 4)[0], struct.unpack_from("<I", start, 12)
        whole = start + self._exactly((fields[0] + 7) // 8 * 8 + length)
        reader = Reader(whole)
        reader.at = 12
        said = dict(reader.take("a(yv)"))  # type: ignore[call-overload]
        reader.pad(8)
        signature = said.get(SIGNATURE, "")
        return whole[1], said.get(REPLY_TO, 0), [reader.take(kind) for kind in kinds(signature)]

    def _exactly(self, count: int) -> bytes:
        found = bytearray()
        while len(found) < count:
            part = self._socket.recv(count - len(found))
            if not part:
                raise ConnectionError("the bus has gone")
            found += part
        return bytes(found)

    def close(self) -> None:
        """Leave."""
        self._socket.close()


def kinds(signature: str) -> list[str]:
    """The single types of a signature."""
    found, rest = [], signature
    while rest:
        end = _end(rest)
        found.append(rest[:end])
        rest = rest[end:]
    return found


def _end(signature: str) -> int:
    if signature[0] == "a":
        return 1 + _end(signature[1:])
    if signature[0] in "({":
        depth = 0
        for at, letter in enumerate(signature):
            depth += (letter in "({") - (letter in ")}")
            if not depth:
                return at + 1
    return 1


class Writer:
    """Values as they go over the wire."""

    def __init__(self) -> None:
        self.made = bytearray()

    def pad(self, to: int) -> None:
        """Zeros up to the next multiple."""
        self.made += bytes(-len(self.made) % to)

    def put(self, kind: str, value: object) -> None:
        """One value of a type: words, numbers, or a variant as (type, value)."""
        if kind in SIZES:
            self.pad(SIZES[kind])
            self.made += struct.pack("<" + CODES[kind], value)
        elif kind in "so":
            text = str(value).encode()
            self.put("u", len(text))
            self.made += text + b"\0"
        elif kind == "g":
            self.made += bytes([len(str(value))]) + str(value).encode() + b"\0"
        else:
            assert kind == "v", kind
            assert isinstance(value, tuple)
            self.put("g", value[0])
            self.put(value[0], value[1])


class Reader:
    """Values as they come."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def pad(self, to: int) -> None:
        """Over the zeros."""
        self.at += -self.at % to

    def take(self, kind: str) -> object:
        """The next value."""
        if kind in SIZES:
            self.pad(SIZES[kind])
            self.at += SIZES[kind]
            return struct.unpack_from("<" + CODES[kind], self.data, self.at - SIZES[kind])[0]
        if kind in "sog":
            count = self.data[self.at] if kind == "g" else self.take("u")
            self.at += kind == "g"
            assert isinstance(count, int)
            text = self.data[self.at : self.at + count].decode()
            self.at += count + 1
            return text
        if kind == "v":
            return self.take(str(self.take("g")))
        if kind[0] == "a":
            length = self.take("u")
            assert isinstance(length, int)
            self.pad(8 if kind[1] in "({xtd" else 4 if kind[1] in "auibso" else 1)
            end, found = self.at + length, []
            while self.at < end:
                found.append(self.take(kind[1:]))
            return found
        self.pad(8)
        return tuple(self.take(part) for part in kinds(kind[1:-1]))
