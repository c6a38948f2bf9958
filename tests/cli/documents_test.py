"""The documents tell the truth: every block of `$ commands` in them prints what stands below each.

They run in a copy of the tree's examples, in the folder of the last `$ cd`; each document starts anew."""
import os
import pathlib
import re
import shutil
import subprocess

import support

ROOT = pathlib.Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```\n(\$ .*?)^```$", re.MULTILINE | re.DOTALL)


def examples(document):
    """Pairs of a command and the output that the document shows for it."""
    for block in BLOCK.findall(document):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield command, output


def without_seconds(output):
    return re.sub(r"^(seconds +)\S+$", r"\1...", output, flags=re.MULTILINE)


class Documents(support.CliTest):
    def setUp(self):
        super().setUp()
        shutil.copytree(ROOT / "examples", self.folder / "examples")
        path = pathlib.Path(support.PROGRAM).resolve().parent
        self.environment = {**os.environ, "PATH": f"{path}:{os.environ['PATH']}", "LC_ALL": "C"}

    def run_in_shell(self, command, folder):
        """What a terminal would show."""
        return subprocess.run(["sh", "-c", command], cwd=folder, env=self.environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False).stdout

    def check(self, document):
        found = list(examples((ROOT / document).read_text(encoding="utf-8")))
        self.assertTrue(any(command.startswith("drover ") for command, _ in found), f"no example in {document}")
        folder = self.folder
        for command, output in found:
            if command.startswith("cd "):
                folder = self.folder / command.removeprefix("cd ")
                continue
            with self.subTest(command=command):
                self.assertEqual(without_seconds(self.run_in_shell(command, folder)), without_seconds(output))

    def test_readme(self):
        self.check("README.md")

    @support.LONG
    def test_dynamics(self):
        self.check("docs/dynamics.md")

    @support.LONG
    def test_ising(self):
        self.check("docs/ising.md")

    def test_rbm(self):
        self.check("docs/rbm.md")

    def test_fit(self):
        self.check("docs/fit.md")

    def test_populate(self):
        self.check("docs/populate.md")

    def test_commands(self):
        self.check("docs/commands.md")
