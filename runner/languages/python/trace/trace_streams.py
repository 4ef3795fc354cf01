"""The streams of a traced program: files in memory, so that output and input are known exactly at each step."""

import codecs
import fcntl
import io
import os
import resource
import sys
from io import TextIOWrapper
# The program may replace what is in modules.
from os import SEEK_CUR, fstat, ftruncate, lseek, pread, read, write

PIECE = 65536
# The tracer's own descriptors are the last ones that are allowed.
OWN_DESCRIPTORS = resource.getrlimit(resource.RLIMIT_NOFILE)[0] - 8


class Lines(io.RawIOBase):
    """The input, handed over by lines, so that no reader is ahead of its program."""

    def __init__(self, data, streams):
        super().__init__()
        self.data = data
        self.streams = streams

    def readable(self):
        return True

    def fileno(self):
        return 0

    def readinto(self, buffer):
        at = lseek(0, 0, SEEK_CUR)
        end = self.data.find(b'\n', at) + 1 or len(self.data)
        line = read(0, min(end - at, len(buffer))) if end > at else b''
        buffer[:len(line)] = line
        if not line:
            self.streams.asked_for_more = True
        return len(line)


class Printed:
    """What was written to a descriptor since the last look. It is removed then, so that no limit of files applies."""

    def __init__(self, descriptor, name):
        file = os.memfd_create(name)
        os.dup2(file, descriptor)
        os.close(file)
        fcntl.fcntl(descriptor, fcntl.F_SETFL, os.O_APPEND)
        # The program may close the descriptor.
        self.file = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, OWN_DESCRIPTORS)
        self.decoder = codecs.getincrementaldecoder('utf-8')('replace')

    def take(self):
        size = fstat(self.file).st_size
        if size == 0:
            return ''
        data = pread(self.file, size, 0)
        ftruncate(self.file, 0)
        return self.decoder.decode(data)


class Streams:
    """Standard input, output and error of the program. The trace goes to the former standard output."""

    def __init__(self):
        self.asked_for_more = False
        self.read_before = 0
        self.trace = fcntl.fcntl(1, fcntl.F_DUPFD_CLOEXEC, OWN_DESCRIPTORS)
        self.former_errors = fcntl.fcntl(2, fcntl.F_DUPFD_CLOEXEC, OWN_DESCRIPTORS)
        data = self.take_input()
        self.output = Printed(1, 'output')
        self.errors = Printed(2, 'errors')
        reader = io.BufferedReader(Lines(data, self))
        sys.stdin = TextIOWrapper(reader, encoding='utf-8', errors='surrogateescape')
        sys.stdout = self.open_output(1, 'strict')
        sys.stderr = self.open_output(2, 'backslashreplace')
        sys.__stdin__, sys.__stdout__, sys.__stderr__ = sys.stdin, sys.stdout, sys.stderr
        self.own = (sys.stdout, sys.stderr)

    @staticmethod
    def take_input():
        pieces = []
        while piece := os.read(0, PIECE):
            pieces.append(piece)
        data = b''.join(pieces)
        file = os.memfd_create('input')
        done = 0
        while done < len(data):
            done += os.write(file, data[done:])
        os.lseek(file, 0, os.SEEK_SET)
        os.dup2(file, 0)
        os.close(file)
        return data

    @staticmethod
    def open_output(descriptor, errors):
        raw = io.FileIO(descriptor, 'w', closefd=False)
        return TextIOWrapper(
            io.BufferedWriter(raw), encoding='utf-8', errors=errors, write_through=True, line_buffering=True
        )

    def write_trace(self, data):
        while data:
            data = data[write(self.trace, data):]

    def add_to(self, step):
        """Adds what was printed and read since the last step."""
        for stream in {id(one): one for one in (*self.own, sys.stdout, sys.stderr)}.values():
            # write_through leaves bytes in the binary buffer.
            if type(stream) is TextIOWrapper:
                flush(stream)
        printed = self.output.take()
        if printed:
            step['o'] = printed
        errors = self.errors.take()
        if errors:
            step['E'] = errors
        read = self.count_read()
        if read != self.read_before:
            self.read_before = step['i'] = read
        if self.asked_for_more:
            step['q'] = True
            self.asked_for_more = False

    def show_errors(self):
        """Passes what was written to standard error on: there is no trace."""
        flush(sys.stderr)
        write(self.former_errors, self.errors.take().encode('utf-8', 'replace'))

    def count_read(self):
        try:
            return lseek(0, 0, SEEK_CUR)
        except OSError:
            return self.read_before

    def close(self):
        """Flushes the program's streams, as Python does at the end."""
        for stream in (sys.stdout, sys.stderr):
            flush(stream)


def flush(stream):
    try:
        stream.flush()
    except Exception:
        # It is closed, detached, or none.
        pass
