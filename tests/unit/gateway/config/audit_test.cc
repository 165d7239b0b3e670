// load_config(): the section `audit`.
#include "tests/unit/gateway/config/config_folder.h"

namespace schemagate {
namespace {

using testing::Contains;

class LoadAudit : public ConfigFolder {
 protected:
  LoadedConfig load_audit(const std::string& file) const {
    return load_with_agents("audit: {file: " + file + "}");
  }
};

TEST_F(LoadAudit, IsWrittenNowhereUnlessItIsTold) {
  EXPECT_EQ(load_with_agents("").config->audit_file, "");
}

TEST_F(LoadAudit, FindsTheFileBesideTheConfiguration) {
  EXPECT_EQ(load_audit("audit.jsonl").config->audit_file, (folder_ / "audit.jsonl").string());
  EXPECT_EQ(load_audit("'-'").config->audit_file, "-");
}

TEST_F(LoadAudit, TakesAConfigurationThatIsNamedWithoutItsFolder) {
  write("gateway.yaml", std::string(kAgents) + "audit: {file: audit.jsonl}");
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder_);
  const auto loaded = load_config("gateway.yaml");
  std::filesystem::current_path(before);
  ASSERT_TRUE(loaded.config) << testing::PrintToString(loaded.problems);
  EXPECT_EQ(loaded.config->audit_file, (folder_ / "audit.jsonl").string());
}

TEST_F(LoadAudit, RefusesWhatIsNoFileInAFolder) {
  for (const char* file : {"''", "nowhere/audit", "."}) {
    EXPECT_THAT(load_audit(file).problems, Contains(IsProblem(true, "audit.file", 2, "a folder that exists")))
        << file;
  }
}

}  // namespace
}  // namespace schemagate
