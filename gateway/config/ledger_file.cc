#include "gateway/config/ledger_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string>

#include "gateway/config/file.h"
#include "gateway/config/text.h"

namespace schemagate {
namespace {

namespace fs = std::filesystem;

// As the process' effective user; what is not there is somebody else's to complain about.
bool is_forbidden(const fs::path& path, int mode) {
  if (::faccessat(AT_FDCWD, path.c_str(), mode, AT_EACCESS) == 0) return false;
  return errno == EACCES || errno == EROFS || errno == EPERM;
}

ConfigProblem problem(bool fatal, std::string message) {
  return {.fatal = fatal, .path = "ledger", .line = 0, .message = std::move(message)};
}

}  // namespace

std::vector<ConfigProblem> check_ledger_file(const LedgerConfig& ledger) {
  std::vector<ConfigProblem> problems;
  if (ledger.path.empty()) return problems;
  const fs::path file = ledger.path;
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  if (is_forbidden(folder, W_OK | X_OK)) {
    problems.push_back(problem(true, in_quotes(file.string()) + ": this user may not write in the folder " +
                                         in_quotes(folder.string()) +
                                         ", where SQLite keeps files beside it"));
  } else if (is_forbidden(file, R_OK | W_OK)) {
    problems.push_back(problem(true, in_quotes(file.string()) + ": this user may not write it"));
  }
  for (const char* const suffix : {"", "-wal"}) {
    const std::string path = file.string() + suffix;
    if (const std::string access = access_of_others(path); !access.empty())
      problems.push_back(problem(false, in_quotes(path) +
                                            " has what users said, and others than its owner can " + access +
                                            " it: chmod 600"));
  }
  return problems;
}

}  // namespace schemagate
