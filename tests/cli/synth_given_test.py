"""drover synth where something is given: values of all rows, partial rows, strata"""
from synth_support import COLUMNS, PAIRS, SynthTest, count_values, rows_text, table_text, total_variation, townspeople


class Where(SynthTest):
    def test_all_rows_have_the_values_and_the_slices_match(self):
        people = townspeople(4000)
        files = self.write_pairs(people)
        slice_of = [person for person in people if person["age"] == "young"]
        result, rows = self.synth(*files, "-n", 2000, "--where", "age=young")
        self.assertEqual({row["age"] for row in rows}, {"young"})
        self.assertEqual([table["columns"] for table in result["tables"]], [["work"], ["married"], ["town"]])
        self.assertLess(result["worst_tv"], 0.01)
        for column in COLUMNS[1:]:
            self.assertLess(total_variation(rows, slice_of, [column]), 0.01)
        self.assertGreater(result["steps"], 2000)

    def test_two_values_can_be_given(self):
        people = townspeople(4000)
        files = self.write_pairs(people)
        self.write(three=table_text(people, ["age", "married", "town"]))
        result, rows = self.synth(*files, "three.csv", "-n", 500, "--where", "age=old,married=yes")
        self.assertEqual(count_values(rows, ["age", "married"]), {("old", "yes"): 500})
        self.assertLess(result["worst_tv"], 0.02)

    def test_check_measures_the_same_slices(self):
        files = self.write_pairs(townspeople(1000))
        made, _ = self.synth(*files, "-n", 300, "--where", "town=B")
        checked = self.json_of("check", "rows.csv", *files, "--where", "town=B")
        self.assertEqual((made["mean_tv"], made["worst_tv"]), (checked["mean_tv"], checked["worst_tv"]))


class Complete(SynthTest):
    PARTIAL = ('id,town,age,note\n7,,child,"a, b"\n3,B,,\n9,C,old,""\n1,,,x\n')

    def test_blanks_are_filled_and_all_else_stays(self):
        files = self.write_pairs(townspeople(1000))
        self.write(partial=self.PARTIAL)
        result, rows = self.synth(*files, "--complete", "partial.csv")
        self.assertEqual(list(rows[0]), ["id", "town", "age", "note", "work", "married"])
        self.assertEqual([row["id"] for row in rows], ["7", "3", "9", "1"])
        self.assertEqual([row["note"] for row in rows], ["a, b", "", "", "x"])
        self.assertEqual((rows[0]["age"], rows[0]["work"], rows[0]["married"]), ("child", "no", "no"))
        self.assertEqual((rows[1]["town"], rows[2]["town"], rows[2]["age"]), ("B", "C", "old"))
        self.assertTrue(all(row[column] for row in rows for column in COLUMNS))
        self.assertEqual((result["rows"], result["impossible_rows"]), (4, 0))

    def test_completed_rows_come_as_near_as_what_is_given_allows(self):
        people = townspeople(3000)
        files = self.write_pairs(people)
        self.write(partial=rows_text([{"age": person["age"], "town": person["town"]} for person in people]))
        result, rows = self.synth(*files, "--complete", "partial.csv")
        self.assertEqual([(row["age"], row["town"]) for row in rows], [(row["age"], row["town"]) for row in people])
        self.assertLess(result["mean_tv"], 0.01)
        self.assertEqual(result["impossible_rows"], 0)

    def test_impossible_rows_do_not_stop_the_others(self):
        files = self.write_pairs(townspeople(1000))
        self.write(partial="age,work\nold,\nchild,full\nyoung,\n")
        result, rows = self.synth(*files, "--complete", "partial.csv")
        self.assertEqual((result["rows"], result["unfilled_rows"]), (2, 1))
        self.assertEqual(result["first_unfilled"], "partial.csv: row 2: the values given: no row without an impossible "
                         "combination was found; allow some of them, or take soft zeros")
        self.assertEqual(list(rows[1].values()), ["child", "full", "", ""])
        self.assertTrue(all(rows[0].values()) and all(rows[2].values()))

    def test_impossible_values_name_the_row_if_there_is_no_other(self):
        files = self.write_pairs(townspeople(1000))
        self.write(partial="age,work\nchild,full\n")
        self.assert_fails(3, "partial.csv: row 1: the values given: no row without an impossible combination was found; "
                          "allow some of them, or take soft zeros",
                          "synth", *files, "--complete", "partial.csv", "-o", "rows.csv")
        self.synth(*files, "--complete", "partial.csv", "--zeros", "soft")

    def test_rows_of_which_nothing_is_known_are_rows_like_any(self):
        files = self.write_pairs(townspeople(1000))
        self.write(partial="id,age\n" + "".join(f"{k},\n" for k in range(1000)))
        result, _ = self.synth(*files, "--complete", "partial.csv")
        self.assertLess(result["mean_tv"], 0.006)

    def test_a_given_number_keeps_its_digits(self):
        self.write(data="x,g\n" + "".join(f"{i / 4},{'ab'[i % 2]}\n" for i in range(2000)), partial="x,g\n12.50,\n,b\n")
        _, rows = self.synth("data.csv", "--complete", "partial.csv")
        self.assertEqual(rows[0]["x"], "12.50")
        self.assertEqual((rows[1]["g"], 0 <= float(rows[1]["x"]) <= 499.75), ("b", True))


