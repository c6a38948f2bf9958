"""What drover synth leaves beside the rows: the page and the certificate"""
import fractions
import hashlib
import json
import os
import re
import threading

from synth_support import SynthTest, rows_text, townspeople

from certificate import sealed


class Page(SynthTest):
    def test_the_page_is_one_file_with_the_numbers(self):
        files = self.write_pairs(townspeople(1000))
        result, _ = self.synth(*files, "--report", "page.html")
        page = (self.folder / "page.html").read_text()
        self.assertTrue(page.startswith("<!DOCTYPE html>"))
        for part in ("<dt>rows</dt><dd>1,000</dd>", result["digest"], "<svg", "rows.csv", "age_work", result["zeros_used"],
                     result["search_used"], f"<dd>{result['mean_tv']:.3g}</dd>"):
            self.assertTrue(part in page, part)
        for part in ("<script", "href=", "src=", "@import", "url("):
            self.assertFalse(part in page, part)
        self.assertEqual(re.findall(r"https?://(?!www\.w3\.org/)", page), [])

    def test_the_page_has_the_same_bytes_again_and_changes_no_row(self):
        files = self.write_pairs(townspeople(500))
        plain, _ = self.synth(*files, "-n", 5000)
        pages = set()
        for _ in range(2):
            result, _ = self.synth(*files, "-n", 5000, "--report", "page.html")
            self.assertEqual(result["digest"], plain["digest"])
            pages.add((self.folder / "page.html").read_bytes())
        self.assertEqual(len(pages), 1)

    def test_names_cannot_break_the_page(self):
        self.write(t='"<b>",c&d,count\n<i>,1,2\n"""",2,3\n')
        self.synth("t.csv", "--report", "page.html")
        page = (self.folder / "page.html").read_text()
        for part in ("<b>", "<i>"):
            self.assertFalse(part in page, part)


class Certificates(SynthTest):
    HOLDS = re.compile(r"certificate holds: (\d+) rows, (\d+) tables?\n")

    def verdict(self, *arguments):
        done = self.run_drover("check", *arguments, "--cert", "cert.json")
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout

    def assert_holds(self, rows, tables):
        code, text = self.verdict()
        self.assertEqual((code, text.split("\n\n")[0]), (0, f"certificate holds: {rows} rows, {tables} tables"))

    def test_a_pipe_is_read_once_and_certified_as_it_was(self):
        files = self.write_pairs(townspeople(300))
        _, rows = self.synth(*files)
        pipes = [f"{name}.pipe" for name in files]
        for name, pipe in zip(files, pipes):
            os.mkfifo(self.folder / pipe)
            threading.Thread(target=lambda a=name, b=pipe: (self.folder / b).write_bytes(
                (self.folder / a).read_bytes()), daemon=True).start()
        _, again = self.synth(*pipes, "--cert", "cert.json")
        self.assertEqual([list(row) for row in again], [list(row) for row in rows])
        cert = json.loads((self.folder / "cert.json").read_text())
        self.assertEqual([file["sha256"] for file in cert["inputs"]],
                         [hashlib.sha256((self.folder / name).read_bytes()).hexdigest() for name in files])

    def test_a_certificate_of_tables_holds(self):
        files = self.write_pairs(townspeople(1000))
        result, _ = self.synth(*files, "-n", 1500, "--cert", "cert.json")
        self.assert_holds(1500, 6)
        certificate = json.loads((self.folder / "cert.json").read_text())
        self.assertEqual(certificate["outputs"], [{"role": "rows", "file": "rows.csv", "sha256": result["digest"]}])
        self.assertEqual(certificate["inputs"], [{"role": "table", "file": file, "sha256": self.sha256_of(file)} for file in files])
        self.assertEqual(certificate["facts"], {"rows": "1500", "unit": "1000", "exact": "true", "rounding": "0",
                                                "zeros_are_hard": "true", "impossible_rows": "0"})
        self.assertEqual(certificate, sealed(certificate))
        [fit] = certificate["tables"]
        self.assertEqual(fit["columns"], ["table", "columns", "l1_rows", "worst_cell_rows"])
        self.assertEqual(len(fit["rows"]), 6)
        for (_, _, l1, worst), table in zip(fit["rows"], result["tables"]):
            self.assertAlmostEqual(float(fractions.Fraction(l1)) / (2 * 1500), table["tv"])
            self.assertAlmostEqual(float(fractions.Fraction(worst)), table["worst_cell"])

    def test_certificates_hold_for_every_kind_of_run(self):
        people = townspeople(1000)
        files = self.write_pairs(people)
        self.write(people=rows_text(people), partial="age,town\nold,\n,B\n", sample=rows_text(townspeople(50, seed=2)),
                   noisy="age,town,count\nold,A,-3.5\nold,B,40.25\nyoung,A,\nchild,C,30\n")
        self.run_drover("tables", "people.csv", "-o", "t")
        (self.folder / "t/schema.json").rename(self.folder / "s.json")
        for arguments in ([*files, "--where", "age=old", "-n", 200], [*files, "--trust", "age_work=5", "-n", 300],
                          ["people.csv", "--also", "age,work,town"], [*files, "--complete", "partial.csv"],
                          [*files, "noisy.csv", "--noisy", "--absent", "unknown", "--total", "900", "-n", 400],
                          [*files[:3], "--like", "sample.csv", "-n", 300],
                          [*files, "--forbid", "age=old,work=full", "--forbid", "town=B,married=yes", "-n", 300],
                          [*reversed(files), "--zeros", "hard"], [*files, "--zeros", "soft", "--schema", "s.json"],
                          ["people.csv", "--order", "2", "--columns", "age,town", "--burn-in", "50"]):
            with self.subTest(arguments=arguments):
                self.synth(*arguments, "--cert", "cert.json")
                code, text = self.verdict()
                self.assertEqual(code, 0, text)
                self.assertRegex(text, self.HOLDS)

    def test_strata_have_a_certificate(self):
        people = townspeople(1000)
        self.write(people=rows_text(people))
        self.synth("people.csv", "--order", 0, "--also", "town,age", "--also", "town,work", "--by", "town",
                   "--cert", "cert.json")
        self.assert_holds(1000, 2)

    def test_a_changed_byte_is_found(self):
        files = self.write_pairs(townspeople(1000))
        self.synth(*files, "--cert", "cert.json")
        for name in ("rows.csv", "age_town.csv"):
            good = (self.folder / name).read_text()
            lines = good.split("\n")
            lines[3] = lines[3].replace("A", "B") if "A" in lines[3] else lines[3] + "0"
            (self.folder / name).write_text("\n".join(lines))
            code, text = self.verdict()
            self.assertEqual(code, 3)
            self.assertIn(f'"{name}": sha256: recorded ', text)
            (self.folder / name).write_text(good)
        self.assert_holds(1000, 6)

    def test_a_certificate_has_the_same_bytes_again(self):
        files = self.write_pairs(townspeople(300))
        texts = set()
        for threads in (1, 2):
            self.synth(*files, "--threads", threads, "--cert", "cert.json")
            texts.add((self.folder / "cert.json").read_bytes())
        self.assertEqual(len(texts), 1)
