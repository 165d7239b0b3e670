#include "gateway/store/ledger_scan.h"

#include <stdlib.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <utility>

#include "gateway/store/ledger_file.h"
#include "gateway/store/sqlite.h"
#include "gateway/store/task_log.h"

namespace schemagate::store {
namespace {

using a2a::ErrorCode;
using a2a::fail;
using a2a::Result;
namespace fs = std::filesystem;

constexpr std::size_t kFileBytesMax = std::size_t{1} << 40;

// A folder for this user alone that goes away with the value.
class TemporaryCopy {
 public:
  static Result<TemporaryCopy> of(const std::string& path) {
    std::error_code error;
    std::string folder = (fs::temp_directory_path(error) / "schemagate-XXXXXX").string();
    if (error || ::mkdtemp(folder.data()) == nullptr)
      return fail(ErrorCode::kInternal, "no folder for temporary files can be made");
    TemporaryCopy copy(folder);
    for (const std::string end : {"", "-wal"}) {
      if (end.empty() || fs::exists(path + end, error)) fs::copy_file(path + end, copy.file() + end, error);
      if (error) return fail(ErrorCode::kInternal, path + end + " cannot be copied: " + error.message());
    }
    return copy;
  }
  TemporaryCopy(TemporaryCopy&& other) noexcept : folder_(std::exchange(other.folder_, {})) {}
  TemporaryCopy& operator=(TemporaryCopy&&) = delete;
  TemporaryCopy(const TemporaryCopy&) = delete;
  TemporaryCopy& operator=(const TemporaryCopy&) = delete;
  ~TemporaryCopy() {
    std::error_code error;
    if (!folder_.empty()) fs::remove_all(folder_, error);
  }

  std::string file() const { return folder_ + "/ledger"; }

 private:
  explicit TemporaryCopy(std::string folder) : folder_(std::move(folder)) {}
  std::string folder_;
};

Result<void> read_tasks(sqlite::Database& database, PayloadCipher& cipher,
                        const std::function<bool(const TaskContent&)>& each) {
  auto rows = database.prepare("SELECT number FROM tasks WHERE number > ? ORDER BY number LIMIT 1");
  auto log = TaskLog::prepare(database);
  if (!rows || !log) return not_readable(rows ? log.error() : rows.error());
  for (RowNumber number = -1;;) {
    const auto row = rows->bind(1, number).step();
    if (!row) return not_readable(row.error());
    if (!*row) return {};
    number = rows->integer(0);
    rows->reset();
    const auto content = log->read(number, cipher);
    if (!content) return std::unexpected(content.error());
    if (*content && !each(**content)) return {};
  }
}

}  // namespace

bool is_ledger(const std::string& path) {
  constexpr std::string_view kMark = "SQLite format 3";
  std::array<char, kMark.size()> begin{};
  std::ifstream in(path, std::ios::binary);
  in.read(begin.data(), begin.size());
  return in.gcount() == static_cast<std::streamsize>(begin.size()) &&
         std::string_view(begin.data(), begin.size()) == kMark;
}

Result<void> scan_ledger(const std::string& path, std::vector<LedgerKey> keys,
                         const std::function<bool(const TaskContent&)>& each) {
  const auto copy = TemporaryCopy::of(path);
  if (!copy) return std::unexpected(copy.error());
  auto cipher = PayloadCipher::make(keys);
  auto reading = PayloadCipher::make(keys);
  if (!cipher || !reading) return std::unexpected(cipher ? reading.error() : cipher.error());
  // Checks the copy, takes in its write-ahead log and brings it up to date.
  auto file = LedgerFile::open(copy->file(), *std::move(cipher), kFileBytesMax);
  if (!file) return std::unexpected(file.error());
  auto database = sqlite::Database::open_for_reading(copy->file());
  if (!database) return not_readable(database.error());
  return read_tasks(*database, *reading, each);
}

}  // namespace schemagate::store
