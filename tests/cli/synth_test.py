"""drover synth: rows from tables"""
import gzip
import json
import re

from synth_support import PAIRS, SynthTest, count_values, townspeople

AGE_SEX = "age,sex,count\nyoung,F,30\nyoung,M,20\nold,F,25\nold,M,25\n"
SEX_TOWN = "sex,town,count\nF,A,40\nF,B,15\nM,A,30\nM,B,15\n"
SEX_WORK = "sex,work,count\nF,yes,55\nM,yes,0\nM,no,45\n"


class Rows(SynthTest):
    def test_values_that_nobody_has_do_not_matter(self):
        """Declared by a schema, or listed with a count of 0: the same rows, whether zeros are hard or soft."""
        files = self.write_pairs(townspeople(2000))
        columns = [{"name": "age", "values": ["baby", "child", "middle", "nobody", "old", "young"]},
                   {"name": "work", "values": ["full", "none", "no", "part"]},
                   {"name": "married", "values": ["", "no", "yes"]}, {"name": "town", "values": ["A", "B", "C", "D"]}]
        lean = [{**c, "values": [v for v in c["values"] if v not in ("baby", "nobody", "none", "", "D")]} for c in columns]
        for name, used in (("wide.json", columns), ("lean.json", lean)):
            (self.folder / name).write_text(json.dumps({"format": "drover.schema/1", "columns": used}))
        for options in ([], ["--zeros", "soft"], ["--forbid", "age=old,work=full"], ["--search", "ascent"]):
            with self.subTest(options=options):
                wide, _ = self.synth(*files, "--schema", "wide.json", *options)
                narrow, _ = self.synth(*files, "--schema", "lean.json", *options)
                self.assertEqual(wide["digest"], narrow["digest"])
        self.synth(*files, "--schema", "wide.json", "--forbid", "age=baby", "--cert", "cert.json")
        self.assertEqual(self.run_drover("check", "--cert", "cert.json").returncode, 0)

    def test_text_output_whole(self):
        self.write(age_sex=AGE_SEX)
        done = self.run_drover("synth", "age_sex.csv", "-o", "rows.csv")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(re.sub(r"(seconds +)\S+", r"\1T", done.stdout), (
            "input                  1 table over 2 columns\n"
            "rows                   100\n"
            "tables                 1\n"
            "mean total variation   0\n"
            "worst total variation  0\n"
            "worst cell error       0\n"
            "impossible rows        0\n"
            "distinct rows          4\n"
            "positive margins       0\n"
            "search                 exact, by elimination over 6 cells\n"
            "zeros                  hard: whole counts that agree\n"
            "arithmetic             exact, in units of 1/100\n"
            f"digest                 {self.sha256_of('rows.csv')}\n"
            "seconds                T\n"
            "\n"
            "table    tv  l1 (rows)  mean error  % rmse  worst cell (rows)           where\n"
            "age_sex   0          0           0       0                  0  age=old, sex=F\n"))

    def test_shuffled_rows_are_the_same_in_another_order(self):
        def sort(some):
            return sorted(tuple(row.values()) for row in some)

        files = self.write_pairs(townspeople(3000))
        made, rows = self.synth(*files)
        for shuffle in ("all", "1000"):
            shuffled, others = self.synth(*files, "--shuffle", shuffle)
            self.assertNotEqual(rows, others)
            self.assertEqual(sort(rows), sort(others))
            self.assertEqual(made["mean_tv"], shuffled["mean_tv"])
            again, _ = self.synth(*files, "--shuffle", shuffle, "--threads", 2)
            self.assertEqual(shuffled["digest"], again["digest"])
        self.assertEqual(sort(rows[:1000]), sort(others[:1000]))  # blocks stay where they were
        self.assertNotEqual(self.synth(*files, "--shuffle", "all", "--seed", 1)[0]["digest"],
                            self.synth(*files, "--shuffle", "all")[0]["digest"])

    def test_shuffles_that_make_no_sense_are_refused(self):
        self.write(a="a,count\n0,50\n1,50\n")
        self.assert_fails(3, '--shuffle: expected all, or 2 to 10^9 rows, got "1"', "synth", "a.csv", "--shuffle", "1")
        self.assert_fails(3, "--shuffle and --checkpoint: expected one of them, got both", "synth", "a.csv", "--shuffle",
                          "all", "--checkpoint", "c.json", "-o", "rows.csv")

    def test_json_has_the_keys_that_programs_rely_on(self):
        self.write(age_sex=AGE_SEX, sex_town=SEX_TOWN)
        result, rows = self.synth("age_sex.csv", "sex_town.csv", "-n", 250)
        self.assertEqual(result["format"], "drover.synth/1")
        self.assertEqual((result["rows"], len(rows), result["impossible_rows"]), (250, 250, 0))
        self.assertEqual(result["distinct_rows"], len(count_values(rows, ["age", "sex", "town"])))
        self.assertEqual(result["digest"], self.sha256_of("rows.csv"))
        self.assertGreaterEqual(result["seconds"], 0)
        self.assertGreaterEqual(result["positive_margins"], 0)
        self.assertEqual([(t["name"], t["columns"]) for t in result["tables"]],
                         [("age_sex", ["age", "sex"]), ("sex_town", ["sex", "town"])])
        self.assertEqual(result["worst_tv"], max(t["tv"] for t in result["tables"]))
        self.assertAlmostEqual(result["mean_tv"], sum(t["tv"] for t in result["tables"]) / 2)
        for table, text in zip(result["tables"], (AGE_SEX, SEX_TOWN)):
            hits = count_values(rows, table["columns"])
            off = [abs(hits[a, b] - 2.5 * int(c)) for a, b, c in (line.split(",") for line in text.split()[1:])]
            self.assertAlmostEqual(table["l1"], sum(off))
            self.assertAlmostEqual(table["worst_cell"], max(off))
            self.assertAlmostEqual(table["tv"], sum(off) / 500)
        for option in ("files", "absent", "noisy", "schema", "order", "zeros", "forbid", "trust", "where", "complete",
                       "by", "burn_in", "search", "until", "time", "checkpoint", "resume", "report", "threads", "seed"):
            self.assertIn(option, result)

    def test_as_many_rows_as_the_tables_count_meet_one_table_exactly(self):
        self.write(age_sex=AGE_SEX)
        result, rows = self.synth("age_sex.csv")
        self.assertEqual((result["rows"], result["worst_tv"], result["exact"], result["unit"]), (100, 0, True, 100))
        self.assertEqual(count_values(rows, ["age", "sex"]),
                         {("young", "F"): 30, ("young", "M"): 20, ("old", "F"): 25, ("old", "M"): 25})

    def test_one_column_is_enough(self):
        self.write(colour="colour,count\nred,5\ngreen,3\nblue,2\n")
        result, rows = self.synth("colour.csv", "-n", 1000)
        self.assertEqual(result["worst_tv"], 0)
        self.assertEqual(count_values(rows, ["colour"]), {("red",): 500, ("green",): 300, ("blue",): 200})

    def test_a_constant_column_stays_constant(self):
        self.write(t="a,b,count\nx,1,3\nx,2,4\n")
        _, rows = self.synth("t.csv")
        self.assertEqual(count_values(rows, "ab"), {("x", "1"): 3, ("x", "2"): 4})

    def test_every_prefix_is_good(self):
        people = townspeople(3000)
        result, rows = self.synth(*self.write_pairs(people))
        self.assertLess(result["worst_tv"], 0.004)
        self.assertEqual((result["impossible_rows"], len(rows)), (0, 3000))
        for pair in PAIRS:
            counts = count_values(people, pair)
            for k in range(100, 3001, 100):
                hits = count_values(rows[:k], pair)
                off = max(abs(hits[cell] - k * count / 3000) for cell, count in counts.items())
                self.assertLess(off, 4, f"{pair} after {k} rows")

    def test_rows_on_standard_output_send_the_report_to_standard_error(self):
        self.write(age_sex=AGE_SEX)
        self.run_drover("synth", "age_sex.csv", "-o", "rows.csv")
        text = self.run_drover("synth", "age_sex.csv")
        self.assertEqual(text.stdout, (self.folder / "rows.csv").read_text())
        self.assertTrue(text.stderr.startswith("input                  1 table over 2 columns\nrows                   100\n"))
        report = self.run_drover("synth", "age_sex.csv", "--json")
        self.assertEqual((report.stdout, json.loads(report.stderr)["rows"]), (text.stdout, 100))
        quiet = self.run_drover("synth", "age_sex.csv", "--quiet")
        self.assertEqual((quiet.stdout, quiet.stderr), (text.stdout, ""))

    def test_bytes_depend_on_neither_threads_nor_the_run(self):
        files = self.write_pairs(townspeople(500))
        digests = {self.synth(*files, "-n", 9000, "--threads", k)[0]["digest"] for k in (1, 1, 2, 8)}
        self.assertEqual(len(digests), 1)

    def test_a_seed_changes_the_rows_but_not_the_fit(self):
        files = self.write_pairs(townspeople(2000))
        runs = [self.synth(*files, "--search", "ascent", "--seed", seed)[0] for seed in range(4)]
        self.assertEqual(len({run["digest"] for run in runs}), 4)
        self.assertLess(max(run["mean_tv"] for run in runs), 0.004)

    def test_exact_search_has_no_starts_for_a_seed_to_change(self):
        files = self.write_pairs(townspeople(500))
        self.assertEqual(len({self.synth(*files, "--search", "exact", "--seed", seed)[0]["digest"]
                              for seed in range(3)}), 1)

    def test_burn_in_drops_the_first_rows(self):
        files = self.write_pairs(townspeople(300))
        _, rows = self.synth(*files, "-n", 130)
        result, late = self.synth(*files, "-n", 100, "--burn-in", 30)
        self.assertEqual(late, rows[30:])
        self.assertEqual((result["rows"], result["steps"]), (100, 130))
        self.assertEqual(self.json_of("check", "rows.csv", *files)["mean_tv"], result["mean_tv"])

    def test_exact_and_local_search_and_the_previous_row_as_a_start(self):
        files = self.write_pairs(townspeople(2000))
        for options, words in ((["--search", "exact"], "exact, by elimination"),
                               (["--search", "ascent"], "coordinate ascent from fresh starts"),
                               (["--start", "previous"], "coordinate ascent from the previous row")):
            result, _ = self.synth(*files, *options, "--zeros", "soft")
            self.assertIn(words, result["search_used"])
            self.assertLess(result["mean_tv"], 0.006, options)

    def test_other_separators_gzip_and_quotes(self):
        self.write(plain=AGE_SEX, semicolon=AGE_SEX.replace(",", ";"), tab=AGE_SEX.replace(",", "\t"))
        (self.folder / "plain2.csv.gz").write_bytes(gzip.compress(AGE_SEX.encode()))
        _, rows = self.synth("plain.csv")
        self.assertEqual(self.synth("plain2.csv.gz")[1], rows)
        for name, separator in (("semicolon", ";"), ("tab", "\t")):
            self.json_of("synth", f"{name}.csv", "--separator", "tab" if name == "tab" else ";", "-o", "other.csv")
            self.assertEqual(self.rows_of("other.csv", separator), rows)
        self.write(quoted='"a, ""b""",c,count\r\n"x,y",1,2\r\n"say ""z""\nand",2,3\r\n')
        _, rows = self.synth("quoted.csv")
        self.assertEqual(count_values(rows, ['a, "b"', "c"]), {("x,y", "1"): 2, ('say "z"\nand', "2"): 3})

    def test_until_stops_at_the_first_good_rows(self):
        files = self.write_pairs(townspeople(3000))
        result, rows = self.synth(*files, "-n", 1000000, "--until", "tv<0.002")
        self.assertLess(result["mean_tv"], 0.002)
        self.assertLess(len(rows), 100000)
        self.assertEqual(result["rows"], len(rows))

    def test_time_ends_a_long_run(self):
        self.write(age_sex=AGE_SEX)
        result, rows = self.synth("age_sex.csv", "-n", "100000000", "--time", "0.05s")
        self.assertEqual((result["rows"], result["interrupted"]), (len(rows), False))
        self.assertLess(len(rows), 100000000)

    def test_help_claims_no_privacy(self):
        text = self.run_drover("synth", "--help").stdout
        self.assertIn("as private as these are, no more", text)
        self.assertIn("Example: drover synth", text)


