#!/usr/bin/env python3
"""Which sources clang-tidy reads together, and when it reads them again."""

import pathlib
import tempfile
import unittest

import tidy


def source(name: str, command: str = "c++ -DX -o x.o -c x.cc", text: str = "") -> tidy.Source:
    return tidy.Source(tidy.ROOT / name, command, text)


def defining(name: str, constant: str) -> tidy.Source:
    return source(name, text=f"namespace a {{\nnamespace {{\nconstexpr int {constant} = 1;\n}}  // namespace\n}}\n")


class Tidy(unittest.TestCase):
    def test_reads_sources_together_that_define_nothing_by_the_same_name(self):
        first, second, third = defining("a.cc", "kMax"), defining("b.cc", "kMax"), defining("c.cc", "kLeast")
        self.assertEqual(tidy.units_of([first, second, third]), [[first, third], [second]])
        programs = [source(name, text="int main() {\n}\n") for name in ("a.cc", "b.cc")]
        self.assertEqual(tidy.units_of(programs), [programs[:1], programs[1:]])

    def test_reads_sources_of_one_target_together_and_not_too_many(self):
        sources = [source(f"{i}.cc") for i in range(tidy.SOURCES_MAX + 1)]
        other = source("y.cc", "c++ -DY -o y.o -c y.cc")
        self.assertEqual(tidy.units_of([*sources, other]), [sources[:-1], sources[-1:], [other]])

    def test_gives_clang_what_it_knows(self):
        self.assertEqual(source("x.cc", "c++ -DX --param=ggc-min-heapsize=9 -Wall -o x.o -c x.cc").flags, ["-DX", "-Wall"])

    def test_reads_again_what_has_changed_or_includes_what_has(self):
        with tempfile.TemporaryDirectory(dir=tidy.ROOT / "tests") as folder:
            place = pathlib.Path(folder)
            path, header, other = place / "x.cc", place / "x.h", place / "y.h"
            path.write_text(f'#include "{header.relative_to(tidy.ROOT)}"\n')
            header.write_text("")
            other.write_text("")
            unit = [tidy.Source(path, "c++ -o x.o -c x.cc", "")]
            state = tidy.state_of(unit)
            other.write_text("int y;\n")
            self.assertEqual(tidy.state_of(unit), state)
            header.write_text("int x;\n")
            self.assertNotEqual(tidy.state_of(unit), state)


if __name__ == "__main__":
    unittest.main()
