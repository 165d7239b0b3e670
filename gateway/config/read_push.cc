#include "gateway/config/read_push.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <utility>
#include <vector>

#include "a2a/text/ascii.h"
#include "gateway/config/key_file.h"
#include "gateway/config/options.h"
#include "gateway/config/read_authorities.h"

namespace schemagate {
namespace {

constexpr std::size_t kReceiverKeysMax = 256;

bool is_host(const std::string& text) {
  const auto fits = [](char c) {
    return a2a::text::is_lower(c) || a2a::text::is_digit(c) || c == '-' || c == '.' || c == '_';
  };
  return !text.empty() && std::ranges::all_of(text, fits) && std::ranges::any_of(text, a2a::text::is_lower);
}

void read_allowed(ConfigSection& section, push::PushRules& rules) {
  std::vector<push::AddressRange> ranges;
  for (const PlacedText& entry : section.read_list("allow")) {
    if (const auto range = push::AddressRange::parse(entry.text)) {
      ranges.push_back(*range);
    } else if (is_host(entry.text)) {
      rules.hosts.push_back(entry.text);
    } else {
      section.refuse(entry, "expected an address range such as 10.0.0.0/8, or a host name in lower case");
    }
  }
  rules.guard = push::AddressGuard(std::move(ranges));
}

void read_keys(ConfigSection& section, const std::filesystem::path& folder, push::SigningKeys& keys) {
  for (const auto& [host, file] : section.read_texts("signing_keys", kReceiverKeysMax)) {
    if (!is_host(host) && !push::IpAddress::parse(host))
      section.refuse(file, "expected the receiver's host in lower case, without port");
    if (auto key = read_key_file(section, file, folder)) keys.emplace(host, std::move(*key));
  }
}

}  // namespace

PushSettings read_push(ConfigSection& root, const std::filesystem::path& folder) {
  PushSettings settings;
  root.read_section("push", [&](ConfigSection& section) {
    read_options(section, options::kPush, settings);
    read_allowed(section, settings.options.rules);
    settings.options.rules.ca_file = read_authorities(section, folder);
    read_options(section, options::kPushReceivers, settings.options.rules);
    read_options(section, options::kPushRetry, settings.options.retry);
    read_options(section, options::kPushDelivery, settings.options);
    read_keys(section, folder, settings.options.keys);
  });
  return settings;
}

}  // namespace schemagate
