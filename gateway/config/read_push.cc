#include "gateway/config/read_push.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <utility>
#include <vector>

#include "gateway/config/key_file.h"

namespace schemagate {
namespace {

using namespace std::chrono_literals;

constexpr Range<std::chrono::milliseconds> kTimeout{100ms, 60s};
constexpr Range<std::chrono::milliseconds> kPause{10ms, 1h};
constexpr Range<std::chrono::milliseconds> kGiveUp{0s, 24h * 30};
constexpr std::uint64_t kPushThreadsMax = 256;
constexpr std::uint64_t kConfigsMax = 1'000;
constexpr std::size_t kReceiverKeysMax = 256;

bool is_host(const std::string& text) {
  const auto fits = [](unsigned char c) {
    return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '-' || c == '.' || c == '_';
  };
  return !text.empty() && std::ranges::all_of(text, fits) &&
         std::ranges::any_of(text, [](unsigned char c) { return std::islower(c) != 0; });
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

void read_schedule(ConfigSection& section, push::PushSchedule& schedule) {
  section.read_duration("first_pause", schedule.pause_min, kPause);
  section.read_duration("longest_pause", schedule.pause_max, kPause);
  section.read_duration("give_up_after", schedule.give_up, kGiveUp);
}

}  // namespace

PushSettings read_push(ConfigSection& root, const std::filesystem::path& folder) {
  PushSettings settings;
  root.read_section("push", [&](ConfigSection& section) {
    section.read_boolean("enabled", settings.enabled);
    read_allowed(section, settings.options.rules);
    section.read_boolean("plain_http", settings.options.rules.plain_http);
    section.read_duration("timeout", settings.timeout, kTimeout);
    read_schedule(section, settings.options.schedule);
    section.read_count("threads", settings.options.threads, {1, kPushThreadsMax});
    section.read_count("configs_per_task", settings.configs_per_task_max, {1, kConfigsMax});
    read_keys(section, folder, settings.options.keys);
  });
  return settings;
}

}  // namespace schemagate
