"""Limits: signals, memory, threads, long texts and large numbers end in an answer or in one line that says why"""
import json
import resource
import signal
import subprocess

import support
from process import processor_time, wait_for_work
from support import CliTest
from synth_support import SynthTest, townspeople

SOON = 10  # seconds of work, for what takes less than one on a quick machine and optimized
CHUNK = 1024  # rows that synth makes at a time


def children_time():
    """Seconds that programs have worked that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def limited(which, size):
    return lambda: resource.setrlimit(which, (size, size))


class Signals(SynthTest):
    def assert_stops(self, *arguments, code=130, signals=(signal.SIGINT, signal.SIGTERM)):
        """Each signal, given while the program works, ends it soon. Uninterrupted it would work for hours."""
        for given in signals:
            with self.subTest(arguments=arguments, signal=given):
                before = children_time()
                with subprocess.Popen([support.PROGRAM, *map(str, arguments)], cwd=self.folder, text=True,
                                      stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
                    wait_for_work(process)
                    worked = processor_time(process)
                    process.send_signal(given)
                    error = process.communicate()[1]
                    self.assertEqual(process.returncode, code, error)
                self.assertLess(children_time() - before - worked, SOON)

    def test_burn_in(self):
        files = self.write_pairs(townspeople(1000))
        self.assert_stops("synth", *files, "--burn-in", "1e9", "-n", 10, "-o", "rows.csv")
        self.assertFalse((self.folder / "rows.csv").exists())

    def test_rows_that_hardly_ever_come(self):
        cells = [f"{a},{b},{1 if a == 0 else 10000}\n" for a in range(60) for b in range(2)]
        self.write(t="a,b,count\n" + "".join(cells))
        self.assert_stops("synth", "t.csv", "--where", "a=0", "-n", 1000000, "-o", "rows.csv")

    def test_a_run_that_is_stopped_before_its_first_row_goes_on(self):
        files = self.write_pairs(townspeople(1000))
        run, (code, _, said) = self.interrupt_in_time(
            lambda burn_in: ["synth", *files, "-n", 100, "--burn-in", burn_in, "-o", "rows.csv", "--checkpoint", "c.json"],
            500000, how=signal.SIGTERM)
        self.assertEqual((code, said), (130, "drover: interrupted after 0 rows; continue with --resume c.json\n"))
        self.json_of(*run, "--resume", "c.json")
        whole = self.json_of(*run[:run.index("-o")], "-o", "whole.csv")
        self.assertEqual(self.sha256_of("rows.csv"), whole["digest"])

    def test_time_is_kept_within_a_chunk(self):
        people = [{f"c{k}": str((row * (k + 3) ** 3 + row // (k + 2)) % 9) for k in range(24)} for row in range(400)]
        self.write(people="\n".join([",".join(people[0]), *(",".join(p.values()) for p in people)]) + "\n")
        run = ["synth", "people.csv", "--order", 3, "-n", 1000000, "-o", "rows.csv", "--json", "--time"]
        seconds = 0.5
        while (done := self.run_drover(*run, f"{seconds}s")).returncode == 3:  # too little for the set-up
            self.assertIn("--time: expected enough", done.stderr)
            seconds *= 2
        self.assertIn(json.loads(done.stdout)["rows"], range(1, CHUNK))  # a chunk takes many seconds here

    def test_columns_without_end_are_refused_by_name(self):
        names = ",".join(f"c{k}" for k in range(200000))
        self.write(t=names + ",count\n" + 200000 * "k," + "3\n", m=names + "\n" + 199999 * "k," + "k\n")
        self.assert_fails(3, "t.csv: header: expected a table of at most 1000 columns, got 200001", "synth", "t.csv",
                          "-o", "rows.csv")
        self.assert_fails(3, "m.csv: header: expected at most 100000 columns, got 200000", "tables", "m.csv", "-o", "tabs")

    def test_a_table_of_too_many_cells_is_named(self):
        self.write(big=",".join(f"c{k}" for k in range(50)) + ",count\n" + 50 * "a," + "1\n" + 50 * "b," + "1\n")
        self.assert_fails(3, 'table "big": expected at most 2^40 cells, got 1.13e+15', "synth", "big.csv", "-o", "r.csv")

    @support.LONG
    def test_a_table_of_800_columns(self):
        rows = ["".join(f"{(r >> k) & 1 if k < 12 else 7}," for k in range(800)) + "3\n" for r in range(20)]
        self.write(t=",".join(f"c{k}" for k in range(800)) + ",count\n" + "".join(rows))
        before = children_time()
        self.assertEqual(self.json_of("synth", "t.csv", "-n", 60, "-o", "rows.csv")["rows"], 60)
        self.assertLess(children_time() - before, 20)

    def test_analyses(self):
        self.write(f="s,x\na,0\nb,1\n", m="feature,moment\nx,0.61803398874989\n")
        self.assert_stops("dynamics", "attractor", "f.csv", "--moments", "m.csv", "--steps", "1e8", "--levels", 30)
        self.assert_stops("dynamics", "bifurcation", "f.csv", "--temperatures", 20000, "--max-steps", "1e9")


class Limits(SynthTest):
    def limited_run(self, *arguments, which=resource.RLIMIT_AS, size=1 << 29):
        return subprocess.run([support.PROGRAM, *map(str, arguments)], cwd=self.folder, text=True, check=False,
                              capture_output=True, preexec_fn=limited(which, size))

    @support.LONG  # sanitizers reserve terabytes
    def test_more_threads_than_there_is_memory_for(self):
        files = self.write_pairs(townspeople(300))
        alone = self.json_of("synth", *files, "-o", "alone.csv", "--threads", 1)
        done = self.limited_run("synth", *files, "-o", "rows.csv", "--threads", 1024, "--json")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(json.loads(done.stdout)["digest"], alone["digest"])

    def test_memory_is_foreseen(self):
        cells = "".join(f"a{k},b{k},1\na{k},c,1\n" for k in range(1500))
        self.write(big="a,b,count\n" + cells, people="a,b\n" + "".join(f"a{k},b{k}\n" for k in range(3000)))
        fits = "expected data that fit into 64 MiB of memory (--memory), got"
        self.assert_fails(3, f'table "big" (2251500 cells): {fits} 2251500 cells, which take about 161 MiB', "synth", "big.csv",
                          "--memory", "64M", "-o", "rows.csv")
        self.assert_fails(3, f"big.csv: {fits} 2251500 cells, which take about 129 MiB", "explain", "big.csv", "--absent", "unknown",
                          "--memory", "64M")
        self.assert_fails(3, f'people.csv: table "a_x_b": {fits} 9000000 cells, which take about 172 MiB', "tables", "people.csv",
                          "--memory", "64M", "-o", "tabs")
        wrong = "--memory: expected 64M to 2^60 bytes, as 500M, 2G or 1e9, got"
        for text in ("2X", "nan"):
            done = self.run_drover("explain", "big.csv", f"--memory={text}")
            self.assertIn(f'{wrong} "{text}"', done.stderr)
            self.assertEqual(done.returncode, 2)
        for text, got in (("63M", "63 MiB"), ("1M", "1 MiB"), ("0", "none"), ("-1", "none"), ("1e30", "more")):
            self.assert_fails(3, f"{wrong} {got}", "explain", "big.csv", f"--memory={text}")
        for text in ("64M", "0.5G", "1e9", "1T"):
            self.assertEqual(self.run_drover("explain", "big.csv", "--memory", text).returncode, 0)

    def test_a_limit_of_file_sizes_is_an_error_of_writing(self):
        files = self.write_pairs(townspeople(300))
        done = self.limited_run("synth", *files, "-n", 100000, "-o", "rows.csv", which=resource.RLIMIT_FSIZE,
                                size=65536)
        said = [line for line in done.stderr.splitlines() if not line.startswith("libgcov")]  # counts of lines are files too
        self.assertEqual((done.returncode, said), (4, ["drover: rows.csv: cannot write: File too large"]))
        self.assertFalse((self.folder / "rows.csv").exists())

    def test_deep_json(self):
        self.write(people="a,b\n1,2\n2,3\n")
        for name, text in (("s.json", '{"format":' + 200000 * "["), ("c.json", 200000 * '{"a":')):
            (self.folder / name).write_text(text)
        self.assert_fails(3, "s.json: expected JSON nested at most 64 deep, got deeper", "tables", "people.csv",
                          "--schema", "s.json", "-o", "tables")
        self.assert_fails(3, "c.json: expected a checkpoint of drover (drover.job/1), got other data", "synth", "people.csv", "-o", "rows.csv", "--resume", "c.json")

    def test_bins_beyond_64_bits(self):
        self.write(people="a,b\n1,2\n2,3\n")
        column = {"name": "a", "bins": [[0, 2 ** 64 - 1]], "decimals": 0}
        (self.folder / "s.json").write_text(json.dumps({"format": "drover.schema/1", "columns": [column]}))
        self.assert_fails(3, 's.json: column 1 "a", bins: expected pairs of integers below 2^62, got '
                             "[0,18446744073709551615]", "tables", "people.csv", "--schema", "s.json", "-o", "tables")

    def test_seeds_are_decimal(self):
        self.write(f="s,x\na,0\nb,1\n")
        for text, seed in (("010", 10), ("08", 8), ("1e3", 1000)):
            self.assertEqual(self.json_of("herd", "f.csv", "--seed", text)["seed"], seed)
        done = self.run_drover("herd", "f.csv", "--seed", "0x10")
        self.assertEqual(done.returncode, 2)

    def test_texts_of_others_cannot_move_the_cursor_or_fill_the_screen(self):
        self.write(f=b"s,x\na,\x1b[2J\x07\nb,1\n", long="s,x\na," + 2000000 * "9" + "z\nb,1\n")
        self.assert_fails(3, 'f.csv: row 1, column "x": expected a number, got "\\x1b[2J\\x07"', "herd", "f.csv")
        done = self.run_drover("herd", "long.csv")
        self.assertEqual(done.returncode, 3)
        self.assertLess(len(done.stderr), 600)
        done = self.run_drover("herd", "a\nb\x1b")
        self.assertEqual(done.stderr, "drover: a\\nb\\x1b: cannot read: No such file or directory\n")

    def test_large_equal_totals_are_rounded_for_the_steps_and_it_says_so(self):
        self.write(t=f"x,y,count\n0,0,{10**15 - 7}\n0,1,3\n1,0,2\n1,1,2\n")
        result = self.json_of("synth", "t.csv", "-n", 100000, "-o", "rows.csv")
        self.assertIn("too large for 100000 exact steps", result["note"])
        self.assertLess(result["mean_tv"], 1e-5)


class Probabilities(CliTest):
    def test_are_divided_by_their_sum_before_they_are_rounded(self):
        self.write(f="s,x\na,1\nb,0\n", p="s,p\na,4.123456789012345e-10\nb,8.765432109876543e-10\n")
        for command in (("herd", "f.csv"), ("dynamics", "period", "f.csv")):
            result = self.json_of(*command, "--probabilities", "p.csv")
            truth = 4.123456789012345 / (4.123456789012345 + 8.765432109876543)
            self.assertAlmostEqual(result["moments"][0], truth, delta=result["target_rounding"] + 1e-15)

    def test_tiny_ones(self):
        self.write(f="s,x\na,1\nb,0\n", p="s,p\na,1e-30\nb,2e-30\n", q="s,p\na,1.23456e-12\nb,3.1e-13\n")
        result = self.json_of("herd", "f.csv", "--probabilities", "p.csv", "--steps", 9)
        self.assertEqual((result["counts"], result["target_rounding"]), ([3, 6], 0))
        self.assertEqual(self.run_drover("dynamics", "words", "f.csv", "--probabilities", "q.csv").returncode, 0)

    def test_tables_of_tiny_counts(self):
        self.write(x="x,count\n0,1e-30\n1,2e-30\n", y="y,count\n0,1\n1,1\n",
                   z="z,count\n0,2305843009213693951\n1,-2305843009213693951\n2,1e-30\n")
        done = self.run_drover("synth", "x.csv", "y.csv", "-n", 300, "-o", "rows.csv")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        done = self.run_drover("synth", "z.csv", "--noisy", "-n", 3, "-o", "rows.csv")
        self.assertEqual(done.returncode, 3)
        self.assertIn('"z"', done.stderr)
