"""What the browser is told of itself: a bounded number of listeners, each with a bounded queue."""

from __future__ import annotations

import json
import threading
from queue import Empty, Full, Queue
from typing import Any

MOST = 24
"""Listeners at a time; a browser needs one, whatever its number of tabs."""
WAITING = 500
"""Events that may wait for a listener that does not read; then it is dropped, and comes again."""


class Listener:
    """One open stream."""

    def __init__(self) -> None:
        self._events: Queue[bytes | None] = Queue(WAITING)
        self.lost = False

    def put(self, event: bytes) -> None:
        """Add an event; a listener whose queue is full is lost."""
        try:
            self._events.put_nowait(event)
        except Full:
            self.lost = True

    def next(self, seconds: float) -> bytes:
        """The next event, or a comment when none came for a while."""
        try:
            return self._events.get(timeout=seconds) or b": end\n\n"
        except Empty:
            return b": still here\n\n"


class Events:
    """Publishes to all listeners, from any thread."""

    def __init__(self) -> None:
        self._listeners: set[Listener] = set()
        self._lock = threading.Lock()

    def join(self) -> Listener | None:
        """A new listener; None when there are too many."""
        with self._lock:
            self._listeners = {one for one in self._listeners if not one.lost}
            if len(self._listeners) >= MOST:
                return None
            listener = Listener()
            self._listeners.add(listener)
            return listener

    def leave(self, listener: Listener) -> None:
        """Forget a listener."""
        with self._lock:
            self._listeners.discard(listener)

    @property
    def heard(self) -> bool:
        """Whether anybody listens."""
        return bool(self._listeners)

    def publish(self, name: str, data: dict[str, Any]) -> None:
        """Send an event to all."""
        event = f"event: {name}\ndata: {json.dumps(data, ensure_ascii=True)}\n\n".encode()
        with self._lock:
            for listener in self._listeners:
                listener.put(event)
