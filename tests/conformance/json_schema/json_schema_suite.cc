// Registers every case of the official suite under its own name:
// <draft>.<part>/<file>/<group>/<case>, part being required, optional or format.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "a2a/json/document.h"
#include "extension/json_schema/validator.h"

using namespace schemagate;

namespace {

namespace fs = std::filesystem;
using json_schema::Dialect;
using json_schema::Validator;
using json_schema::Verdict;

constexpr a2a::JsonLimits kLimits{1 << 22, 512, 1 << 18};

struct Suite {
  json_schema::Documents remotes;
  std::vector<std::string> texts;  // of the suite's files; the documents below borrow them
};

struct Part {
  std::string name;
  bool assert_format;
};

// One schema with its cases. The schema is compiled when its first case runs.
struct Group {
  std::string schema;
  json_schema::CompileOptions options;
};

struct Case {
  std::shared_ptr<const Group> group;
  std::string instance;
  bool valid;
};

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

Verdict expected(const Case& one) {
  return one.valid ? Verdict::kValid : Verdict::kInvalid;
}

// Every way to ask gives the same answer: both views, the verdict and the collector.
class SuiteTest : public testing::Test {
 public:
  explicit SuiteTest(Case one) : case_(std::move(one)) {}

  void TestBody() override {
    const auto validator = Validator::compile(case_.group->schema, case_.group->options);
    ASSERT_TRUE(validator) << validator.error().location << " " << validator.error().keyword << ": "
                           << validator.error().message << "\n"
                           << case_.group->schema;
    a2a::JsonDocument document;
    const auto instance = document.parse(case_.instance, kLimits);
    ASSERT_TRUE(instance) << instance.error().message << "\n" << case_.instance;
    EXPECT_EQ(validator->validate(*instance), expected(case_)) << case_.group->schema << "\n"
                                                               << case_.instance;
    const auto report = validator->explain(*instance);
    EXPECT_EQ(report.verdict, expected(case_));
    EXPECT_EQ(report.violations.empty(), case_.valid) << case_.group->schema << "\n" << case_.instance;
    check_tree(*validator);
  }

 private:
  // A tree has no number text: values beyond double are not for it.
  void check_tree(const Validator& validator) const {
    const auto tree = nlohmann::json::parse(case_.instance, nullptr, false);
    if (tree.is_discarded() || has_wide_number(case_.instance)) return;
    EXPECT_EQ(validator.validate(tree), expected(case_)) << case_.group->schema << "\n" << case_.instance;
    EXPECT_EQ(validator.explain(tree).verdict, expected(case_));
  }
  static bool has_wide_number(const std::string& text) {
    std::size_t digits = 0;
    for (const char c : text) {
      digits = c >= '0' && c <= '9' ? digits + 1 : 0;
      if (digits > 19) return true;
    }
    return false;
  }

  Case case_;
};

std::string slug(std::string text) {
  for (char& c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '$';
    if (!plain) c = '_';
  }
  return text;
}

void add_file(const Suite& suite, const std::string& draft, Dialect dialect, const Part& part,
              const fs::path& path, std::set<std::string>& names) {
  // A hyphen would turn the rest of a filter around.
  const std::string suite_name = slug(draft);
  a2a::JsonDocument file;
  const std::string text = read(path);
  const auto root = file.parse(text, kLimits);
  ASSERT_TRUE(root) << path << ": " << root.error().message;
  for (const auto group : root->elements()) {
    json_schema::CompileOptions options{.default_dialect = dialect, .assert_format = part.assert_format};
    // Optional behaviour that is switched on where the suite asks for it.
    options.assert_content = path.stem() == "content" && part.name == "optional";
    options.assert_format |= path.stem() == "ecmascript-regex";
    options.documents = &suite.remotes;
    const auto shared =
        std::make_shared<const Group>(Group{std::string(group.find("schema")->raw()), options});
    for (const auto one : group.find("tests")->elements()) {
      const Case instance{shared, std::string(one.find("data")->raw()), *one.find("valid")->boolean()};
      std::string name = part.name + "/" + slug(path.stem().string()) + "/" +
                         slug(std::string(*group.find("description")->string())) + "/" +
                         slug(std::string(*one.find("description")->string()));
      for (int i = 2; !names.insert(name).second; ++i) name += "_" + std::to_string(i);
      testing::RegisterTest(suite_name.c_str(), name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                            [instance]() -> testing::Test* { return new SuiteTest(instance); });
    }
  }
}

std::vector<fs::path> json_files(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

void add_draft(const Suite& suite, const std::string& draft, Dialect dialect) {
  const fs::path folder = fs::path(SUITE_FOLDER) / "tests" / draft;
  std::set<std::string> names;
  const std::pair<fs::path, Part> parts[] = {{folder, {"required", false}},
                                             {folder / "optional", {"optional", false}},
                                             {folder / "optional" / "format", {"format", true}}};
  for (const auto& [path, part] : parts) {
    for (const fs::path& file : json_files(path)) {
      add_file(suite, draft, dialect, part, file, names);
    }
  }
}

void add_remotes(Suite& suite) {
  const fs::path folder = fs::path(SUITE_FOLDER) / "remotes";
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    suite.remotes.add("http://localhost:1234/" + fs::relative(entry.path(), folder).string(),
                      read(entry.path()));
  }
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  Suite suite;
  add_remotes(suite);
  add_draft(suite, "draft2020-12", Dialect::k2020_12);
  add_draft(suite, "draft2019-09", Dialect::k2019_09);
  add_draft(suite, "draft7", Dialect::kDraft7);
  const int result = RUN_ALL_TESTS();
  return testing::UnitTest::GetInstance()->test_to_run_count() == 0 ? 1 : result;
}
