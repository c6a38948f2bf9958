"""Tests of the checks: each finds what it should."""
import pathlib
import tempfile
import unittest

import facade
import in_memory
import include_order
import messages
import nothing_prints
import tidy


class Checks(unittest.TestCase):
    def tree(self, **files):
        root = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        for name, text in files.items():
            path = root / name.replace("__", "/").replace("_hpp", ".hpp")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return root

    def test_include_up_the_foundation_passes(self):
        root = self.tree(herd__a_hpp="#include <drover/data/x.hpp>\n#include <drover/data/impl/y.hpp>\n#include <vector>\n")
        self.assertEqual(include_order.problems(root), [])

    def test_include_down_the_foundation_is_found(self):
        root = self.tree(data__a_hpp="#include <drover/herd/herder.hpp>\n")
        self.assertIn("data/ includes drover/herd/herder.hpp: which is below it", include_order.problems(root)[0])

    def test_the_foundation_knows_no_products(self):
        root = self.tree(synth__a_hpp="#include <drover/report/report.hpp>\n", report__b_hpp="#include <drover/synth/synth.hpp>\n")
        found = include_order.problems(root)
        self.assertEqual(len(found), 1)
        self.assertIn("report/ includes drover/synth/synth.hpp: the foundation knows no products", found[0])

    def test_products_do_not_know_one_another(self):
        root = self.tree(rbm__a_hpp="#include <drover/lattice/herder.hpp>\n", baselines__b_hpp="#include <drover/rbm/rbm.hpp>\n")
        self.assertEqual([problem.split(": ", 1)[1] for problem in include_order.problems(root)],
                         ["rbm/ includes drover/lattice/herder.hpp: a product includes the foundation and itself"])

    def test_impl_of_a_product_is_its_own(self):
        root = self.tree(rbm__a_hpp="#include <drover/rbm/impl/fields.hpp>\n",
                         baselines__b_hpp="#include <drover/rbm/impl/step.hpp>\n")
        self.assertEqual([problem.split(": ", 1)[1] for problem in include_order.problems(root)],
                         ["includes drover/rbm/impl/step.hpp: impl/ of rbm/ is for rbm/ alone"])

    def test_a_folder_that_grew_too_large_is_found(self):
        root = self.tree(**{f"herd__part{i}_hpp": "" for i in range(include_order.LARGEST + 1)})
        self.assertIn("36 parts, expected at most 35", include_order.problems(root)[0])

    def test_unknown_folder_is_found(self):
        self.assertIn("is neither a product", include_order.problems(self.tree(misc__a_hpp=""))[0])

    def test_a_product_without_its_folders_is_found(self):
        self.assertIn("synth", include_order.PRODUCTS)
        root = self.tree(src__drover__synth__a_hpp="")
        self.assertEqual([problem.split(": ")[2] for problem in include_order.problems_of_products(root, ["synth"])],
                         ["expected apps/drover/synth/*.cpp, got no such file",
                          "expected tests/unit/synth/*_test.cpp, got no such file",
                          "expected python/src/synth*.cpp, got no such file"])

    def test_threads_are_found_through_another_header(self):
        root = self.tree(core__a_hpp="#include <thread>\n", core__impl__a_hpp="#include <mutex>\n",
                         data__b_hpp="#include <drover/core/a.hpp>\n")
        self.assertEqual([problem.split("/")[-1] for problem in in_memory.problems(root)],
                         ["a.hpp: brings in <thread>", "b.hpp: brings in <thread>"])

    def test_files_are_found_where_they_do_not_belong(self):
        root = self.tree(files__file_hpp="#include <fstream>\n", data__csv_hpp="#include <drover/files/file.hpp>\n")
        self.assertEqual([problem.split("/", 2)[-1].split(": ")[1] for problem in in_memory.problems(root)],
                         ["includes drover/files/file.hpp, which is about files", "brings in <fstream>"])

    def test_eigen_is_found_outside_baselines(self):
        root = self.tree(baselines__a_hpp="#include <Eigen/Core>\n", dynamics__b_hpp="#include <Eigen/Core>\n")
        self.assertEqual(len(in_memory.problems(root)), 1)

    def test_printing_is_found_but_not_in_comments(self):
        root = self.tree(core__a_hpp="// std::cout\n", core__b_hpp='std::cout << "x";\n')
        self.assertEqual(len(nothing_prints.problems(root)), 1)

    def test_a_command_that_reaches_beneath_the_calls_is_found(self):
        root = self.tree(apps__drover__synth__reference_hpp="#include <drover/tables/input.hpp>\n"
                         "#include <drover/core/check.hpp>\n#include <drover/herd/herder.hpp>\n")
        found = facade.problems(root)
        self.assertEqual(len(found), 1)
        self.assertIn("reference.hpp:3: includes drover/herd/herder.hpp", found[0])

    def test_a_flag_in_a_text_of_the_library_is_found(self):
        root = self.tree(src__drover__core__a_hpp='// --rows\n"expected --rows";\nR"(-n: x)";\n',
                         src__drover__core__b_hpp='"64-bit"; "{burn_in}"; "a -- b"; f(--n, \'"\'); "font:-apple-system";\n',
                         apps__drover__c_hpp='"--rows";\n')
        self.assertEqual([problem.split("/")[-1].split(": ")[0] + problem[-7:] for problem in messages.problems(root)],
                         ["a.hpp:2 --rows", "a.hpp:3flag -n"])

    def test_a_look_into_a_message_is_found(self):
        root = self.tree(apps__a_hpp='if (std::string{e.what()} == "x") f();\n',
                         src__b_hpp='if (std::string_view{e.what()}.starts_with("x")) f();\n',
                         src__c_hpp='if (std::strstr(e.what(), "x")) f();\n',
                         python__src__d_hpp='out << "x" + std::string{e.what()};\n')
        self.assertEqual(sorted(problem.split("/")[-1].split(":")[0] for problem in messages.problems(root)),
                         ["a.hpp", "b.hpp", "c.hpp"])

    def stamp(self, root, *arguments):
        return tidy.stamp_name(root / "core/a.hpp", [f"-I{root}", *arguments], b"14", root.resolve())

    def test_stamp_is_the_same_in_another_checkout(self):
        files = {"core__a_hpp": "#include <core/b.hpp>\n#include <vector>\n", "core__b_hpp": "int b;\n"}
        self.assertEqual(self.stamp(self.tree(**files)), self.stamp(self.tree(**files)))

    def test_stamp_changes_with_a_header_of_a_header_and_with_no_other(self):
        root = self.tree(core__a_hpp='#include "b.hpp"\n', core__b_hpp="#include <core/c.hpp>\n",
                         core__c_hpp="int c;\n")
        before = self.stamp(root)
        (root / "core/d.hpp").write_text("int d;\n")
        self.assertEqual(self.stamp(root), before)
        (root / "core/c.hpp").write_text("long c;\n")
        self.assertNotEqual(self.stamp(root), before)

    def test_stamp_changes_with_the_flags(self):
        root = self.tree(core__a_hpp="")
        self.assertNotEqual(self.stamp(root), self.stamp(root, "-DX=1"))


if __name__ == "__main__":
    unittest.main()
