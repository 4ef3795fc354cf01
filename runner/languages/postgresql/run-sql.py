"""Runs one job in its own PostgreSQL cluster: the input as the owner of the database, the source as the student.

Usage: run-sql.py FOLDER-OF-PROGRAMS ARCHIVE
    Unpacks the cluster and starts it, writes "ready\\n", and waits for the job on standard input: the length of the
    source (4 bytes, big endian), the source, and the input up to the end.
Usage: run-sql.py FOLDER-OF-PROGRAMS ARCHIVE SOURCE-FILE
    Reads the input from standard input.

Prints each result as CSV with a line of column names, and an empty line between results. NULL is written NULL; a text
that would read as anything else is quoted. Errors go to standard error as FILE:LINE:COLUMN: error: MESSAGE, with
status 1. The cluster is never shut down: it ends with the box.
"""
import os
import socket
import struct
import subprocess
import sys
import time

MAX_ROWS = 1000
MAX_MESSAGE_BYTES = 16 * 1024 * 1024
START_SECONDS = 60
FOLDER = "/box/.postgresql"
SOCKET = FOLDER + "/.s.PGSQL.5432"
SETTINGS = {
    "listen_addresses": "",
    "unix_socket_directories": FOLDER,
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "max_wal_size": "2MB",
    "min_wal_size": "2MB",
    "shared_buffers": "8MB",
    "max_connections": "4",
    "superuser_reserved_connections": "0",
    "max_worker_processes": "0",
    "max_logical_replication_workers": "0",
    "max_prepared_transactions": "0",
    "autovacuum": "off",
    "jit": "off",
    "huge_pages": "off",
    "dynamic_shared_memory_type": "mmap",
    "restart_after_crash": "off",
    "checkpoint_timeout": "1d",
    "lc_messages": "C",
    "timezone": os.environ.get("TZ", "UTC"),
}


class Gone(Exception):
    """The server closed the connection, or sent what no server sends."""


class Connection:
    """A connection of PostgreSQL's protocol 3.0, which uses only simple queries."""

    def __init__(self, user):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.connect(SOCKET)
        self.stream = self.socket.makefile("rb", 65536)
        self.is_in_transaction = False
        words = ["user", user, "database", "postgres", "client_encoding", "UTF8", "application_name", "sql"]
        body = b"".join(word.encode() + b"\0" for word in words) + b"\0"
        self.socket.sendall(struct.pack("!ii", len(body) + 8, 196608) + body)
        for kind, fields in self.messages():
            if kind == b"E":
                raise Gone(text_of(fields_of(fields).get("M")))

    def read(self, count):
        data = self.stream.read(count)
        if len(data) < count:
            raise Gone("The database ended the connection.")
        return data

    def messages(self):
        """Yields the kind and the body of each message until the server is ready for the next query."""
        while True:
            kind, length = struct.unpack("!ci", self.read(5))
            if not 4 <= length <= MAX_MESSAGE_BYTES:
                raise Gone("A row has more than %d MB." % (MAX_MESSAGE_BYTES >> 20))
            body = self.read(length - 4)
            if kind == b"Z":
                self.is_in_transaction = body == b"T"
                return
            yield kind, body

    def query(self, sql):
        body = sql.replace(b"\0", b" ") + b"\0"
        self.socket.sendall(b"Q" + struct.pack("!i", len(body) + 4) + body)
        return self.messages()

    def close(self):
        self.stream.close()
        self.socket.close()

    def refuse_copy(self):
        body = b"COPY FROM STDIN has no data here: use INSERT.\0"
        self.socket.sendall(b"f" + struct.pack("!i", len(body) + 4) + body)


def text_of(data):
    return "" if data is None else data.decode("utf-8", "replace")


def fields_of(body):
    """The fields of an error or notice, by their letter."""
    return {chr(field[0]): field[1:] for field in body.split(b"\0") if field}


def describe(fields, file, sql):
    """FILE:LINE:COLUMN: error: MESSAGE, and what else the server says."""
    place = file
    position = fields.get("P", b"")
    if position.isdigit():
        before = sql.decode("utf-8", "replace")[: int(position) - 1]
        place = "%s:%d:%d" % (file, before.count("\n") + 1, len(before) - before.rfind("\n"))
    lines = ["%s: error: %s" % (place, text_of(fields.get("M")))]
    for letter, name in (("D", "Detail"), ("H", "Hint"), ("W", "Context")):
        if letter in fields:
            lines.append("%s: %s" % (name, text_of(fields[letter])[:2000]))
    return "\n".join(lines) + "\n"


