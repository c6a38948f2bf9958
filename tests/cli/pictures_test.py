"""Pictures of small exact models, byte for byte: tests/cli/golden has them.

DROVER_WRITE_GOLDEN=1 writes them anew; look at each before it is kept."""
import base64
import os
import pathlib
import re
import zlib

from support import CliTest

GOLDEN = pathlib.Path(__file__).parent / "golden"
MODELS = {"square": "state,x,y\na,0,0\nb,1,0\nc,0,1\nd,1,1\n", "triangle": "state,x,y\na,0,1\nb,-1,-1\nc,1,-1\n",
          "triangle_m": "feature,moment\nx,1/7\ny,-2/7\n", "square_m": "feature,moment\nx,2/5\ny,3/7\n",
          "neuron": "state,x\n0,0\n1,1\n", "neuron_m": "feature,moment\nx,3/8\n"}
SQUARE = ("square.csv", "--moments", "square_m.csv")
TRIANGLE = ("triangle.csv", "--moments", "triangle_m.csv")
PICTURES = {
    "neuron": ("neuron", "--rate", "3/5", "--steps", 10),
    "orbit": ("dynamics", "orbit", *SQUARE, "--steps", 12),
    "orbit_line": ("dynamics", "orbit", "neuron.csv", "--moments", "neuron_m.csv", "--steps", 12),
    "torus": ("dynamics", "torus", *TRIANGLE, "--steps", 7),
    "words": ("dynamics", "words", "neuron.csv", "--moments", "neuron_m.csv", "--steps", 200, "--length", 16),
    "partition": ("dynamics", "partition", *TRIANGLE, "--length", 4, "--draw", 2, "--steps", 100),
    "attractor": ("dynamics", "attractor", *SQUARE, "--steps", 70, "--burn-in", 10, "--levels", 2),
    "tipi_line": ("dynamics", "tipi", "neuron.csv", "--moments", "neuron_m.csv", "--steps", 8, "--points", 5),
    "herd": ("herd", *SQUARE, "--steps", 64),
}


def with_plain_pixels(svg):
    """Images as their rows of pixels: what zlib makes of them may change from one release to the next."""
    def plain(match):
        png = base64.b64decode(match[1])
        chunks, at = {}, 8
        while at < len(png):
            size = int.from_bytes(png[at:at + 4], "big")
            chunks[png[at + 4:at + 8]] = png[at + 8:at + 8 + size]
            at += 12 + size
        columns = int.from_bytes(chunks[b"IHDR"][:4], "big")
        pixels = zlib.decompress(chunks[b"IDAT"])
        seen = [f"{k // (columns + 1)},{k % (columns + 1) - 1}:{pixel}" for k, pixel in enumerate(pixels) if pixel]
        head = f"{columns} columns, {len(pixels) // (columns + 1)} rows; row,column:colour"
        return f'href="{head} {" ".join(seen)} of {chunks[b"PLTE"].hex()}"'
    return re.sub(r'href="data:image/png;base64,([^"]*)"', plain, svg)

# Each with nothing to draw, and why.
EMPTY = [
    (("herd", *SQUARE, "--steps", 0), "No steps were taken"),
    (("herd", "same.csv", "--steps", 5), "The averages meet the moments at every step"),
    (("dynamics", "orbit", *SQUARE, "--steps", 0), "No steps were taken"),
    (("dynamics", "torus", *TRIANGLE, "--steps", 0), "No steps were taken"),
    (("dynamics", "section", *SQUARE, "--steps", 1, "--state", "d"), "State d was taken "),
    (("dynamics", "attractor", *SQUARE, "--steps", 10, "--zoom", "50,51,50,51"), "None of the points lies within these axes"),
    (("dynamics", "autocorrelation", "same.csv", "--steps", 5), "all states taken are the same"),
]


class Pictures(CliTest):
    def test_an_empty_picture_says_why(self):
        self.write(**MODELS, same="state,x,y\na,1,1\nb,1,1\n")
        for arguments, why in EMPTY:
            with self.subTest(arguments=arguments):
                done = self.run_drover(*arguments, "--svg", "a.svg")
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertIn(why, (self.folder / "a.svg").read_text())

    def test_small_exact_models_have_the_same_pictures_everywhere(self):
        self.write(**MODELS)
        for name, arguments in PICTURES.items():
            with self.subTest(picture=name):
                done = self.run_drover(*arguments, "--svg", "a.svg")
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                picture = with_plain_pixels((self.folder / "a.svg").read_text())
                golden = GOLDEN / f"{name}.svg"
                if os.environ.get("DROVER_WRITE_GOLDEN"):
                    GOLDEN.mkdir(exist_ok=True)
                    golden.write_text(picture)
                self.assertEqual(picture, golden.read_text())
