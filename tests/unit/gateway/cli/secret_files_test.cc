// Files with secrets that others can read or change are warned of, whichever verb is told of them.
#include "gateway/cli/secret_files.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "gateway/cli/commands.h"

namespace schemagate::cli {
namespace {

using std::filesystem::perms;
using testing::HasSubstr;
using testing::IsEmpty;

class SecretFiles : public testing::Test {
 protected:
  SecretFiles() { std::ofstream(file_) << "canary"; }
  ~SecretFiles() override { std::filesystem::remove(file_); }
  SecretFiles(const SecretFiles&) = delete;
  SecretFiles& operator=(const SecretFiles&) = delete;

  // What is said of the file when it has that mode. Nobody listens at the URL.
  std::string said(unsigned mode, std::vector<std::string> arguments) {
    std::filesystem::permissions(file_, perms(mode));
    std::istringstream in;
    std::ostringstream out;
    std::ostringstream err;
    const Console console{in, out, err};
    (void)run_client(std::move(arguments), console);
    const std::string all = err.str();
    EXPECT_FALSE((all + out.str()).contains("canary"));
    return all.starts_with("warning: ") ? all.substr(0, all.find('\n')) : "";
  }

  const std::string file_ =
      (std::filesystem::temp_directory_path() / ("schemagate-secret-" + std::to_string(::getpid()))).string();
};

TEST_F(SecretFiles, AreTheOwnersAloneOrWarnedOf) {
  const std::vector<std::string> send{"send", "http://127.0.0.1:9", "hi", "--token-file", file_};
  EXPECT_THAT(said(0600, send), IsEmpty());
  EXPECT_THAT(said(0400, send), IsEmpty());
  EXPECT_EQ(said(0640, send), "warning: --token-file: \"" + file_ +
                                  "\" has a secret that others than its owner can read: chmod 600");
  EXPECT_THAT(said(0604, send), HasSubstr("can read"));
  EXPECT_THAT(said(0622, send), HasSubstr("can change"));
}

TEST_F(SecretFiles, AreKnownInEveryVerbThatTakesOne) {
  const std::string url = "http://127.0.0.1:9";
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"task", "get", url, "t", "--token-file", file_},
        {"card", url, "--cert", file_, "--key", file_},
        {"run", "no-plan.yaml", "--input", "x", "--cert", file_, "--key", file_},
        {"evolve", "status", "--admin", url, "--token-file", file_},
        {"login", "--issuer", url, "--client-id", "i", "--client-secret-file", file_}}) {
    EXPECT_THAT(said(0644, arguments), HasSubstr("can read")) << arguments[0];
    EXPECT_THAT(said(0600, arguments), IsEmpty()) << arguments[0];
  }
}

TEST_F(SecretFiles, AreWarnedOfOnceAndNotWhereThereAreNone) {
  const std::vector<std::string> send{"send", "http://127.0.0.1:9", "hi", "--token-file"};
  std::vector<std::string> missing = send;
  missing.push_back(file_ + ".none");
  EXPECT_THAT(said(0644, missing), IsEmpty());
  std::filesystem::permissions(file_, perms(0644));
  std::istringstream in;
  std::ostringstream out;
  std::ostringstream err;
  std::vector<std::string> there = send;
  there.push_back(file_);
  (void)run_client(there, Console{in, out, err});
  const std::string all = err.str();
  EXPECT_EQ(all.find("warning: "), all.rfind("warning: ")) << all;
}

}  // namespace
}  // namespace schemagate::cli
