#include "gateway/config_ledger.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <string_view>
#include <utility>

#include "gateway/config_file.h"

namespace schemagate {
namespace {

constexpr std::array<std::string_view, 2> kStores{"sqlite", "memory"};
constexpr Range<std::uint64_t> kFileBytes{1 << 20, std::uint64_t{1} << 40};
constexpr Range<std::uint64_t> kQueueBytes{1 << 20, std::uint64_t{16} << 30};
constexpr std::size_t kKeysMax = 16;
constexpr std::size_t kKeyFileBytesMax = 1'024;
constexpr std::size_t kSecretBytes = 32;

// Of 64 hexadecimal digits; empty when it is anything else.
std::vector<std::uint8_t> parse_secret(std::string_view text) {
  while (text.ends_with('\n') || text.ends_with('\r')) text.remove_suffix(1);
  std::vector<std::uint8_t> secret(kSecretBytes);
  if (text.size() != 2 * kSecretBytes) return {};
  for (std::size_t i = 0; i < kSecretBytes; ++i) {
    const char* first = text.data() + 2 * i;
    const auto [end, error] = std::from_chars(first, first + 2, secret[i], 16);
    if (error != std::errc() || end != first + 2) return {};
  }
  return secret;
}

bool is_name(std::string_view text) {
  const auto is_ours = [](unsigned char byte) {
    return std::isalnum(byte) != 0 || byte == '.' || byte == '_' || byte == '-';
  };
  return !text.empty() && std::ranges::all_of(text, is_ours);
}

void read_keys(ConfigSection& section, const std::filesystem::path& folder, LedgerConfig& ledger) {
  for (auto& [id, file] : section.read_texts("keys", kKeysMax)) {
    if (!is_name(id)) section.refuse(file, "a key's id has only letters, digits, '.', '_' and '-'");
    const auto text = read_file(folder / file.text, kKeyFileBytesMax);
    if (!text) {
      section.refuse(file, text.error().message);
      continue;
    }
    auto secret = parse_secret(*text);
    if (secret.empty())
      section.refuse(file, "expected a file with 64 hexadecimal digits, as `openssl rand -hex 32` makes it");
    ledger.keys.push_back({id, std::move(secret)});
  }
}

void read_path(ConfigSection& section, const std::filesystem::path& folder, LedgerConfig& ledger) {
  std::string text;
  if (!section.read_text("path", text)) return;
  const std::filesystem::path path = folder / text;
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    section.refuse("path", "expected a file, found a folder");
  } else if (const auto parent = path.parent_path();
             !parent.empty() && !std::filesystem::is_directory(parent, ignored)) {
    section.refuse("path", "the folder that it is in does not exist");
  }
  ledger.path = path.string();
}

}  // namespace

LedgerConfig read_ledger(ConfigSection& root, const std::filesystem::path& file) {
  LedgerConfig ledger;
  ledger.path = std::filesystem::path(file).replace_extension(".ledger").string();
  root.read_section("ledger", [&](ConfigSection& section) {
    std::string kind(kStores.front());
    section.read_choice("store", kind, kStores);
    read_path(section, file.parent_path(), ledger);
    read_keys(section, file.parent_path(), ledger);
    section.read_size("file_size", ledger.file_bytes_max, kFileBytes);
    section.read_size("queue", ledger.queue_bytes_max, kQueueBytes);
    if (kind == "memory") ledger.path.clear();
  });
  return ledger;
}

}  // namespace schemagate
