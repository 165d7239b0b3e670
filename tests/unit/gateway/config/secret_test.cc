// SecretFile: a secret that is read again when its file changes.
#include "gateway/config/secret.h"

#include "tests/unit/gateway/config/config_folder.h"

namespace schemagate {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class SecretFiles : public ConfigFolder {
 protected:
  // After two looks at a file that nobody writes to.
  a2a::Result<bool> renewed() const {
    auto first = file_->renew();
    return first && !*first ? file_->renew() : first;
  }

  const std::shared_ptr<SecretFile> file_ = make();

 private:
  std::shared_ptr<SecretFile> make() {
    write("token", "one\n");
    auto file = SecretFile::read(folder_ / "token", "Bearer ");
    return file ? *std::move(file) : nullptr;
  }
};

TEST_F(SecretFiles, AreReadAgainWhenTheyHaveChanged) {
  ASSERT_NE(file_, nullptr);
  const Secret shared(file_);
  EXPECT_EQ(shared.value(), "Bearer one");
  EXPECT_EQ(renewed(), false);
  write("token", "two\r\n");
  EXPECT_EQ(renewed(), true);
  EXPECT_EQ(shared.value(), "Bearer two");
  EXPECT_EQ(renewed(), false);
}

TEST_F(SecretFiles, AreNotReadWhileTheyAreBeingWritten) {
  ASSERT_NE(file_, nullptr);
  write("token", "");
  EXPECT_EQ(file_->renew(), false);
  write("token", "tw");
  EXPECT_EQ(file_->renew(), false);
  write("token", "two");
  EXPECT_EQ(file_->renew(), false);
  EXPECT_EQ(file_->value(), "Bearer one");
  EXPECT_EQ(file_->renew(), true);
  EXPECT_EQ(file_->value(), "Bearer two");
}

TEST_F(SecretFiles, KeepTheLastSecretWhereThereIsNoneAndSaySoOnce) {
  ASSERT_NE(file_, nullptr);
  const std::pair<std::string, std::string> cases[] = {
      {"", "is empty"},
      {"\n", "is empty"},
      {std::string(9'000, 'c'), "is larger than 8KiB"},
      {std::string(8'190, 'c'), "is longer than 8KiB"},
      {"canary\nother", "has characters that no header may have"}};
  for (const auto& [text, problem] : cases) {
    write("token", text);
    const auto outcome = renewed();
    ASSERT_FALSE(outcome) << problem;
    EXPECT_THAT(outcome.error().message, AllOf(HasSubstr("/token\" " + problem), Not(HasSubstr("canary"))));
    EXPECT_EQ(renewed(), false) << problem;
  }
  std::filesystem::remove(folder_ / "token");
  EXPECT_FALSE(renewed());
  EXPECT_EQ(file_->value(), "Bearer one");
  write("token", "one");
  EXPECT_EQ(renewed(), true) << "it works again, which is worth a line";
  EXPECT_EQ(renewed(), false);
  write("token", "two");
  EXPECT_EQ(renewed(), true);
  EXPECT_EQ(file_->value(), "Bearer two");
}

// As a Kubernetes volume does: the name stays, what it leads to is another.
TEST_F(SecretFiles, AreFollowedThroughLinks) {
  write("first", "one");
  write("second", "two");
  std::filesystem::create_symlink(folder_ / "first", folder_ / "link");
  const auto file = SecretFile::read(folder_ / "link");
  ASSERT_TRUE(file);
  std::filesystem::create_symlink(folder_ / "second", folder_ / "next");
  std::filesystem::rename(folder_ / "next", folder_ / "link");
  EXPECT_EQ((*file)->renew(), false);
  EXPECT_EQ((*file)->renew(), true);
  EXPECT_EQ((*file)->value(), "two");
}

}  // namespace
}  // namespace schemagate
