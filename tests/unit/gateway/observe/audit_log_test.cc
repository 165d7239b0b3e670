// The audit log's file: appended to, begun anew when it is renamed, and what is told when it cannot be
// written.
#include "gateway/observe/audit_log.h"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>
#include <vector>

namespace schemagate {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

class AuditLogTest : public testing::Test {
 protected:
  AuditLogTest() { std::filesystem::create_directories(folder_); }
  ~AuditLogTest() override { std::filesystem::remove_all(folder_); }

  std::string file(const std::string& name = "audit") const { return (folder_ / name).string(); }
  static std::string content_of(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  std::unique_ptr<AuditLog> open() const {
    auto opened = AuditLog::open(file(), log_);
    EXPECT_TRUE(opened) << (opened ? "" : opened.error().message);
    return opened ? std::move(*opened) : nullptr;
  }

  const std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) / ("audit-" + std::to_string(::getpid()));
  const Log log_{LogLevel::kInfo};
};

TEST_F(AuditLogTest, WritesOneObjectALineAndAppends) {
  open()->write({{"subject", "alice\n{\"x\":1}"}, {"rule", ""}, {"code", -3}});
  EXPECT_THAT(content_of(file()),
              MatchesRegex(R"(\{"time":"[^"]+","subject":"alice\\n\{\\"x\\":1\}","code":-3\}.)"));
  open()->write({{"subject", "bob"}});
  const std::string text = content_of(file());
  EXPECT_EQ(std::ranges::count(text, '\n'), 2);
  EXPECT_THAT(text, HasSubstr("\"bob\"}\n"));
}

TEST_F(AuditLogTest, IsForItsOwnerAlone) {
  open();
  struct stat status{};
  ASSERT_EQ(::stat(file().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777u, 0600u);
}

TEST_F(AuditLogTest, BeginsANewFileWhenItsOwnIsRenamed) {
  const auto audit = open();
  audit->write({{"subject", "before"}});
  std::filesystem::rename(file(), file("audit.1"));
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!std::filesystem::exists(file()) && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  // The new file is there a moment before lines go into it.
  while (!content_of(file()).contains("after") && std::chrono::steady_clock::now() < end)
    audit->write({{"subject", "after"}});
  EXPECT_THAT(content_of(file()), HasSubstr("after"));
  EXPECT_THAT(content_of(file("audit.1")), HasSubstr("before"));
}

TEST_F(AuditLogTest, LinesOfManyThreadsAreWhole) {
  constexpr int kThreads = 4;
  constexpr int kLines = 500;
  {
    const auto audit = open();
    std::vector<std::jthread> threads;
    for (int i = 0; i < kThreads; ++i) {
      threads.emplace_back([&audit] {
        for (int line = 0; line < kLines; ++line) audit->write({{"text", std::string(200, 'x')}});
      });
    }
  }
  std::istringstream lines(content_of(file()));
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count)
    EXPECT_TRUE(line.starts_with("{\"time\"") && line.ends_with("x\"}")) << line;
  EXPECT_EQ(count, kThreads * kLines);
}

TEST_F(AuditLogTest, SaysWhyItCannotBeOpened) {
  for (const std::string& path : {file("nowhere/audit"), folder_.string()}) {
    const auto opened = AuditLog::open(path, log_);
    ASSERT_FALSE(opened);
    EXPECT_THAT(opened.error().message, HasSubstr("the audit log " + path + " cannot be opened: "));
  }
  std::filesystem::create_symlink(file("elsewhere"), file("link"));
  EXPECT_FALSE(AuditLog::open(file("link"), log_)) << "somebody else may have put the link there";
}

TEST_F(AuditLogTest, TellsTheLogWhenTheDiskIsFull) {
  if (!std::filesystem::exists("/dev/full")) GTEST_FAIL() << "this system has no /dev/full";
  testing::internal::CaptureStderr();
  {
    const Log log(LogLevel::kInfo);
    const auto audit = AuditLog::open("/dev/full", log);
    ASSERT_TRUE(audit);
    for (int i = 0; i < 3; ++i) (*audit)->write({{"subject", "canary"}});
  }
  const std::string told = testing::internal::GetCapturedStderr();
  EXPECT_EQ(std::ranges::count(told, '\n'), 1) << told;
  EXPECT_THAT(told, HasSubstr(R"("event":"audit_failed","file":"/dev/full")"));
  EXPECT_THAT(told, testing::Not(HasSubstr("canary")));
}

}  // namespace
}  // namespace schemagate
