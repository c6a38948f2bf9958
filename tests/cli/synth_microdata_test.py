"""drover synth on microdata: tables measured, numbers in bins, missing values, schemas"""
import gzip
import json
import random

from synth_support import COLUMNS, PAIRS, SynthTest, count_values, rows_text, total_variation, townspeople


def measured(count):
    """Numbers with and without decimals, beside a category; some are missing."""
    dice = random.Random(5)
    rows = []
    for _ in range(count):
        group = dice.choice(["a", "b", ""])
        height = dice.gauss(170 if group == "a" else 160, 8)
        rows.append({"group": group, "income": str(round(dice.lognormvariate(7, 1))),
                     "height": "" if dice.random() < 0.1 else f"{height:.1f}", "size": str(dice.randrange(5))})
    return rows


class Microdata(SynthTest):
    def test_all_pairs_are_measured(self):
        people = townspeople(2000)
        self.write(people=rows_text(people))
        result, rows = self.synth("people.csv")
        self.assertEqual([tuple(table["columns"]) for table in result["tables"]], PAIRS)
        self.assertEqual((result["rows"], result["zeros_used"]), (2000, "hard: whole counts that agree"))
        self.assertEqual(list(rows[0]), COLUMNS)
        for pair in PAIRS:
            self.assertLess(total_variation(rows, people, pair), 0.006)

    def test_order_columns_and_also_choose_the_tables(self):
        self.write(people=rows_text(townspeople(1000)))
        result, rows = self.synth("people.csv", "--order", 1, "--columns", "town,age", "--also", "age,work,married")
        self.assertEqual([table["columns"] for table in result["tables"]],
                         [["town"], ["age"], ["age", "work", "married"]])
        self.assertEqual(set(rows[0]), set(COLUMNS))
        self.assertLess(result["worst_tv"], 0.01)
        result, rows = self.synth("people.csv", "--order", 3, "--columns", "age,work,town")
        self.assertEqual([table["columns"] for table in result["tables"]], [["age", "work", "town"]])
        self.assertEqual(list(rows[0]), ["age", "work", "town"])
        self.assertEqual(result["worst_tv"], 0)

    def test_weights_are_people(self):
        """Rows repeated and rows with weights are the same; half the weights give half the rows."""
        people = townspeople(400)
        weights = [1 + k % 3 for k in range(400)]
        repeated = [person for person, weight in zip(people, weights) for _ in range(weight)]
        self.write(repeated=rows_text(repeated),
                   weighted=rows_text([{**person, "w": str(weight)} for person, weight in zip(people, weights)]),
                   halves=rows_text([{**person, "w": str(weight / 2)} for person, weight in zip(people, weights)]))
        plain, _ = self.synth("repeated.csv")
        result, rows = self.synth("weighted.csv", "--weight", "w", "--cert", "cert.json")
        self.assertEqual((result["digest"], result["weight"]), (plain["digest"], "w"))
        self.assertEqual(list(rows[0]), COLUMNS)
        self.assertEqual(result["input"], f"microdata, 400 rows of 4 columns and weights that sum to {sum(weights)}")
        self.assertEqual(self.run_drover("check", "--cert", "cert.json").returncode, 0)
        self.assertEqual(self.json_of("check", "rows.csv", "weighted.csv", "--weight", "w")["mean_tv"], result["mean_tv"])
        half, rows = self.synth("halves.csv", "--weight", "w", output="half.csv")
        self.assertEqual((half["rows"], half["exact"]), (sum(weights) // 2, True))
        for pair in PAIRS:
            self.assertLess(total_variation(rows, repeated, pair), 0.015)

    def test_a_table_whose_counts_have_another_name(self):
        text = "taz,age,households\n1,a,3\n1,b,4\n2,a,5\n2,b,6\n"
        self.write(t=text, u=text.replace("households", "zahl"))
        result, rows = self.synth("t.csv")
        self.assertEqual((len(rows), result["worst_tv"]), (18, 0))
        self.assertIn('its column "households" holds the counts', result["input"])
        self.assertIn('with the option count set to "zahl", it is read as one', self.synth("u.csv")[0]["input"])
        result, rows = self.synth("u.csv", "--count", "zahl", "--cert", "cert.json")
        self.assertEqual((len(rows), result["input"]), (18, "1 table over 2 columns"))
        self.assertEqual(self.run_drover("check", "--cert", "cert.json").returncode, 0)

    def test_gzip_microdata_give_the_same_rows(self):
        text = rows_text(townspeople(300))
        self.write(people=text)
        (self.folder / "people.gz").write_bytes(gzip.compress(text.encode()))
        self.assertEqual(self.synth("people.csv")[0]["digest"], self.synth("people.gz")[0]["digest"])

    def test_numbers_are_put_back_inside_their_bins(self):
        data = measured(3000)
        self.write(data=rows_text(data))
        self.json_of("tables", "data.csv", "-o", "t")
        schema = {c["name"]: c for c in json.loads((self.folder / "t/schema.json").read_text())["columns"]}
        _, rows = self.synth("data.csv")
        self.assertEqual(len(schema["income"]["bins"]), 20)
        self.assertTrue(all(row["income"].isdigit() for row in rows))
        self.assertTrue(all(row["height"] == "" or row["height"][-2] == "." for row in rows))
        for name, scale in (("income", 1), ("height", 10)):
            for low, high in schema[name]["bins"]:
                hits, truth = ([row for row in table if row[name] and low <= round(float(row[name]) * scale) <= high]
                               for table in (rows, data))
                self.assertAlmostEqual(len(hits), len(truth), delta=6)
                self.assertGreater(len({row[name] for row in hits}), min(10, high - low) / 2)
        known = sum(any(low <= int(row["income"]) <= high for low, high in schema["income"]["bins"]) for row in rows)
        self.assertEqual(known, 3000)

    def test_numbers_spread_evenly_inside_a_bin(self):
        self.write(data="x,g\n" + "".join(f"{i},{'ab'[i % 2]}\n" for i in range(10000)))
        _, rows = self.synth("data.csv", "-n", 20000)
        tenths = [sum(1 for row in rows if int(row["x"]) // 50 % 10 == k) for k in range(10)]
        self.assertLess(max(tenths) - min(tenths), 100)

    def test_missing_values_are_a_category(self):
        data = measured(3000)
        self.write(data=rows_text(data))
        _, rows = self.synth("data.csv")
        for name in ("group", "height"):
            missing, truth = (sum(row[name] == "" for row in table) for table in (rows, data))
            self.assertAlmostEqual(missing, truth, delta=6)

    def test_a_schema_leads_from_microdata_over_tables_to_the_same_rows(self):
        self.write(data=rows_text(measured(1000)))
        self.json_of("tables", "data.csv", "-o", "t")
        tables = sorted(f"t/{path.name}" for path in (self.folder / "t").glob("*.csv"))
        result, rows = self.synth(*tables, "--schema", "t/schema.json")
        self.assertLess(result["mean_tv"], 0.02)
        self.assertEqual(list(rows[0]), ["group", "income", "height", "size"])
        self.assertTrue(all(row["income"].isdigit() for row in rows))
        checked = self.json_of("check", "rows.csv", *tables, "--schema", "t/schema.json")
        self.assertEqual((checked["mean_tv"], checked["unknown_value_rows"]), (result["mean_tv"], 0))
        plain = self.json_of("check", "rows.csv", "data.csv", "--schema", "t/schema.json")
        self.assertAlmostEqual(plain["mean_tv"], result["mean_tv"])

    def test_edges_of_a_schema_set_the_bins(self):
        self.write(data="income,sex\n" + "".join(f"{(i * 37) % 5000},{'FM'[i % 2]}\n" for i in range(1000)))
        (self.folder / "s.json").write_text(
            '{"format":"drover.schema/1","columns":[{"name":"income","edges":[0,1000,5000]},'
            '{"name":"sex","values":["F","M"]}]}')
        result, rows = self.synth("data.csv", "--schema", "s.json")
        self.assertEqual(result["worst_tv"], 0)
        self.assertEqual(sum(int(row["income"]) < 1000 for row in rows),
                         sum((i * 37) % 5000 < 1000 for i in range(1000)))

    def test_a_row_of_one_blank_column_survives(self):
        self.write(data="g\n" + 30 * "x\n" + 10 * '""\n')
        _, rows = self.synth("data.csv", "--order", 1)
        self.assertEqual(count_values(rows, "g"), {("x",): 30, ("",): 10})
