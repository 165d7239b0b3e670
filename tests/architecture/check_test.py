#!/usr/bin/env python3
"""Plants one violation of each rule and sees that the checker finds it, and nothing else."""

import pathlib
import tempfile
import unittest

import check

CLEAN = {
    "a2a/model/task.h": '#include <string>\n#include "a2a/error.h"\nnamespace a2a {\nstruct Task {\n'
                        '  Task() : id_{"x"}, size_{1} {}\n  std::string id_;\n  int size_;\n};\n'
                        "namespace other = a2a;\nclass Forward;\nusing Text = std::string;\n"
                        "inline constexpr int kMax = 1;\nextern const int kMore;\nint size(const Task& task);\n}\n",
}


def found(rule, path: str, text: str, **others: str) -> list[str]:
    return list(rule(CLEAN | {path: text} | others))


class Architecture(unittest.TestCase):
    def assert_planted(self, rule, path: str, text: str, expected: str):
        self.assertEqual(list(rule(CLEAN)), [])
        violations = found(rule, path, text)
        self.assertEqual(len(violations), 1, violations)
        self.assertIn(expected, violations[0])

    def test_finds_an_upward_include(self):
        self.assert_planted(check.check_layers, "a2a/wire/x.cc", '#include "gateway/config/config.h"\n', "a2a/wire/x.cc:1")
        self.assert_planted(check.check_layers, "extension/json_schema/x.cc",
                            '\n#include "extension/object_schemas/mode.h"\n', "x.cc:2")
        self.assertEqual(found(check.check_layers, "extension/object_schemas/x.cc",
                               '#include "extension/json_schema/validator.h"\n'), [])

    def test_finds_a_library_in_the_wrong_room(self):
        for path, header in (("gateway/x.cc", "httplib.h"), ("gateway/x.cc", "boost/beast/http.hpp"),
                             ("gateway/store/x.h", "boost/asio/awaitable.hpp"), ("a2a/wire/x.cc", "simdjson.h")):
            self.assert_planted(check.check_headers, path, f"#include <{header}>\n", header)
        self.assertEqual(found(check.check_headers, "gateway/x.h", "#include <boost/asio/awaitable.hpp>\n"), [])
        self.assertEqual(found(check.check_headers, "a2a/client/x.cc", "#include <httplib.h>\n"), [])

    def test_finds_nlohmann_outside_of_its_file(self):
        self.assert_planted(check.check_nlohmann, "gateway/x.cc", "auto a = JsonTree::parse(text);\n", "x.cc:1")
        self.assert_planted(check.check_nlohmann, "a2a/wire/x.cc", "auto a = tree.dump();  // b.dump()\n", "x.cc:1")
        self.assertEqual(found(check.check_nlohmann, "gateway/x.cc", '// a.dump()\nauto b = "a.dump()";\n'), [])

    def test_finds_mutable_state(self):
        for code in ("thread_local int calls;\n", "static int calls = 0;\n", "namespace a {\nint calls = 0;\n}\n",
                     "std::map<int, int> table;\n", "void f() {\n  static std::string text;\n}\n"):
            self.assert_planted(check.check_state, "gateway/x.cc", code, "gateway/x.cc")
        for code in ("static const int kCalls = 0;\n", "void f() {\n  int calls = 0;\n}\n",
                     "class A {\n  static A make(int calls);\n  int calls_ = 0;\n};\n"):
            self.assertEqual(found(check.check_state, "gateway/x.cc", code), [])

    def test_finds_what_is_too_long(self):
        body = "  call();\n" * 69
        self.assert_planted(check.check_sizes, "gateway/x.cc", f"void f() {{\n{body}}}\n", "71 lines")
        self.assert_planted(check.check_sizes, "gateway/x.cc",
                            f"class A {{\n  A(int b) : b_{{b}} {{\n{body}}}\n  int b_;\n}};\n", "71 lines")
        self.assert_planted(check.check_sizes, "tests/x.mjs", "\n" * 601, "601 lines")
        self.assertEqual(found(check.check_sizes, "gateway/x.cc", "void f() {\n  call();\n}\n" * 70), [])

    def test_finds_names_that_say_nothing(self):
        self.assert_planted(check.check_names, "gateway/string_utils.h", "", "utils")
        self.assert_planted(check.check_names, "gateway/x.h", "class TaskManager {};\n", "TaskManager")

    def test_finds_tests_that_nobody_builds(self):
        path = "tests/unit/a2a/x/x_test.cc"
        self.assert_planted(check.check_tests_built, path, "", "has no CMakeLists.txt")
        self.assertIn("does not name", found(check.check_tests_built, path, "",
                                             **{"tests/unit/a2a/x/CMakeLists.txt": ""})[0])
        self.assertEqual(found(check.check_tests_built, path, "",
                               **{"tests/unit/a2a/x/CMakeLists.txt": "",
                                  "tests/CMakeLists.txt": "foreach(folder unit/a2a/x)"}), [])

    def test_finds_rooms_without_a_readme(self):
        readmes = {"examples/README.md": "", "tests/README.md": ""}
        room = {"a2a/model/CMakeLists.txt": "schemagate_room(a2a_model)"}
        self.assertEqual(list(check.check_readmes(readmes | room)), ["a2a/model: has no README.md"])
        self.assertEqual(list(check.check_readmes(readmes | room | {"a2a/model/README.md": ""})), [])

    def test_finds_requirements_that_nobody_proves(self):
        table = "tests/conformance/requirements/x.md"
        test = {"tests/unit/x_test.cc": "TEST(Flow, Holds) {}  // OS-1\n"}
        row = "| OS-1 | It holds. | section 1 | `tests/unit/x_test.cc` `Flow.Holds` |\n"
        self.assertEqual(list(check.check_requirements({table: row} | test)), [])
        for planted, word in ((row.replace("Flow.Holds", "Flow.Lost"), "no test Flow.Lost"),
                              (row.replace("section 1", ""), "a row is"),
                              (row.replace("`tests/unit/x_test.cc`", "somewhere"), "the test is written"),
                              (row + row, "stands twice"),
                              ("", "OS-1 has no row")):
            found_here = list(check.check_requirements({table: planted} | test))
            self.assertIn(word, " ".join(found_here), planted)

    def test_finds_events_that_the_page_of_the_log_does_not_have(self):
        code = 'log_.write(\n    LogLevel::kWarn, lost ? "task_lost" : "task_late", {{"agent", name}});\n'
        page = {check.LOG_PAGE: "| `task_lost`, `task_late` | warn | when | what |\n"}
        self.assertEqual(found(check.check_events, "gateway/x.cc", code, **page), [])
        self.assertEqual(len(found(check.check_events, "gateway/x.cc", code)), 2)
        self.assertIn("nobody writes the event task_", list(check.check_events(CLEAN | page))[0])

    def test_finds_metrics_that_their_page_does_not_have(self):
        code = '  text.begin("tasks_kept",\n             MetricType::kGauge, "Tasks.");\n'
        page = {check.METRICS_PAGE: "| `tasks_kept` | gauge | | what |\n"}
        self.assertEqual(found(check.check_metrics, "gateway/x.cc", code, **page), [])
        self.assertEqual(len(found(check.check_metrics, "gateway/x.cc", code)), 1)
        self.assertIn("nobody tells the gauge", list(check.check_metrics(CLEAN | page))[0])
        self.assertEqual(len(found(check.check_metrics, "gateway/x.cc", code.replace("Gauge", "Counter"), **page)), 2)

    def test_finds_ids_of_requirements_in_the_product(self):
        self.assert_planted(check.check_requirements, "gateway/x.cc", "// OS-4\n", "product code cites sections")

    def test_finds_arrows_back_between_rooms(self):
        self.assert_planted(check.check_arrows, "gateway/agent/x.h", '#include "gateway/front/route.h"\n',
                            "gateway/agent may not include gateway/front")
        self.assertEqual(found(check.check_arrows, "gateway/front/x.h", '#include "gateway/agent/agent.h"\n'), [])
        schema = "extension/json_schema"
        self.assert_planted(check.check_arrows, f"{schema}/graph/x.h", f'#include "{schema}/compile/compiler.h"\n',
                            f"{schema}/graph may not include {schema}/compile")
        self.assertEqual(found(check.check_arrows, f"{schema}/compile/x.h", f'#include "{schema}/graph/graph.h"\n'), [])
        self.assertEqual(found(check.check_arrows, f"{schema}/values/x.h", f'#include "{schema}/report.h"\n'), [])

    def test_finds_files_that_include_one_another(self):
        ring = {"a2a/x.h": '#include "a2a/y.h"\n', "a2a/y.h": '#include "a2a/x.h"\n', "a2a/z.h": '#include "a2a/x.h"\n'}
        problem = ["a2a/x a2a/y: these include one another, a header taken with its source"]
        self.assertEqual(list(check.check_cycles(ring)), problem)
        ring["a2a/y.cc"] = ring.pop("a2a/y.h")
        self.assertEqual(list(check.check_cycles(ring)), [])
        ring["a2a/y.h"] = ""
        self.assertEqual(list(check.check_cycles(ring)), problem)

    def test_finds_links_to_what_is_not_there(self):
        there = {"README.md", "gateway/store/README.md", "gateway/config"}
        page = "[a](../store/README.md) [b](../../README.md#structure) [c](https://a.example/x) [d](#here) [e](../config)"
        self.assertEqual(list(check.check_links({"gateway/net/README.md": page}, there.__contains__)), [])
        self.assertEqual(list(check.check_links({"CONTRIBUTING.md": "\n[a](gateway/net/x.h)"}, there.__contains__)),
                         ["CONTRIBUTING.md:2: gateway/net/x.h is not there"])

    def test_finds_compiled_files(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "build").mkdir()
            for name in ("build/schemagate", "probe"):
                (root / name).write_bytes(b"\x7fELF\x02")
            (root / "note.txt").write_text("ELF")
            self.assertEqual(list(check.check_compiled(root)), ["probe: a compiled file belongs in build/"])

    def test_finds_paths_of_a_machine(self):
        self.assert_planted(check.check_paths, "examples/x.sh", "cat /root/file\n", "/root/file")

    def test_finds_names_that_one_unit_cannot_hold(self):
        for definition in ("struct Kind {", "constexpr std::size_t kMax = 1;", "constexpr string_view kMarks[] = {",
                           "LedgerKey key(const std::string& id, int byte) {"):
            text = f"namespace a {{\nnamespace {{\n{definition}\n}}  // namespace\n}}\n"
            self.assertEqual(len(found(check.check_units, "tests/x.cc", text, **{"tests/y.cc": text})), 1, definition)
            self.assertEqual(found(check.check_units, "tests/x.cc", text, **{"tests/unit/y.cc": text}), [])
            self.assertEqual(found(check.check_units, "tests/x.cc", text,
                                   **{"tests/y.cc": text.replace("namespace a", "namespace b")}), [])
            self.assertEqual(found(check.check_units, "a2a/x.cc", text, **{"a2a/y.cc": text}), [])

    def test_counts_lines_behind_comments_and_literals(self):
        code = check.without_comments_and_texts('/* {\n} */ auto a = R"({\n})"; // {\nint b = \'{\', c = 1\'000, d = U\'{\';\n')
        self.assertEqual(code.count("\n"), 4)
        self.assertIn("1'000", code)
        self.assertNotIn("{", code)


if __name__ == "__main__":
    unittest.main()
