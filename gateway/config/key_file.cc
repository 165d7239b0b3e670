#include "gateway/config/key_file.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "a2a/text/ascii.h"
#include "gateway/config/file.h"
#include "gateway/config/text.h"

namespace schemagate {
namespace {

constexpr std::size_t kKeyFileBytesMax = 1'024;
constexpr std::size_t kSecretBytes = 32;

std::optional<std::vector<std::uint8_t>> parse_secret(std::string_view text) {
  while (text.ends_with('\n') || text.ends_with('\r')) text.remove_suffix(1);
  std::vector<std::uint8_t> secret(kSecretBytes);
  if (text.size() != 2 * kSecretBytes) return std::nullopt;
  for (std::size_t i = 0; i < kSecretBytes; ++i) {
    const char* first = text.data() + 2 * i;
    const auto [end, error] = std::from_chars(first, first + 2, secret[i], 16);
    if (error != std::errc() || end != first + 2) return std::nullopt;
  }
  return secret;
}

}  // namespace

void check_access_to(ConfigSection& section, const PlacedText& place, const std::filesystem::path& file) {
  if (const std::string problem = exposure_of(file); !problem.empty()) section.warn(place, problem);
}

void check_access_to(ConfigSection& section, std::string_view member, const std::filesystem::path& file) {
  if (const std::string problem = exposure_of(file); !problem.empty()) section.warn(member, problem);
}

bool check_key_id(ConfigSection& section, std::string_view id, const PlacedText& file) {
  const auto is_ours = [](char c) {
    return a2a::text::is_letter_or_digit(c) || c == '.' || c == '_' || c == '-';
  };
  if (!id.empty() && std::ranges::all_of(id, is_ours)) return true;
  section.refuse(file, "a key's id has only letters, digits, '.', '_' and '-'");
  return false;
}

std::optional<std::vector<std::uint8_t>> read_key_file(ConfigSection& section, const PlacedText& file,
                                                       const std::filesystem::path& folder) {
  const auto text = read_file(folder / file.text, kKeyFileBytesMax);
  if (!text) {
    section.refuse(file, text.error().message);
    return std::nullopt;
  }
  check_access_to(section, file, folder / file.text);
  auto secret = parse_secret(*text);
  if (!secret)
    section.refuse(file, "expected a file with 64 hexadecimal digits, as `openssl rand -hex 32` makes it");
  return secret;
}

}  // namespace schemagate
