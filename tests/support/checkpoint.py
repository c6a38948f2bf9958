"""Checkpoints of drover (drover.job/1), read as far as tests need them."""
import hashlib
import struct

SEAL_SIZE = 64


class Checkpoint:
    """The parts of a checkpoint: `product`, `inputs` and `options`, and the bytes of the `state` after them."""

    def __init__(self, data):
        line, self._left = data[:-SEAL_SIZE].split(b"\n", 1)
        assert line == b"drover.job/1", line
        self.product = self._text()
        self.version = self._number()
        self.inputs = [tuple(self._text() for _ in range(3)) for _ in range(self._number())]
        self.options = [tuple(self._text() for _ in range(2)) for _ in range(self._number())]
        self.state = self._left

    def _number(self):
        number, self._left = int.from_bytes(self._left[:8], "little"), self._left[8:]
        return number

    def _text(self):
        size = self._number()
        text, self._left = self._left[:size].decode(), self._left[size:]
        return text

    def number(self, index):
        """Of the state, of those of eight bytes at its beginning."""
        return int.from_bytes(self.state[8 * index:8 * index + 8], "little")

    def with_state(self, state):
        """The bytes of the same checkpoint with another state, sealed: anyone who forges one can do that."""
        texts = lambda values: b"".join(struct.pack("<Q", len(value.encode())) + value.encode() for value in values)
        body = b"drover.job/1\n" + texts([self.product]) + struct.pack("<Q", self.version)
        for entries in (self.inputs, self.options):
            body += struct.pack("<Q", len(entries)) + b"".join(texts(entry) for entry in entries)
        body += state
        return body + hashlib.sha256(body).hexdigest().encode()


def read_checkpoint(path):
    return Checkpoint(path.read_bytes())


def rows_and_bytes(path):
    """How many rows a checkpoint of synth has, and their bytes."""
    checkpoint = read_checkpoint(path)
    return checkpoint.number(0), checkpoint.number(1)
