"""Waits for what a process does, never for a while, so that tests pass on a machine of any speed."""
import fcntl
import os
import pathlib
import pty
import re
import select
import signal
import struct
import subprocess
import tempfile
import termios
import time
import tty

HANG = 600  # seconds; whatever takes longer hangs, even on a busy machine


class EndedEarly(AssertionError):
    """The program ended before it did what was waited for."""


def wait_until(holds, what, process=None):
    """Until holds() is true. Fails if the process ends before, or if nothing happens."""
    deadline = time.monotonic() + HANG
    while not holds():
        if process is not None and process.poll() is not None and not holds():
            raise EndedEarly(f"the program ended with exit code {process.returncode} before {what}")
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {HANG} seconds for {what}")
        time.sleep(0.0005)


def kill_once_rewritten(program, arguments, folder, name, changes):
    """Runs the program and kills it once it has written the file so often."""
    path = pathlib.Path(folder) / name
    seen = {path.stat().st_mtime_ns} if path.exists() else set()
    wanted = len(seen) + changes

    def has_changed():
        if path.exists():
            seen.add(path.stat().st_mtime_ns)
        return len(seen) >= wanted

    with subprocess.Popen([program, *map(str, arguments)], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        wait_until(has_changed, f"{name} was written {changes} times", process)
        process.kill()
    if process.returncode != -signal.SIGKILL:
        raise EndedEarly(f"the program ended with exit code {process.returncode} before it was killed")


def processor_time(process):
    """Seconds that all threads of a process have worked, whatever others did meanwhile; 0 once it has been waited for."""
    try:
        return time.clock_gettime(~process.pid << 3 | 2)  # Linux: the CPU-time clock of a process
    except OSError:
        return 0.0


def _signals(process, field):
    """A set of signals in /proc/PID/status."""
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8")
    return int(re.search(rf"^{field}:\s*(\w+)", status, re.MULTILINE)[1], 16)


def _has(signals, which):
    return bool(signals >> (which - 1) & 1)


def wait_for_handler(process, which=signal.SIGINT):
    """Until the program catches the signal."""
    wait_until(lambda: _has(_signals(process, "SigCgt"), which), f"it catches {which.name}", process)


def wait_for_work(process, seconds=0.3):
    """Until the program catches signals and has worked for so long."""
    wait_for_handler(process)
    wait_until(lambda: processor_time(process) > seconds, f"{seconds} seconds of work", process)


def wait_until_delivered(process, which):
    """Until a signal that was sent is no longer pending: a second one before that would be lost."""
    wait_until(lambda: process.poll() is not None or not _has(_signals(process, "ShdPnd"), which), f"{which.name} arrives")


def is_locked(path):
    """Whether a process holds a lock on the file."""
    if not path.exists():
        return False
    inode = path.stat().st_ino
    return re.search(rf":{inode} ", pathlib.Path("/proc/locks").read_text(encoding="utf-8")) is not None


def set_columns(terminal, columns):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))


def printed_on_terminal(command, folder, columns):
    """What a process prints on a terminal of that width; its standard error must stay empty."""
    terminal, slave = pty.openpty()
    tty.setraw(slave)
    set_columns(slave, columns)
    said = b""
    with subprocess.Popen(list(map(str, command)), cwd=folder, stdin=subprocess.DEVNULL, stdout=slave,
                          stderr=subprocess.PIPE) as process:
        os.close(slave)
        try:
            while more := os.read(terminal, 4096):
                said += more
        except OSError:  # Linux, once nobody has the other end
            pass
        errors = process.stderr.read()
    os.close(terminal)
    if errors:
        raise AssertionError(errors.decode())
    return said.decode()


class OnTerminal:
    """A process whose standard error is a terminal, where it shows its progress; standard output goes to a file."""
    PROGRESS = re.compile(rb"\r[^\r\n]*?\x1b\[K")
    LINE = re.compile(rb"\r[^\r\n]*? (\d+) %")

    def __init__(self, command, folder, columns=0):
        self._terminal, slave = pty.openpty()
        tty.setraw(slave)  # newlines as they are written
        set_columns(slave, columns)
        self._output = tempfile.TemporaryFile()
        self._said = b""
        self.process = subprocess.Popen(list(map(str, command)), cwd=folder, stdin=subprocess.DEVNULL, stdout=self._output,
                                        stderr=slave)
        os.close(slave)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self._terminal)
        self._output.close()

    def _read(self):
        """False at the end."""
        if not select.select([self._terminal], [], [], HANG)[0]:
            raise AssertionError(f"nothing on standard error for {HANG} seconds")
        try:
            more = os.read(self._terminal, 4096)
        except OSError:  # Linux, once nobody has the other end
            return False
        self._said += more
        return bool(more)

    def wait_for_progress(self, percent=0):
        """Until it shows that so much is done: the work has begun."""
        deadline = time.monotonic() + HANG
        while not any(int(share) >= percent for share in self.LINE.findall(self._said)):
            if not self._read():
                raise EndedEarly(f"the program ended before it showed {percent} %: {self._said.decode()}")
            if time.monotonic() > deadline:
                raise AssertionError(f"waited {HANG} seconds for {percent} %: {self._said.decode()}")

    def lines(self):
        """The progress lines so far, without what moves the cursor."""
        return [line.decode().strip("\r").removesuffix("\x1b[K") for line in self.PROGRESS.findall(self._said)]

    def wait_for_line(self, holds, what):
        """Until it shows a progress line for which holds(line) is true, which is returned."""
        while True:
            for line in self.lines():
                if holds(line):
                    return line
            if not self._read():
                raise EndedEarly(f"the program ended before {what}: {self._said.decode()}")

    def resize(self, columns):
        self._said = b""
        set_columns(self._terminal, columns)

    def interrupt(self, how=signal.SIGINT):
        """Sends the signal; the exit code, standard output, and standard error without the progress."""
        self.process.send_signal(how)
        return self.end()

    def end(self):
        while self._read():
            pass
        code = self.process.wait(HANG)
        self._output.seek(0)
        return code, self._output.read().decode(), self.PROGRESS.sub(b"", self._said).decode()