SPECIAL = (b",", b'"', b"\n", b"\r")
BLANK = b" \t\v\f"


def csv(cell):
    if cell is None:
        return b"NULL"
    if cell in (b"", b"NULL") or cell[0] in BLANK or cell[-1] in BLANK or any(one in cell for one in SPECIAL):
        return b'"' + cell.replace(b'"', b'""') + b'"'
    return cell


def columns_of(body):
    names = []
    at = 2
    for _ in range(struct.unpack_from("!h", body)[0]):
        end = body.index(b"\0", at)
        names.append(body[at:end])
        at = end + 19
    return names


def cells_of(body):
    cells = []
    at = 2
    for _ in range(struct.unpack_from("!h", body)[0]):
        length = struct.unpack_from("!i", body, at)[0]
        at += 4
        if length < 0:
            cells.append(None)
            continue
        cells.append(body[at : at + length])
        at += length
    return cells


class Results:
    """Prints results, or nothing if `out` is None."""

    def __init__(self, out):
        self.out = out
        self.tables = 0
        self.rows = None
        self.was_cut = False

    def begin(self, body):
        names = columns_of(body)
        # A result without columns has nothing to show.
        self.rows = 0 if names else None
        if self.rows is None or self.out is None:
            return
        if self.tables > 0:
            self.out.write(b"\n")
        self.tables += 1
        self.write(names)

    def add(self, body):
        if self.rows is None or self.out is None:
            return
        self.rows += 1
        if self.rows <= MAX_ROWS:
            self.write(cells_of(body))
        else:
            self.was_cut = True

    def write(self, cells):
        self.out.write(b",".join(map(csv, cells)) + b"\n")


def run(connection, sql, file, out):
    """Runs all statements up to the first error. Returns whether there was none."""
    results = Results(out)
    ok = True
    for kind, body in connection.query(sql):
        if kind == b"D":
            results.add(body)
        elif kind == b"T":
            results.begin(body)
        elif kind == b"E":
            ok = False
            if out is not None:
                out.flush()
            sys.stderr.write(describe(fields_of(body), file, sql))
        elif kind == b"N" and out is not None:
            fields = fields_of(body)
            sys.stderr.write("%s: %s\n" % (text_of(fields.get("S")), text_of(fields.get("M"))))
        elif kind == b"G":
            connection.refuse_copy()
    if out is not None:
        out.flush()
    if results.was_cut:
        sys.stderr.write("Only the first %d rows of a result are shown.\n" % MAX_ROWS)
    sys.stderr.flush()
    return ok


def start(programs, archive):
    os.umask(0o077)
    os.mkdir(FOLDER)
    subprocess.run(["/bin/tar", "-xf", archive, "-C", FOLDER], check=True, stdin=subprocess.DEVNULL)
    words = [programs + "/postgres", "-D", FOLDER + "/data"]
    for name, value in SETTINGS.items():
        words += ["-c", "%s=%s" % (name, value)]
    server = subprocess.Popen(
        words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    deadline = time.monotonic() + START_SECONDS
    while server.poll() is None and time.monotonic() < deadline:
        try:
            # Fills the server's caches too.
            for user in ("student", "teacher"):
                connection = Connection(user)
                run(connection, WARM_UP, "", None)
            return connection
        except (OSError, Gone):
            time.sleep(0.002)
    raise SystemExit("The database could not be started.")


WARM_UP = b"begin; create table warm (id integer primary key, name text); insert into warm values (1, 'a');" \
    b"select count(*), max(name) from warm group by id order by 1; rollback"


def read_job(arguments):
    if arguments:
        with open(arguments[0], "rb") as file:
            return file.read(), sys.stdin.buffer.read()
    head = sys.stdin.buffer.read(4)
    if len(head) < 4:
        raise SystemExit(1)
    source = sys.stdin.buffer.read(struct.unpack("!I", head)[0])
    return source, sys.stdin.buffer.read()


def main(programs, archive, *arguments):
    teacher = start(programs, archive)
    if not arguments:
        sys.stdout.write("ready\n")
        sys.stdout.flush()
    source, given = read_job(arguments)
    try:
        ok = run(teacher, given, "input.sql", None)
        # Its locks would hold the source up.
        if ok and teacher.is_in_transaction:
            ok = run(teacher, b"commit", "input.sql", None)
        teacher.close()
        ok = ok and run(Connection("student"), source, "script.sql", sys.stdout.buffer)
    except Gone as reason:
        sys.stdout.flush()
        sys.stderr.write("error: %s\n" % reason)
        ok = False
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0 if ok else 1)


main(*sys.argv[1:])
