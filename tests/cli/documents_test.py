"""The documents tell the truth: every `$ drover ...` in them prints what stands below it."""
import pathlib
import re
import shlex
import subprocess
import unittest

import support

ROOT = pathlib.Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```\n(\$ drover .*?)^```$", re.MULTILINE | re.DOTALL)


def examples(document):
    """Pairs of a command and the output that the document shows for it."""
    for block in BLOCK.findall((ROOT / document).read_text()):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield command, output


class Documents(unittest.TestCase):
    maxDiff = None

    def check(self, document, folder):
        found = list(examples(document))
        self.assertTrue(found, f"no example in {document}")
        for command, output in found:
            with self.subTest(command=command):
                done = subprocess.run([support.PROGRAM, *shlex.split(command)[1:]], cwd=ROOT / folder, text=True,
                                      capture_output=True, check=False)
                self.assertEqual(done.stdout, output)

    def test_readme(self):
        self.check("README.md", "examples/dice")

    def test_commands(self):
        self.check("docs/commands.md", "examples/dice")
