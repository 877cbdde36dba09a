"""JSON-RPC 2.0 over lines: one message a line, one answer a line. No input ends the serving."""

from __future__ import annotations

import json
import logging
import math
from collections.abc import Callable
from typing import Any, BinaryIO

import msgspec

log = logging.getLogger(__name__)

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS, INTERNAL_ERROR = -32700, -32600, -32601, -32602, -32603

MAX_LINE_BYTES = 1 << 24
"""Longer lines are read to their end and refused."""

Wire = dict[str, Any]
Call = Callable[[str, Wire], object]
"""A method's name and its params by name, to its result. Raises RpcError."""


class RpcError(Exception):
    """An error of JSON-RPC: its code, one sentence, and what a program may want to know."""

    def __init__(self, code: int, message: str, data: Wire | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data

    def wire(self) -> Wire:
        """The `error` member of an answer."""
        error: Wire = {"code": self.code, "message": self.message}
        return error if self.data is None else {**error, "data": self.data}


def serve(call: Call, stdin: BinaryIO, stdout: BinaryIO) -> None:
    """Answer the lines of `stdin` on `stdout`, each at once, until the input ends.

    Raises:
        BrokenPipeError: nobody reads the answers any more.
    """
    while line := stdin.readline(MAX_LINE_BYTES):
        answer = answer_line(call, line) if _read_to_end(line, stdin) else _too_long()
        if answer is not None:
            stdout.write(answer + b"\n")
            stdout.flush()


def answer_line(call: Call, line: bytes) -> bytes | None:
    """The answer to one line, without a line feed; None where there is none (notifications)."""
    try:
        message = parse(line)
    except RpcError as error:
        return _failure(None, error)
    if not isinstance(message, list):
        return _answer(call, message)
    if not message:
        return _failure(None, RpcError(INVALID_REQUEST, "The batch is empty."))
    answers = [answer for request in message if (answer := _answer(call, request)) is not None]
    return b"[" + b",".join(answers) + b"]" if answers else None


def parse(line: bytes) -> object:
    """The JSON value of a line. Numbers too large for this machine become infinity, which no rule accepts.

    Raises:
        RpcError: the line is no JSON in UTF-8.
    """
    try:
        return msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError):
        pass  # the slower parser also takes what is unusual and yet JSON: large numbers, lone surrogates
    try:
        return json.loads(line.decode(), parse_int=_int, parse_constant=_no_number)
    except RecursionError:
        raise RpcError(PARSE_ERROR, "The line cannot be read: it is nested too deeply.") from None
    except ValueError as error:  # of JSON as of UTF-8
        raise RpcError(PARSE_ERROR, f"The line is no JSON: {error}.") from None


def _read_to_end(line: bytes, stdin: BinaryIO) -> bool:
    """Whether the whole line has been read; if not, the rest of it is read and dropped."""
    if len(line) < MAX_LINE_BYTES or line.endswith(b"\n"):
        return True
    while (rest := stdin.readline(MAX_LINE_BYTES)) and not rest.endswith(b"\n"):
        pass
    return False


def _too_long() -> bytes:
    return _failure(None, RpcError(PARSE_ERROR, f"The line is too long: at most {MAX_LINE_BYTES} bytes are read."))


def _answer(call: Call, request: object) -> bytes | None:
    """The answer to one request; None to a notification."""
    try:
        method, params = _read(request)
    except RpcError as error:
        key = request.get("id") if isinstance(request, dict) else None
        return _failure(key if _is_id(key) else None, error)
    assert isinstance(request, dict)
    key = request.get("id")
    try:
        if not isinstance(params, dict):
            raise RpcError(INVALID_PARAMS, "The params go by name: send an object.")
        answer = _encode({"jsonrpc": "2.0", "id": key, "result": call(method, params)})
    except RpcError as error:
        answer = _failure(key, error)
    except Exception:
        log.exception("method %s failed", method)
        answer = _failure(key, RpcError(INTERNAL_ERROR, "The engine failed here; the details are in the log."))
    return answer if "id" in request else None


def _read(request: object) -> tuple[str, Wire | list[Any]]:
    """Method and params of a request, empty where there are none. Raises RpcError: it is no request."""
    if not isinstance(request, dict):
        raise RpcError(INVALID_REQUEST, "A request is an object.")
    method, params = request.get("method"), request.get("params", {})
    if request.get("jsonrpc") != "2.0":
        raise RpcError(INVALID_REQUEST, 'A request has the member "jsonrpc": "2.0".')
    if not isinstance(method, str):
        raise RpcError(INVALID_REQUEST, "A request names its method in a string.")
    if not isinstance(params, dict | list):
        raise RpcError(INVALID_REQUEST, "The params of a request are an object.")
    if not _is_id(request.get("id")):
        raise RpcError(INVALID_REQUEST, "The id of a request is a string, a number or null.")
    return method, params or {}  # an empty array is no params by position


def _is_id(value: object) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    return value is None or (isinstance(value, str | int) and not isinstance(value, bool))


def _failure(key: object, error: RpcError) -> bytes:
    return _encode({"jsonrpc": "2.0", "id": key, "error": error.wire()})


def _encode(value: Wire) -> bytes:
    try:
        return msgspec.json.encode(value)
    except (ValueError, OverflowError):  # a lone surrogate or a huge number, in an id for instance
        return json.dumps(msgspec.to_builtins(value), separators=(",", ":")).encode()


def _int(digits: str) -> int | float:
    try:
        return int(digits)
    except ValueError:  # more digits than Python reads
        return -math.inf if digits.startswith("-") else math.inf


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no number")
