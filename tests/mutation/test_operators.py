# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests of the drawing and rewriting of mutants with a made source."""
import unittest

import operators

SOURCE = '''int limit = 3; // 4 < 5
template <class T> int f(const std::vector<T> &rows, int a, int b)
{
    constexpr int most = 2;
    if (a < b && !rows.empty())
        return f(rows, a, b) + 7;
    else
        rows.clear();
    for (const T &row : rows)
        total += row * "no number of a row"[0];
    return most;
}
'''


class Operators(unittest.TestCase):
    def setUp(self):
        self.found = operators.places("a.cpp", SOURCE)

    def of(self, kind):
        return [(each.line, each.before, each.after) for each in self.found if each.kind == kind]

    def test_places(self):
        call = "return f(rows, a, b) + 7;"
        self.assertEqual(self.of("comparison"), [(5, "a < b", "a <= b")])
        self.assertEqual(self.of("logic"), [(5, "a < b && !rows.empty()", "a < b || !rows.empty()")])
        self.assertEqual(self.of("condition"), [(5, "a < b && !rows.empty()", "!(a < b && !rows.empty())")])
        self.assertEqual(self.of("arithmetic"), [(6, call, call.replace("+", "-")),
                                                 (10, 'total += row * "no number of a row"[0];', 'total -= row * "no number of a row"[0];'),
                                                 (10, 'total += row * "no number of a row"[0];', 'total += row / "no number of a row"[0];')])
        self.assertEqual(self.of("swap"), [(6, "f(… rows, a …)", "f(… a, rows …)"), (6, "f(… a, b …)", "f(… b, a …)")])
        self.assertEqual(self.of("statement"), [(8, "rows.clear();", "(deleted)"), (10, 'total += row * "no number of a row"[0];', "(deleted)")])
        self.assertEqual(self.of("message"), [(10, '"no number of a row"', '"no number a row"')])
        self.assertEqual([place[:2] for place in self.of("constant")], [(6, "7")])  # no constant expression, no subscript

    def test_draw(self):
        drawn = operators.draw(self.found, 3, 9)
        self.assertEqual(drawn, operators.draw(self.found, 3, 9))
        self.assertEqual(len({each.line for each in drawn}), len(drawn))  # one of a line
        self.assertEqual([each.id for each in drawn], [1, 2, 3, 4])

    def test_rewrite(self):
        chosen = [each for each in self.found if each.kind in ("comparison", "statement") and each.line < 10]
        for number, each in enumerate(chosen, 1):
            each.id = number
        lines = operators.rewrite(SOURCE, chosen).split("\n")
        self.assertEqual(lines[:2], ['#include "mutation/mutants.h"', "#line 1"])
        self.assertEqual(lines[6].strip(), "if ((mutation::on(1) ? (a <= b) : (a < b)) && !rows.empty())")
        self.assertEqual(lines[9].strip(), "{ if (!mutation::on(2)) rows.clear(); }")
        self.assertEqual(operators.rewrite(SOURCE, []), SOURCE)
        spread = "void f()\n{\n    total = a + // first\n            b;\n    end(c);\n}\n"
        twice = [each for each in operators.places("a.cpp", spread) if each.kind == "arithmetic"]
        self.assertEqual(operators.rewrite(spread, twice).split("\n")[2:][4], "    end(c);")  # lines keep their numbers


if __name__ == "__main__":
    unittest.main()