class Zeros(SynthTest):
    def test_hard_zeros_keep_every_impossible_pair_out(self):
        people = townspeople(2000)
        files = self.write_pairs(people)
        result, rows = self.synth(*files, "-n", 6000, "--zeros", "hard")
        self.assertEqual(result["impossible_rows"], 0)
        for pair in PAIRS:
            self.assertLessEqual(set(count_values(rows, pair)), set(count_values(people, pair)))

    def test_a_triple_of_count_0_is_impossible_too(self):
        self.write(t="a,b,c,count\n0,0,0,5\n0,1,1,5\n1,0,1,5\n1,1,0,5\n")
        result, rows = self.synth("t.csv", "-n", 1000)
        self.assertEqual((result["impossible_rows"], result["worst_tv"]), (0, 0))
        self.assertEqual({sum(map(int, row.values())) % 2 for row in rows}, {0})

    def test_auto_says_why(self):
        rounded = "".join(f"{i},{j},{5 * (i + j)}\n" for i in range(5) for j in range(5))
        for tables, text in (
                ((AGE_SEX, SEX_WORK), "hard: whole counts that agree"),
                ((AGE_SEX, SEX_WORK.replace("45", "46")), "soft: the tables disagree"),
                ((AGE_SEX, "sex,p\nF,0.55\nM,0.45\n"), "soft: not all numbers are whole counts"),
                (("a,count,se\n0,5,1\n1,3,1\n2,0,1\n",), "soft: the tables have standard errors"),
                (("a,b,count\n" + rounded,), "soft: the counts look rounded to 5"),
                ((AGE_SEX, "sex,work,count\nF,yes,55\nM,no,\n"), "hard: whole counts that agree")):
            with self.subTest(text=text):
                names = [f"t{k}.csv" for k in range(len(tables))]
                self.write(**dict(zip(("t0", "t1"), tables)))
                self.assertEqual(self.synth(*names, "-n", 20)[0]["zeros_used"], text)

    def test_soft_zeros_may_get_a_few_rows_where_tables_disagree(self):
        self.write(a="x,y,count\n0,0,50\n1,1,50\n0,1,0\n1,0,0\n", b="x,count\n0,80\n1,20\n", c="y,count\n0,20\n1,80\n")
        soft, _ = self.synth("a.csv", "b.csv", "c.csv", "-n", 1000)
        hard, _ = self.synth("a.csv", "b.csv", "c.csv", "-n", 1000, "--zeros", "hard")
        self.assertEqual(hard["impossible_rows"], 0)
        self.assertGreater(soft["impossible_rows"], 0)
        self.assertLessEqual(soft["mean_tv"], hard["mean_tv"] + 1e-12)

    def test_forbidden_combinations_never_come(self):
        files = self.write_pairs(townspeople(2000))
        result, rows = self.synth(*files, "--forbid", "age=old,work=full", "--forbid", "age=young,married=yes,town=B")
        self.assertEqual(result["forbid"], ["age=old,work=full", "age=young,married=yes,town=B"])
        self.assertEqual(count_values(rows, ["age", "work"])["old", "full"], 0)
        self.assertEqual(count_values(rows, ["age", "married", "town"])["young", "yes", "B"], 0)
        self.assertGreater(count_values(rows, ["age", "married"])["young", "yes"], 0)

    def test_what_no_table_speaks_of_can_be_forbidden(self):
        self.write(age_sex=AGE_SEX, sex_town=SEX_TOWN)
        result, rows = self.synth("age_sex.csv", "sex_town.csv", "-n", 1000, "--forbid", "age=old,town=B")
        self.assertEqual(count_values(rows, ["age", "town"])["old", "B"], 0)
        self.assertLess(result["worst_tv"], 0.005)

    def test_one_value_can_be_forbidden(self):
        self.write(age_sex=AGE_SEX)
        _, rows = self.synth("age_sex.csv", "--forbid", "age=old")
        self.assertEqual(set(count_values(rows, ["age"])), {("young",)})

    def test_functional_dependencies_are_kept_and_every_city_has_its_share(self):
        cities = {f"c{k:02}": k + 1 for k in range(24)}
        region = {city: f"r{k // 4}" for k, city in enumerate(cities)}
        country = {city: f"n{k // 12}" for k, city in enumerate(cities)}
        total = sum(cities.values())
        self.write(
            city_region="city,region,count\n" + "".join(f"{c},{region[c]},{n}\n" for c, n in cities.items()),
            city_country="city,country,count\n" + "".join(f"{c},{country[c]},{n}\n" for c, n in cities.items()),
            region_country="region,country,count\n" + "".join(
                f"r{k},n{k // 3},{sum(n for c, n in cities.items() if region[c] == f'r{k}')}\n" for k in range(6)))
        for options in ([], ["--search", "ascent"]):
            result, rows = self.synth("city_region.csv", "city_country.csv", "region_country.csv", *options,
                                      "-n", 10 * total)
            self.assertTrue(all(row["region"] == region[row["city"]] for row in rows))
            self.assertTrue(all(row["country"] == country[row["city"]] for row in rows))
            hits = count_values(rows, ["city"])
            for city, count in cities.items():
                self.assertLessEqual(abs(hits[city,] - 10 * count), 2, city)
            self.assertLess(result["worst_tv"], 0.004)
