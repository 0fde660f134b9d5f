"""Checks of the counting and of the table. Cheap: every run of the benchmark begins with them."""
from __future__ import annotations

import json
import tempfile
import unittest

import figures
import table
from bench import Bench
from figures import MIB, Limit, Line, Run
from measure import Failure


class Figures(unittest.TestCase):
    def test_a_ratio_is_taken_within_its_round(self):
        # The second round met a neighbour: both programs took twice as long, and the ratio is the same.
        ours, peers = [Run(1, 2, 10, 90), Run(2, 4, 10, 90)], [Run(4, 2, 30, 100), Run(8, 4, 30, 100)]
        found = figures.compare(ours, peers)
        self.assertEqual(found, {"seconds": 1.5, "peer_seconds": 6, "speed": 4, "cpu": 1, "memory": 3, "size": 0.9,
                                 "peak": 10, "peer_peak": 30})

    def test_the_median_leaves_out_a_round_that_went_wrong(self):
        ours = [Run(1, 1), Run(1, 1), Run(9, 1)]
        self.assertEqual(figures.compare(ours, [Run(3, 1)] * 3)["speed"], 3)

    def test_what_was_not_measured_is_left_out(self):
        self.assertNotIn("memory", figures.compare([Run(1, 1)], [Run(1, 1, 5)]))
        self.assertNotIn("peak", figures.alone([Run(1, 1)]))
        self.assertNotIn("cpu", figures.compare([Run(1, 0)], [Run(1, 0)]))

    def test_two_runs_one_after_the_other_add_up_and_the_larger_peak_counts(self):
        self.assertEqual(Run(1, 2, 3, 4).after(Run(10, 20, 1, 40)), Run(11, 22, 3, 44))
        self.assertEqual(Run(1, 2, None, 4).after(Run(1, 2, 7)), Run(2, 4, 7, None))

    def test_a_straight_line_may_begin_above_zero(self):
        self.assertEqual(figures.from_straight_line([(10, 3.0), (20, 5.0), (40, 9.0)]), [0, 0, 0])

    def test_growth_that_is_more_than_linear_is_seen(self):
        off = figures.from_straight_line([(n, n ** 1.2) for n in (1_000, 10_000, 100_000)])
        self.assertLess(off[1], -0.3)


class Verdicts(unittest.TestCase):
    def test_both_bounds_of_a_limit_count_themselves_in(self):
        self.assertTrue(Limit("speed", at_least=2).holds(2))
        self.assertTrue(Limit("size", at_most=1).holds(1))
        self.assertFalse(Limit("size", at_most=1).holds(1.0001))

    def test_a_floor_holds_only_if_each_of_its_limits_does(self):
        floor = (Limit("speed", at_least=3.8), Limit("size", at_most=0.96))
        self.assertEqual(Line("r", "w", {"speed": 4, "size": 0.95}).verdict(floor), "pass")
        self.assertEqual(Line("r", "w", {"speed": 4, "size": 0.97}).verdict(floor), "missed")

    def test_what_was_not_measured_has_no_verdict_and_holds_no_floor(self):
        line = Line("r", "w", {"speed": 4}, floor=(Limit("size", at_most=1),))
        self.assertIsNone(line.verdict(line.floor))
        self.assertTrue(line.missed_floor)
        self.assertFalse(Line("r", "w").missed_floor)

    def test_a_line_that_is_not_judged_misses_nothing(self):
        line = Line("r", "w", {"speed": 4}, floor=(Limit("speed", at_least=5),), judged=False)
        self.assertIsNone(line.verdict(line.floor))
        self.assertFalse(line.missed_floor)


class Turns(unittest.TestCase):
    def rounds(self, names: str, most: int, seconds: float = 100, **more) -> tuple:
        """Who ran in which order, and what came of it; each run says that it took a second, `x` fails."""
        order = []

        def contender(name: str):
            def run() -> Run:
                order.append(name)
                if name == "x":
                    raise Failure("x broke")
                return Run(1, 1)
            return run

        with tempfile.TemporaryDirectory() as folder:
            bench = Bench("iapkit", folder, None, 10, False, lambda text: None)
            found = bench.rounds("t", {name: contender(name) for name in names}, most, seconds, **more)
        return bench, found, "".join(order)

    def test_another_contender_begins_every_round(self):
        self.assertEqual(self.rounds("abc", 4)[2], "abcbcacababc")

    def test_no_round_begins_that_would_not_end_in_time(self):
        self.assertEqual(self.rounds("ab", 9, seconds=1.5)[2], "ab")

    def test_a_slow_contender_runs_once_and_is_compared_by_that_round(self):
        bench, found, order = self.rounds("ab", 3, once=("b",))
        self.assertEqual(order, "abaa")
        self.assertEqual(bench.compare(found, "a", ("b",), Line("r", "w")).rounds, 1)

    def test_who_fails_is_left_out_of_later_rounds_and_fails_its_line_only(self):
        bench, found, order = self.rounds("axb", 2)
        self.assertEqual(order, "axbba")
        self.assertEqual(bench.compare(found, "a", ("x",), Line("r", "w")).failure, "x broke")
        self.assertIsNone(bench.compare(found, "a", ("b",), Line("r", "w")).failure)


class Table(unittest.TestCase):
    lines = [
        Line("levels", "zip -6", {"seconds": 0.75, "speed": 4, "cpu": 2, "memory": 1.5, "peak": 8 * MIB, "size": 0.951},
             3, (Limit("speed", at_least=3.8), Limit("size", at_most=0.96)), (Limit("speed", at_least=5),)),
        Line("levels", "7zz", failure="7zz ended with status 2"),
        Line("sync", "none", {"overhead": 0.2}, 2, (Limit("overhead", at_most=0.15),), note="a note"),
    ]

    def test_a_line_shows_its_figures_limits_and_verdicts(self):
        shown = table.text(self.lines, ["head"]).split("\n")
        self.assertEqual(shown[0], "head")
        self.assertEqual(shown[4].split(), "levels zip -6 3 0.750 4.00x 2.00x 1.50x 8.0 0.9510 3.8x, size 0.96: pass "
                                           "5x: missed".split())
        self.assertEqual(shown[5].split(), "7zz FAILED: 7zz ended with status 2".split())
        self.assertEqual(shown[6].split(), "sync none 2 15% more (is 20.0%): missed".split())
        self.assertEqual(shown[7].strip(), "(a note)")
        self.assertEqual(shown[-1], "floors held: 1 of 2; goals reached: 0 of 1; failed: 1; left out: 0")

    def test_the_document_says_the_same(self):
        lines = json.loads(table.document(self.lines, {"seed": 1}))["lines"]
        self.assertEqual([each.get("floorVerdict") for each in lines], ["pass", None, "missed"])
        self.assertEqual(lines[0]["goalVerdict"], "missed")
        self.assertEqual(lines[1]["failure"], "7zz ended with status 2")


def failures() -> str | None:
    """What the checks found wrong; None if nothing."""
    suite = unittest.TestSuite()
    for case in (Figures, Verdicts, Turns, Table):
        suite.addTests(unittest.defaultTestLoader.loadTestsFromTestCase(case))
    result = unittest.TestResult()
    suite.run(result)
    wrong = result.failures + result.errors
    return "\n".join(f"{case}\n{trace}" for case, trace in wrong) or None
