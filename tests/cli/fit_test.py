"""drover fit, predict and evaluate"""
import csv
import gzip
import json
import pathlib
import random
import re
import struct

import support
from process import kill_once_rewritten
from support import CliTest

LEAVES = pathlib.Path(__file__).resolve().parents[2] / "examples/leaves"
TRAIN = LEAVES / "leaves.csv"
TEST = LEAVES / "more_leaves.csv"
SMALL = ("--hidden", "10", "--updates", "2000", "--burn-in", "500", "--bias-halving", "50")
TABLE = ("--label", "tree", "--ignore", "leaf")


def idx(sizes, values):
    return struct.pack(">BBBB", 0, 0, 8, len(sizes)) + struct.pack(f">{len(sizes)}I", *sizes) + bytes(values)


def stripes(count, seed):
    """Images of 4 x 4 pixels with a row or a column that is bright, and which of these."""
    dice = random.Random(seed)
    labels = [dice.randrange(2) for _ in range(count)]
    pixels = []
    for label in labels:
        line = dice.randrange(4)
        pixels += [200 + dice.randrange(56) if (p // 4, p % 4)[label] == line else dice.randrange(40)
                   for p in range(16)]
    return idx((count, 4, 4), pixels), idx((count,), labels)


class FitTest(CliTest):
    def fit(self, *options, data=TRAIN, how=(*TABLE, *SMALL), model="m"):
        return self.json_of("fit", data, *how, "-o", model, *options)

    def write_endless(self):
        """endless.csv: leaves of which some have two trees, so that training never runs out of mistakes."""
        lines = TRAIN.read_text().splitlines()
        twice = [",".join([*line.split(",")[:-1], "alder" if line.endswith("birch") else "birch"]) for line in lines[1:40]]
        self.write(endless="\n".join([*lines, *twice]) + "\n")
        return "endless.csv"

    def bytes_of(self, name):
        return (self.folder / name).read_bytes()


class Fit(FitTest):
    def test_training_says_what_came_out(self):
        found = self.fit()
        self.assertEqual(found["format"], "drover.fit.run/1")
        self.assertEqual((found["cases"], found["inputs"], found["classes"], found["hidden_units"]),
                         (300, 6, ["alder", "birch", "cherry"], 10))
        self.assertEqual((found["label"], found["ignore"], found["procedure"], found["updates"]),
                         ("tree", ["leaf"], "joint", 2000))
        self.assertLessEqual(found["updates_taken"], 2000)
        self.assertEqual(found["votes"], found["updates_taken"] - 500)
        self.assertEqual(found["model_bytes"], len(self.bytes_of("m")))
        self.assertEqual(found["training_error"], found["pass_mistakes"] / 300)
        self.assertEqual((found["interrupted"], found["notes"]), (False, []))
        early = self.json_of("fit", TRAIN, *TABLE, "--hidden", "10", "--updates", "2", "--burn-in", "1", "-o", "early")
        self.assertEqual((early["training_error"], early["pass_mistakes"]), (None, None))
        text = self.run_drover("fit", TRAIN, *TABLE, *SMALL, "-o", "t").stdout
        self.assertIn(f"digest                     {found['digest']}\n", text)
        self.assertEqual(self.bytes_of("m"), self.bytes_of("t"))

    def test_threads_change_no_byte(self):
        for options in (("--procedure", "joint"), ("--procedure", "ova"), ("--hidden", "0"), ("--keep", "7"), ("--tune",)):
            how = (*TABLE, "--hidden", "8", "--updates", "600", "--burn-in", "100") if "--hidden" not in options \
                else (*TABLE, "--updates", "600", "--burn-in", "100")
            results = set()
            for threads in ("1", "8") if support.QUICK else ("1", "2", "8"):
                self.fit(*options, "--threads", threads, how=how)
                predicted = self.run_drover("predict", "m", TEST, "--proba", "--threads", threads).stdout
                results.add((self.bytes_of("m"), predicted))
            self.assertEqual(len(results), 1)

    def test_options_shape_the_model(self):
        ways = ((), ("--procedure", "ova"), ("--batch", "47"), ("--input-scale", "1.3"), ("--rate", "1.7"),
                ("--label-rate", "1.9"), ("--hidden-bias-rate", "1.9"), ("--label-bias-rate", "1.9"), ("--seed", "1"),
                ("--categorical", "stalk"))
        self.assertEqual(len({self.fit(*options)["digest"] for options in ways}), len(ways))

    def test_it_ends_when_no_mistakes_are_left(self):
        self.write(f="x,side\n" + "".join(f"{x},{'up' if x > 0 else 'down'}\n" for x in range(-20, 21) if x != 0))
        for options, votes in ((("--burn-in", "1000"), 1), (("--burn-in", "0"), None)):
            found = self.json_of("fit", "f.csv", "--label", "side", "--hidden", "0", *options, "-o", "m")
            self.assertEqual((found["zero_training_error"], found["ended"], found["pass_mistakes"]),
                             (True, "no mistakes left", 0))
            self.assertLess(found["updates_taken"], 1000)
            self.assertEqual(found["votes"], votes or found["updates_taken"])
        self.assertEqual(self.json_of("evaluate", "m", "f.csv")["error"], 0)

    @support.LONG
    def test_tuning_is_told_and_used(self):
        found = self.fit("--tune", "--input-scale", "0.01")
        self.assertEqual((found["held_out"], found["trial_updates"]), (150, 2000))
        self.assertEqual((found["trials"][0]["what"], found["trials"][0]["kept"]), ("as given", True))
        kept = [trial for trial in found["trials"] if trial["kept"]]
        self.assertEqual([trial["error"] for trial in kept], sorted((trial["error"] for trial in kept), reverse=True))
        self.assertEqual(found["input_scale"], "0.01")
        used = ["--" + key.replace("_", "-") + "=" + str(found[key + "_used"])
                for key in ("input_scale", "rate", "label_rate", "hidden_bias_rate", "label_bias_rate")]
        self.assertEqual(self.fit(*used)["digest"], found["digest"])
        done = self.run_drover("fit", TRAIN, *TABLE, *SMALL, "--tune", "--input-scale", "0.01", "-o", "m")
        lines = done.stdout.split("\n")
        self.assertEqual(lines[0].split(), ["trial", "held-out", "error", "kept"])
        self.assertEqual(lines[len(found["trials"]) + 1], "")

    def test_compact_models_vote_nearly_the_same(self):
        whole = self.fit()
        found = self.fit("--keep", "20", model="small")
        self.assertEqual((found["kept_weights"], found["votes"], found["compared_cases"]), (20, whole["votes"], 300))
        self.assert_fails(3, "--votes: expected a complete model, got a compact one, whose weights all vote: small", "evaluate", "small", TEST,
                          "--votes", "3")
        full = self.json_of("evaluate", "m", TRAIN)
        small = self.json_of("evaluate", "small", TRAIN)
        self.assertEqual((found["full_error"], found["compact_error"]), (full["error"], small["error"]))
        labels = [self.json_of("predict", model, TRAIN)["labels"] for model in ("m", "small")]
        self.assertEqual(found["compact_difference"], sum(a != b for a, b in zip(*labels)) / 300)
        self.assertLess(found["compact_difference"], 0.05)

    def test_notes_are_told(self):
        self.write(f="a,b,c,y\n" + "1,7,0,p\n2,7,1,q\n" * 10)
        how = ("--label", "y", "--hidden", "2", "--updates", "50", "--burn-in", "10")
        note = 'left out columns that are the same in every row: "b"'
        self.assertEqual(self.fit(data="f.csv", how=how)["notes"], [note])
        self.assertIn(f"note                       {note}\n", self.run_drover("fit", "f.csv", *how, "-o", "m").stdout)


class Resume(FitTest):
    def test_a_stop_leaves_no_trace(self):
        for procedure in ("joint", "ova"):
            self.fit("--procedure", procedure, model="whole")
            self.fit("--procedure", procedure, how=(*TABLE, *(word.replace("2000", "700") for word in SMALL)), model="part")
            rest = self.json_of("fit", TRAIN, "--resume", "part", "--updates", "2000", "-o", "rest")
            self.assertEqual((rest["hidden_units"], rest["burn_in_used"], rest["bias_halving_used"]), (10, 500, 50))
            self.assertEqual(self.bytes_of("whole"), self.bytes_of("rest"))

    def test_a_killed_run_resumes_to_the_same_bytes(self):
        self.write_endless()
        for options in (("--procedure", "joint"), ("--procedure", "ova"), ("--tune", "--keep", "5")):
            how = ("fit", "endless.csv", *TABLE, "--hidden", "30", "--burn-in", "1000", "--input-scale", "0.2", *options,
                   "--updates", "1200" if "--tune" in options else "20000")
            kept = ("--checkpoint", "c.job", "--checkpoint-every", "1000", "-o", "m")
            for name in ("m", "c.job"):
                (self.folder / name).unlink(missing_ok=True)
            kill_once_rewritten(support.PROGRAM, (*how, *kept), self.folder, "c.job", 2)
            kill_once_rewritten(support.PROGRAM, (*how, *kept, "--resume", "c.job"), self.folder, "c.job", 3)
            self.assertFalse((self.folder / "m").exists())
            found = self.json_of(*how, *kept, "--resume", "c.job")
            whole = self.json_of(*how, "-o", "whole")
            self.assertEqual(self.bytes_of("m"), self.bytes_of("whole"))
            self.assertEqual({key: value for key, value in found.items() if key not in ("checkpoint", "resume")},
                             {key: value for key, value in whole.items() if key not in ("checkpoint", "resume")})

    def test_time_ends_a_run_with_a_model_of_the_updates_so_far(self):
        how = (*TABLE, "--hidden", "20", "--burn-in", "100", "--input-scale", "0.2")
        self.write_endless()
        found = self.json_of("fit", "endless.csv", *how, "--updates", "1e9", "--time", "0.5", "-o", "m")
        self.assertEqual((found["ended"], found["interrupted"], found["time"]), ("time was up", False, "0.5"))
        self.json_of("fit", "endless.csv", *how, "--updates", found["updates_taken"], "-o", "same")
        self.assertEqual(self.bytes_of("m"), self.bytes_of("same"))
        self.assert_fails(3, '--time: expected more than tuning takes, got "0.5s"; no model was written', "fit", "endless.csv", *how,
                          "--updates", "1e9", "--tune", "--time", "0.5s", "-o", "n")

    def test_checkpoints_of_other_runs_are_refused(self):
        self.write_endless()
        how = (*TABLE, *SMALL)
        self.json_of("fit", "endless.csv", *how, "--checkpoint", "c.job", "--checkpoint-every", "1500", "-o", "m")
        for message, arguments in (
                ("c.job: expected a checkpoint of the same run, got one with another --seed", ["endless.csv", *how, "--seed", "1"]),
                ("c.job: expected a checkpoint of the same run, got one with another --tune", ["endless.csv", *how, "--tune"]),
                ("c.job: expected a checkpoint of the same run, got one with another --keep", ["endless.csv", *how, "--keep", "3"]),
                (f'{TRAIN}: expected the contents it had at the checkpoint "c.job", got others', [TRAIN, *how])):
            self.assert_fails(3, message, "fit", *arguments, "--resume", "c.job", "-o", "n")
        self.json_of("rbm", "train", LEAVES.parent / "pins/pins.csv", "--steps", "9", "--checkpoint", "r.job", "--checkpoint-every", "5",
                     "-o", "r")
        self.assert_fails(3, "r.job: expected a checkpoint of drover fit, got one of drover rbm train", "fit", "endless.csv", *how,
                          "--resume", "r.job", "-o", "n")

    def test_an_interrupted_tuning_resumes_from_its_checkpoint(self):
        self.write_endless()
        how = ("fit", "endless.csv", *TABLE, "--hidden", "20", "--burn-in", "100")
        code, _, err = self.interrupt_drover(*how, "--updates", "1e9", "--tune", "-o", "m")
        self.assertEqual((code, err), (130, "drover: interrupted while tuning; no model was written\n"))

        def command(updates):
            return (*how, "--updates", str(updates), "--tune", "--checkpoint", "c.job", "-o", "m")

        (*same, _, _), (code, _, err) = self.interrupt_in_time(command, 3000)
        self.assertEqual(code, 130)
        self.json_of(*same, "--resume", "c.job", "-o", "m")
        self.json_of(*same[:-2], "-o", "whole")
        self.assertEqual(self.bytes_of("m"), self.bytes_of("whole"))

    def test_an_interrupted_run_can_be_taken_up(self):
        how = (*TABLE, "--hidden", "20", "--burn-in", "100", "--input-scale", "0.2")
        self.write_endless()
        for procedure in ("joint", "ova"):
            code, out, err = self.interrupt_drover("fit", "endless.csv", *how, "--procedure", procedure, "--updates", "100000000",
                                                   "--keep", "5", "-o", "m")
            self.assertEqual(code, 130)
            self.assertRegex(err, r"^drover: interrupted; the model has (\d+ to )?\d+ updates( per class)? and the misclassified cases; "
                                  r"continue with --resume and --keep\n$")
            self.assertIn("ended                      interrupted\n", out)
            updates = int(re.search(r"(\d+) updates", err).group(1)) + 100
            self.json_of("fit", "endless.csv", "--resume", "m", "--updates", updates, "-o", "m")
            self.json_of("fit", "endless.csv", *how, "--procedure", procedure, "--updates", updates, "-o", "same")
            self.assertEqual(self.bytes_of("m"), self.bytes_of("same"))

    def test_what_cannot_be_gone_on_with(self):
        self.fit()
        done = self.json_of("fit", TRAIN, "--resume", "m", "-o", "n", "--updates", "2000")["updates_taken"]
        self.write(other=TRAIN.read_text().replace("76.", "77.", 1), f="a,b\n1,2\n")
        for message, arguments in (
                ("other.csv: expected the examples that m was trained on, got others", ["other.csv", "--resume", "m"]),
                ('f.csv: header: expected a column "tree", got "a", "b"', ["f.csv", "--resume", "m"]),
                (f"--updates: expected at least the {done} that m has, got {done - 1}",
                 [TRAIN, "--resume", "m", "--updates", done - 1])):
            self.assert_fails(3, message, "fit", *arguments, "-o", "out")
        self.fit("--keep", "3")
        self.assert_fails(3, "m: expected a complete model, got a compact one, which cannot be trained further", "fit", TRAIN,
                          "--resume", "m", "-o", "out")
        for option in (("--hidden", "3"), ("--label", "tree"), ("--tune",), ("--seed", "1"), ("--rate", "2"),
                       ("--burn-in", "1"), ("--format", "csv"), ("--no-normalise",)):
            self.assert_fails(3, f"{option[0]}: expected none beside --resume with a model, m, which has its own", "fit", TRAIN,
                              "--resume", "m", *option, "-o", "out")


class Predict(FitTest):
    def test_rows_come_in_their_order(self):
        self.fit()
        rows = list(csv.reader(self.run_drover("predict", "m", TEST).stdout.splitlines()))
        self.assertEqual((rows[0], len(rows)), (["tree"], 201))
        truth = [row["tree"] for row in csv.DictReader(TEST.read_text().splitlines())]
        wrong = sum(row[0] != tree for row, tree in zip(rows[1:], truth))
        self.assertEqual(wrong, self.json_of("evaluate", "m", TEST)["wrong"])
        self.assertLess(wrong, 40)
        self.assertEqual(self.json_of("predict", "m", TEST)["labels"], [row[0] for row in rows[1:]])

    def test_shares_of_votes_add_up_to_one(self):
        for procedure in ("joint", "ova"):
            votes = self.fit("--procedure", procedure)["votes"]
            done = self.run_drover("predict", "m", TEST, "--proba", "-o", "out.csv")
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
            rows = list(csv.reader((self.folder / "out.csv").read_text().splitlines()))
            self.assertEqual(rows[0], ["tree", "tree=alder", "tree=birch", "tree=cherry"])
            for label, *shares in rows[1:]:
                shares = [float(share) for share in shares]
                self.assertAlmostEqual(sum(shares), 1, places=12)
                self.assertEqual(("alder", "birch", "cherry")[shares.index(max(shares))], label)
                if procedure == "joint":
                    self.assertTrue(all(abs(share * votes - round(share * votes)) < 1e-6 for share in shares))
            found = self.json_of("predict", "m", TEST, "--proba")
            self.assertEqual(found["shares"], [float(share) for row in rows[1:] for share in row[1:]])

    def test_columns_may_come_in_another_order_without_label(self):
        self.fit()
        rows = list(csv.DictReader(TEST.read_text().splitlines()))
        names = ["edge", "stalk", "width", "length"]
        self.write(f="\n".join([",".join(names)] + [",".join(row[name] for name in names) for row in rows]) + "\n")
        self.assertEqual(self.run_drover("predict", "m", "f.csv").stdout, self.run_drover("predict", "m", TEST).stdout)
        one = TEST.read_text().splitlines()
        done = self.run_drover("predict", "m", "-", stdin="\n".join(one[:2]))
        self.assertEqual(done.stdout.splitlines(), self.run_drover("predict", "m", TEST).stdout.splitlines()[:2])
        self.assertEqual(self.run_drover("predict", "m", "-", stdin=one[0] + "\n").stdout, "tree\n")

    def test_what_is_unknown_is_told(self):
        self.fit()
        self.write(f="length,width,stalk,edge,bark\n70,45,9,wavy,rough\n70,45,?,smooth,rough\n71,45,9,wavy,rough\n")
        done = self.run_drover("predict", "m", "f.csv")
        self.assertEqual((done.returncode, len(done.stdout.splitlines())), (0, 4))
        self.assertEqual(done.stderr, 'drover: f.csv: column "edge": 2 rows with categories that the training data do not '
                                      'have: "wavy"\n'
                                      'drover: f.csv: ignored columns that the training data do not have: "bark"\n')
        self.assertEqual(len(self.json_of("predict", "m", "f.csv")["notes"]), 2)


class Evaluate(FitTest):
    def test_the_numbers_add_up(self):
        votes = self.fit()["votes"]
        found = self.json_of("evaluate", "m", TEST)
        self.assertEqual((found["format"], found["cases"], found["votes_cast"]), ("drover.evaluate/1", 200, votes))
        self.assertEqual(found["error"], found["wrong"] / 200)
        for k, row in enumerate(found["per_class"]):
            self.assertEqual(row["class"], found["classes"][k])
            self.assertEqual((sum(row["voted"]), row["cases"] - row["voted"][k]), (row["cases"], row["wrong"]))
            self.assertEqual(row["recall"], row["voted"][k] / row["cases"])
        self.assertEqual(sum(row["wrong"] for row in found["per_class"]), found["wrong"])
        shares = self.json_of("predict", "m", TEST, "--proba")["shares"]
        truth = [row["tree"] for row in csv.DictReader(TEST.read_text().splitlines())]
        right = [shares[3 * i + found["classes"].index(tree)] for i, tree in enumerate(truth)]
        self.assertAlmostEqual(found["mean_true_share"], sum(right) / 200, places=12)
        text = self.run_drover("evaluate", "m", TEST).stdout
        self.assertIn("\nclass   cases  wrong  recall  as alder  as birch  as cherry\n", text)

    def test_fewer_votes_can_be_taken(self):
        votes = self.fit()["votes"]
        whole = self.json_of("evaluate", "m", TEST)
        few = self.json_of("evaluate", "m", TEST, "--votes", "100")
        self.assertLessEqual(few["votes_cast"], 100)
        self.assertLess(abs(few["wrong"] - whole["wrong"]), 10)
        self.assertEqual(self.json_of("evaluate", "m", TEST, "--votes", votes)["per_class"], whole["per_class"])
        self.assert_fails(3, "--votes: expected 0 to 10^9, got -1", "predict", "m", TEST, "--votes", "-1")

    def test_a_class_without_cases_has_no_recall(self):
        self.fit()
        lines = TEST.read_text().splitlines()
        self.write(f="\n".join(line for line in lines if not line.endswith("cherry")) + "\n")
        self.assertIsNone(self.json_of("evaluate", "m", "f.csv")["per_class"][2]["recall"])
        self.assertRegex(self.run_drover("evaluate", "m", "f.csv").stdout, r"\ncherry +0 +0 +- ")


class Formats(FitTest):
    HOW = ("--hidden", "8", "--updates", "1500", "--burn-in", "200", "--bias-halving", "20")

    def test_images(self):
        for name, count, seed in (("train", 200, 1), ("test", 100, 2)):
            images, labels = stripes(count, seed)
            (self.folder / f"{name}.gz").write_bytes(gzip.compress(images))
            (self.folder / f"{name}_labels").write_bytes(labels)
        found = self.fit("--labels", "train_labels", data="train.gz", how=self.HOW)
        self.assertEqual((found["cases"], found["inputs"], found["classes"]), (200, 16, ["0", "1"]))
        result = self.json_of("evaluate", "m", "test.gz", "--labels", "test_labels")
        self.assertLess(result["error"], 0.1)
        self.assertEqual(self.run_drover("predict", "m", "test.gz").stdout.splitlines()[0], "label")
        self.assert_fails(3, "train.gz: expected --labels FILE beside IDX images, got none", "fit", "train.gz", "-o", "n")
        self.assert_fails(3, "test.gz: expected a separate file of labels (--labels), got none", "evaluate", "m", "test.gz")
        (self.folder / "large").write_bytes(idx((1, 5, 4), range(20)))
        self.assert_fails(3, "large: expected images of 4 x 4 pixels, got 5 x 4", "predict", "m", "large")
        self.assert_fails(3, f"{TEST}: expected IDX images as the model was trained on, got other data", "predict", "m",
                          TEST)
        self.assert_fails(3, "test_labels: expected a label for each of 200 images, got 100", "fit", "train.gz", "--labels",
                          "test_labels", "-o", "n")

    def test_libsvm(self):
        dice = random.Random(3)
        lines = []
        for _ in range(100):
            a, b = dice.uniform(-1, 1), dice.uniform(-1, 1)
            lines.append(f"{'+1' if a * b > 0 else '-1'} 1:{a:.3f} 3:{b:.3f} 7:1\n")
        self.write(f="".join(lines), g="1:0.5 3:0.4 8:2\n-1 3:0.1\n")
        found = self.fit(data="f.csv", how=self.HOW)
        self.assertEqual((found["inputs"], found["classes"]), (3, ["-1", "1"]))
        self.assertLess(self.json_of("evaluate", "m", "f.csv")["error"], 0.1)
        done = self.run_drover("predict", "m", "g.csv")
        self.assertEqual(len(done.stdout.splitlines()), 3)
        self.assertEqual(done.stderr, "drover: g.csv: 1 value of indices that no training example has: ignored\n")

    def test_words(self):
        dice = random.Random(4)
        triples, labels = [], []
        for document in range(1, 81):
            labels.append(dice.choice(("sea", "land")))
            words = dice.sample(range(1, 11) if labels[-1] == "sea" else range(8, 18), 4)
            triples += [f"{document} {word} {dice.randrange(1, 4)}\n" for word in [20, *words]]
        self.write(f="".join(triples), l="\n".join(labels) + "\n", g="1 1 1\n2 17 2\n3 30 1\n")
        how = ("--format", "words", "--labels", "l.csv", "--vocabulary", "16", "--skip-top", "1", *self.HOW)
        self.assertEqual(self.fit(data="f.csv", how=how)["inputs"], 15)
        self.assertLess(self.json_of("evaluate", "m", "f.csv", "--labels", "l.csv")["error"], 0.1)
        done = self.run_drover("predict", "m", "g.csv")
        self.assertEqual(len(done.stdout.splitlines()), 4)
        self.assertIn("without any word of the vocabulary\n", done.stderr)
        self.assert_fails(3, "f.csv: expected --labels FILE beside triples of words, got none", "fit", "f.csv", "--format",
                          "words", "-o", "n")

    def test_other_separators(self):
        self.write(f=TRAIN.read_text().replace(",", "\t"), g=TEST.read_text().replace(",", "\t"))
        self.fit("--separator", "tab", data="f.csv")
        whole = self.json_of("evaluate", "m", "g.csv")["error"]
        self.fit()
        self.assertEqual(self.json_of("evaluate", "m", TEST)["error"], whole)


class BadInput(FitTest):
    def test_data(self):
        good = "x,c,y\n1,a,p\n2,b,q\n3,a,p\n"
        for text, message in (
                ("", "f.csv: expected a header line, got an empty file"),
                ("x,c,y\n", "f.csv: expected at least one row, got none"),
                ("x,c\n1,a\n", 'f.csv: header: expected a column "y", got "x", "c"'),
                (good.replace("q", "p"), 'f.csv: column "y": expected at least two classes, got only "p"'),
                (good.replace("q", ""), 'f.csv: row 2, column "y": expected a label, got nothing'),
                (good.replace("2,b", "2"), "f.csv: row 2: expected 3 fields, got 2"),
                ("x,y\n1,p\n1,q\n", "f.csv: expected a column besides the label that is not constant, got none"),
                (b"x,y\n\xff,p\n", "f.csv: line 2: expected UTF-8 text, got a byte that is not valid UTF-8")):
            with self.subTest(message=message):
                self.write(f=text)
                self.assert_fails(3, message, "fit", "f.csv", "--label", "y", "-o", "m")

    def test_options(self):
        cases = [
            ("--hidden: expected 0 to 100000, got -1", ["--hidden", "-1"]),
            ("--updates: expected 1 to 10^9, got 0", ["--updates", "0"]),
            ("--updates: expected more than --burn-in, 500, got 500", ["--updates", "500", "--burn-in", "500"]),
            ("--batch: expected 1 to 30000, got 0", ["--batch", "0"]),
            ("--keep: expected 0 to 10^6, got -3", ["--keep", "-3"]),
            ("--checkpoint-every: expected 1 to 10^12, got -1", ["--checkpoint-every", "-1"]),
            ('--rate: expected a number, got "fast"', ["--rate", "fast"]),
            ('--rate: expected 1e-06 to 1e+06, got "0"', ["--rate", "0"]),
            ('--input-scale: expected 0.001 to 1000, got "1e9"', ["--input-scale", "1e9"]),
            ('--label-bias-rate: expected 0 to 1e+06, got "-1"', ["--label-bias-rate=-1"]),
            ("--skip-top: expected 0 to 4999, got 5000", ["--skip-top", "5000"]),
            ("--vocabulary: expected triples of words, got a CSV table in f.csv", ["--vocabulary", "300"]),
            ("--labels: expected images or words, got a CSV table in f.csv", ["--labels", "g.csv"]),
            ('--separator: expected one ASCII character other than a quote or a line end, or tab, got "ab"', ["--separator", "ab"]),
            ('f.csv: header: expected a column "z", got "x", "c", "y"', ["--ignore", "z"]),
            ('f.csv: header: expected a column "z", got "x", "c", "y"', ["--categorical", "z"]),
            ('f.csv: expected a label column that is not ignored, got "y" among the columns to ignore', ["--ignore", "y"]),
            ("--tune: expected at least 10 examples, got 3", ["--tune"]),
        ]
        self.write(f="x,c,y\n1,a,p\n2,b,q\n3,a,p\n", g="p\nq\n")
        for message, options in cases:
            with self.subTest(message=message):
                self.assert_fails(3, message, "fit", "f.csv", "--label", "y", *options, "-o", "m")
        self.assert_fails(3, f"{TRAIN}: --input-scale: expected another scale or other rates: ConditionalWeights: the weights are "
                          "too large to stay exact: expected smaller inputs or rates", "fit", TRAIN, *TABLE, *SMALL,
                          "--label-rate", "1e6", "--input-scale", "0.001", "-o", "m")
        self.assert_fails(3, "f.csv: expected --label COLUMN, which holds the classes of a table, got none", "fit", "f.csv",
                          "-o", "m")
        self.assert_fails(3, "f.csv: expected lines of label and index:value (libsvm), got what looks like a CSV table", "fit",
                          "f.csv", "--format", "libsvm", "-o", "m")
        self.assert_fails(3, "--label: expected a CSV table, got libsvm lines in f.csv", "fit", "f.csv", "--label", "y",
                          "--format", "libsvm", "-o", "m")

    def test_files(self):
        self.write(f="x,y\n1,p\n2,q\n")
        for place in ("-", "/dev/stdout"):
            self.assert_fails(3, f'-o: expected a file for the model, got "{place}"', "fit", "f.csv", "--label", "y", "-o", place)
        self.assert_fails(3, '-o: expected a file that is not an input, got "./f.csv"', "fit", "f.csv", "--label", "y", "-o",
                          "./f.csv")
        self.assert_fails(3, "expected at most one input from standard input, got several", "fit", "-", "--labels", "-", "-o",
                          "m")
        self.assert_fails(4, "none: cannot read: No such file or directory", "fit", "none", "--label", "y", "-o", "m")
        self.assert_fails(4, "no/m: cannot write: No such file or directory", "fit", "f.csv", "--label", "y", "--updates",
                          "1e9", "-o", "no/m")
        self.assertEqual(self.run_drover("fit", "f.csv", "--label", "y").returncode, 2)
        self.assertEqual(self.run_drover("fit", "-o", "m").returncode, 2)
        self.assertEqual(self.run_drover("fit", "f.csv", "--procedure", "both", "-o", "m").returncode, 2)
        self.fit()
        self.assert_fails(3, '-o: expected a file that is not an input, got "m"', "predict", "m", TEST, "-o", "m")
        self.assert_fails(3, '-o: expected a file that is not an input, got "m"', "evaluate", "m", TEST, "-o", "m")
        self.assert_fails(4, "none: cannot read: No such file or directory", "predict", "m", "none")
        self.assert_fails(4, "no/o: cannot write: No such file or directory", "predict", "m", TEST, "-o", "no/o")

    def test_models(self):
        self.fit()
        whole = self.bytes_of("m")
        altered = bytearray(whole)
        altered[len(whole) // 2] ^= 1
        broken = "bad.csv: the checksum does not match: the model of drover fit was truncated or altered"
        for data, message in ((whole[:-1], broken), (whole[:100], broken), (bytes(altered), broken), (whole + b"\n", broken),
                              (b"drover.fit/2\n" + whole[13:],
                               "bad.csv: expected a model of drover fit (drover.fit/1), got another version"),
                              (b"", "bad.csv: expected a model of drover fit (drover.fit/1), got other data"),
                              (b"a,b\n", "bad.csv: expected a model of drover fit (drover.fit/1), got other data")):
            self.write(bad=data)
            self.assert_fails(3, message, "predict", "bad.csv", TEST)
            self.assert_fails(3, message, "evaluate", "bad.csv", TEST)
            self.assert_fails(3, message, "fit", TRAIN, "--resume", "bad.csv", "-o", "n")

    def test_new_data(self):
        self.fit()
        good = "length,width,stalk,edge,tree\n70,45,9,smooth,alder\n"
        for text, message in (
                (good.replace("width", "breadth"), 'f.csv: header: expected a column "width", got "length", "breadth", "stalk", "edge", "tree"'),
                (good.replace("45", "wide"), 'f.csv: row 1, column "width": expected a number, got "wide"'),
                ("", "f.csv: expected a header line, got an empty file"),
                (idx((1, 2, 2), [1, 2, 3, 4]), "f.csv: expected a CSV table as the model was trained on, got IDX images")):
            self.write(f=text)
            self.assert_fails(3, message, "predict", "m", "f.csv", "-o", "out")
            self.assert_fails(3, message, "evaluate", "m", "f.csv", "-o", "out")
        self.write(f=good.replace("alder", "oak"), g=good.replace(",tree", "").replace(",alder", ""), h=good[:29],
                   l="alder\n")
        for file, message in (
                ("f.csv", 'f.csv: row 1, column "tree": expected one of "alder", "birch", "cherry", got "oak"'),
                ("g.csv", 'g.csv: header: expected a column "tree", got "length", "width", "stalk", "edge"'),
                ("h.csv", "h.csv: expected at least one row, got none")):
            self.assert_fails(3, message, "evaluate", "m", file)
        self.assert_fails(3, "f.csv: expected labels in the data, got a separate file of labels, l.csv", "evaluate", "m", "f.csv",
                          "--labels", "l.csv")

    def test_a_model_within_its_burn_in_does_not_vote_yet(self):
        _, _, message = self.interrupt_drover("fit", self.write_endless(), *TABLE, "--burn-in", "100000000", "--updates", "200000000", "-o", "m")
        updates = int(message.split()[5])
        message = f"m: expected updates after the burn-in of 100000000, got {updates} in all; continue with drover fit --resume"
        self.assert_fails(3, message, "predict", "m", TEST)

    def test_the_summary_is_json(self):
        self.assertEqual(json.loads(self.run_drover("fit", TRAIN, *TABLE, *SMALL, "-o", "m", "--json").stdout)["hidden"], 10)
