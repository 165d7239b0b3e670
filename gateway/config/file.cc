#include "gateway/config/file.h"

#include <fstream>
#include <system_error>

#include "gateway/config/text.h"

namespace schemagate {
namespace {

void append_piece(std::ifstream& file, std::string& content) {
  constexpr std::size_t kPieceBytes = 16 << 10;
  const std::size_t before = content.size();
  content.resize(before + kPieceBytes);
  file.read(content.data() + before, kPieceBytes);
  content.resize(before + static_cast<std::size_t>(file.gcount()));
}

}  // namespace

a2a::Result<std::string> read_file(const std::filesystem::path& path, std::size_t bytes_max) {
  const auto refused = [&path](const std::string& reason) {
    return a2a::fail(a2a::ErrorCode::kInvalidParams, in_quotes(path.string()) + " " + reason);
  };
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return refused("does not exist");
  if (!std::filesystem::is_regular_file(path, error)) return refused("is not a regular file");
  std::ifstream file(path, std::ios::binary);
  std::string content;
  while (file && content.size() <= bytes_max) append_piece(file, content);
  if (!file.is_open() || file.bad()) return refused("cannot be read");
  content.shrink_to_fit();
  if (content.size() > bytes_max) return refused("is larger than " + format_size(bytes_max));
  return content;
}

std::string access_of_others(const std::filesystem::path& file) {
  using enum std::filesystem::perms;
  constexpr auto kRead = group_read | others_read;
  constexpr auto kWrite = group_write | others_write;
  std::error_code error;
  const auto mode = std::filesystem::status(file, error).permissions();
  if (error || (mode & (kRead | kWrite)) == none) return {};
  return (mode & kWrite) != none ? "change" : "read";
}

std::string exposure_of(const std::filesystem::path& file) {
  const std::string access = access_of_others(file);
  if (access.empty()) return {};
  return in_quotes(file.string()) + " has a secret that others than its owner can " + access + ": chmod 600";
}

}  // namespace schemagate
