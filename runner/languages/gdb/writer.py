"""Writes the lines of the trace."""
import _thread
import json
import os
import signal
import time

TRACE = 3
MAX_BYTES = 4 * 1024 * 1024
# Room for the last line.
END_BYTES = 1024
FLUSH_SECONDS = 0.02
# The first ones are written at once.
FLUSHED_LINES = 50


class Full(Exception):
    """The trace has reached its limit of bytes."""


class Writer:
    """Lines are written in a second thread, at the latest after FLUSH_SECONDS: a tracer that is killed keeps them."""

    def __init__(self):
        self.written = 0
        self.lines = 0
        self.waiting = []
        self.lock = _thread.allocate_lock()
        # gdb's own handlers must run in the first thread.
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        _thread.start_new_thread(self.keep_flushing, ())
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)

    def keep_flushing(self):
        while True:
            time.sleep(FLUSH_SECONDS)
            self.flush()

    def flush(self):
        with self.lock:
            lines, self.waiting = self.waiting, []
            data = b"".join(lines)
            while data:
                data = data[os.write(TRACE, data) :]

    def write(self, line, is_last=False):
        text = json.dumps(line, separators=(",", ":"), ensure_ascii=False)
        data = text.encode("utf-8", "replace") + b"\n"
        if not is_last and self.written + len(data) > MAX_BYTES - END_BYTES:
            raise Full
        self.written += len(data)
        self.waiting.append(data)
        self.lines += 1
        if self.lines <= FLUSHED_LINES:
            self.flush()

    def write_head(self, language, files):
        self.write({"trace": 1, "language": language, "files": files})
