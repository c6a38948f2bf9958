"""A PostgreSQL of one's own, in a temporary folder, reached by a socket there: for tests and benchmarks."""
import contextlib
import os
import pathlib
import shutil
import subprocess
import tempfile


class Absent(Exception):
    """Why there is no server."""


class Server:
    """A running server; `uri` is what drivers connect to."""

    def __init__(self, folder, psql):
        self._psql = [psql, "-X", "-q", "--csv", "-h", folder, "-U", "drover", "postgres", "-v", "ON_ERROR_STOP=1"]
        self.uri = f"postgresql://drover@/postgres?host={folder}"

    def run(self, sql):
        """Runs SQL; the result as CSV."""
        return subprocess.run(self._psql, input=sql, check=True, capture_output=True, text=True).stdout

    def copy(self, table, source):
        """Adds CSV records without a header, from an open file or pipe."""
        subprocess.run([*self._psql, "-c", f"COPY {table} FROM STDIN (FORMAT csv)"], stdin=source, check=True)


def _program(name):
    found = [shutil.which(name), *sorted(map(str, pathlib.Path("/usr/lib/postgresql").glob(f"*/bin/{name}")), reverse=True)]
    return next((path for path in found if path), None)


def _as_user(command):
    """PostgreSQL does not run as root."""
    if os.geteuid() != 0:
        return command
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *command]


@contextlib.contextmanager
def postgres_server(settings=""):
    programs = {name: _program(name) for name in ("initdb", "pg_ctl", "psql")}
    if not all(programs.values()):
        raise Absent("PostgreSQL is not installed")
    if os.geteuid() == 0 and (subprocess.run(["id", "postgres"], capture_output=True).returncode or not shutil.which("setpriv")):
        raise Absent("PostgreSQL does not run as root, and there is no other user for it")
    folder = tempfile.mkdtemp(prefix="pg")
    run = {"check": True, "capture_output": True, "cwd": folder}
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres", "postgres")
        subprocess.run(_as_user([programs["initdb"], "-D", f"{folder}/data", "-A", "trust", "-U", "drover",
                                 "--encoding=UTF8", "--no-sync"]), **run)
        server = [programs["pg_ctl"], "-D", f"{folder}/data", "-l", f"{folder}/log"]
        subprocess.run(_as_user([*server, "-w", "-o", f"-k {folder} -c listen_addresses= -F {settings}", "start"]), **run)
        try:
            yield Server(folder, programs["psql"])
        finally:
            subprocess.run(_as_user([*server, "-m", "immediate", "stop"]), **run)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
