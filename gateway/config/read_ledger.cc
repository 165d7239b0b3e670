#include "gateway/config/read_ledger.h"

#include <array>
#include <string_view>
#include <utility>

#include "gateway/config/key_file.h"
#include "gateway/config/options.h"

namespace schemagate {
namespace {

constexpr std::array<std::string_view, 2> kStores{"sqlite", "memory"};
constexpr std::size_t kKeysMax = 16;

void read_keys(ConfigSection& section, const std::filesystem::path& folder, LedgerConfig& ledger) {
  for (auto& [id, file] : section.read_texts("keys", kKeysMax)) {
    check_key_id(section, id, file);
    auto secret = read_key_file(section, file, folder);
    if (!secret) continue;
    ledger.keys.push_back({id, std::move(*secret)});
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
    read_options(section, options::kLedger, ledger);
    if (kind == "memory") ledger.path.clear();
  });
  return ledger;
}

}  // namespace schemagate
