// What `ask` keeps between runs: bounded, and whole or as it was.
#include "gateway/cli/template_memory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "gateway/cli/whole_file.h"
#include "streams.h"

namespace schemagate::cli {
namespace {

RememberedTemplate remembered(const std::string& agent, std::size_t patches, std::size_t patch_bytes = 0) {
  RememberedTemplate made{.agent = agent, .scenario = "flight", .keys = {"seat"}, .patches = {}};
  for (std::size_t i = 0; i < patches; ++i)
    made.patches.push_back(R"({"patch_id":")" + std::string(patch_bytes, 'p') + "\"}");
  return made;
}

// As another run finds it.
a2a::client::Outcome<TemplateMemory> written_and_read(const TemplateMemory& memory) {
  const std::string path = write_file("templates.json", "");
  if (auto written = memory.write(path); !written) return std::unexpected(written.error());
  Streams streams;
  return TemplateMemory::read(streams.console, path);
}

TEST(TemplateMemory, OfManyLongPatchesKeepsWhatWasUsedLastAndCanBeReadAgain) {
  TemplateMemory memory;
  for (int i = 0; i < 6; ++i) memory.put(remembered("http://agent/" + std::to_string(i), 20, 60 << 10));
  const auto read = written_and_read(memory);
  ASSERT_TRUE(read) << read.error().error.message;
  EXPECT_EQ(read->find("http://agent/2", "flight"), nullptr);
  for (const std::string last : {"http://agent/3", "http://agent/4", "http://agent/5"})
    ASSERT_NE(read->find(last, "flight"), nullptr) << last;
  EXPECT_EQ(read->find("http://agent/5", "flight")->patches,
            memory.find("http://agent/5", "flight")->patches);
}

TEST(TemplateMemory, OfPatchesAsDeepAsTheyMayBeCanBeReadAgain) {
  const std::size_t depth = a2a::JsonLimits{}.depth_max - 1;
  TemplateMemory memory;
  memory.put({.agent = "http://agent",
              .scenario = "flight",
              .keys = {},
              .patches = {R"({"a":)" + std::string(depth, '[') + std::string(depth, ']') + "}"}});
  const auto read = written_and_read(memory);
  ASSERT_TRUE(read) << read.error().error.message;
  EXPECT_EQ(read->find("http://agent", "flight")->patches.size(), 1U);
}

TEST(WholeFile, ThatCannotBePutInItsPlaceLeavesNothingBesideIt) {
  const std::filesystem::path folder = write_file("folder", "");
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder / "in the way" / "full");
  const std::string path = (folder / "in the way").string();
  EXPECT_FALSE(write_whole_file(path, "text"));
  EXPECT_FALSE(std::filesystem::exists(path + ".new"));
  EXPECT_FALSE(write_whole_file((folder / "nowhere" / "file").string(), "text"));
}

TEST(WholeFile, IsItsOwnersAloneAndDoesNotFollowWhatLiesBesideIt) {
  const std::string path = write_file("kept", "before");
  const std::string foreign = write_file("foreign", "foreign");
  std::filesystem::remove(path + ".new");
  std::filesystem::create_symlink(foreign, path + ".new");
  ASSERT_TRUE(write_whole_file(path, "after"));
  std::stringstream kept;
  kept << std::ifstream(path).rdbuf();
  EXPECT_EQ(kept.str(), "after");
  std::stringstream untouched;
  untouched << std::ifstream(foreign).rdbuf();
  EXPECT_EQ(untouched.str(), "foreign");
  using std::filesystem::perms;
  EXPECT_EQ(std::filesystem::status(path).permissions(), perms::owner_read | perms::owner_write);
}

}  // namespace
}  // namespace schemagate::cli