class By(SynthTest):
    def write_strata(self, column, people):
        others = [name for name in people[0] if name != column]
        tables = [(column, a, b) for k, a in enumerate(others) for b in others[:k]]
        for table in tables:
            self.write(**{"_".join(table): table_text(people, table)})
        return ["_".join(table) + ".csv" for table in tables], tables

    def check_strata(self, column, people):
        files, tables = self.write_strata(column, people)
        result, rows = self.synth(*files, "--by", column)
        self.assertEqual((result["rows"], result["impossible_rows"]), (len(people), 0))
        self.assertLess(result["worst_tv"], 0.01)
        for value in {person[column] for person in people}:
            part = [row for row in rows if row[column] == value]
            truth = [person for person in people if person[column] == value]
            self.assertAlmostEqual(len(part), len(truth), delta=1.01)
            for table in tables:
                self.assertLess(total_variation(part, truth, table[1:]), 0.03, (value, table))
        return files

    def test_each_stratum_matches_its_own_tables(self):
        self.check_strata("town", townspeople(3000))

    def test_many_strata_give_the_same_bytes_for_any_number_of_threads(self):
        people = [person | {"district": f"d{(k * k + 3 * k) // 5 % 12}"} for k, person in enumerate(townspeople(3000))]
        files = self.check_strata("district", people)
        digests = {self.synth(*files, "--by", "district", "-n", 9000, "--threads", k)[0]["digest"] for k in (1, 2, 8)}
        self.assertEqual(len(digests), 1)

    def test_every_prefix_has_its_share_of_each_stratum(self):
        people = townspeople(3000)
        files, _ = self.write_strata("age", people)
        _, rows = self.synth(*files, "--by", "age")
        shares = {value: count / 3000 for value, count in count_values(people, ["age"]).items()}
        for k in range(10, 3000, 10):
            hits = count_values(rows[:k], ["age"])
            for value, share in shares.items():
                self.assertLess(abs(hits[value] - k * share), 2)

    def test_strata_keep_forbidden_combinations_out(self):
        files, _ = self.write_strata("town", townspeople(3000))
        _, rows = self.synth(*files, "--by", "town", "--forbid", "town=A,age=old", "--forbid", "age=young,work=part")
        self.assertEqual(count_values(rows, ["town", "age"])["A", "old"], 0)
        self.assertGreater(count_values(rows, ["town", "age"])["B", "old"], 0)
        self.assertEqual(count_values(rows, ["age", "work"])["young", "part"], 0)

    def test_microdata_have_strata_by_tables_of_three(self):
        self.write(people=rows_text(townspeople(2000)))
        options = ["--order", 0]
        for a, b in PAIRS:
            if "town" not in (a, b):
                options += ["--also", f"town,{a},{b}"]
        result, _ = self.synth("people.csv", *options, "--by", "town")
        self.assertLess(result["mean_tv"], 0.01)
