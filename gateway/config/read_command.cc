#include "gateway/config/read_command.h"

#include <sys/resource.h>

#include <array>
#include <cstdlib>
#include <string>

#include "gateway/config/text.h"

namespace schemagate {
namespace {

constexpr std::size_t kWordsMax = 64;
constexpr std::size_t kNamesMax = 64;
// What a program needs to run at all, and tells nobody's secret.
constexpr std::array<std::string_view, 8> kInherited{"PATH",   "HOME",     "USER", "LANG",
                                                     "LC_ALL", "LC_CTYPE", "TZ",   "TMPDIR"};
constexpr std::array<std::string_view, 7> kOfUrls{"url",     "endpoint",       "plain_http", "tls",
                                                  "headers", "client_headers", "credentials"};
constexpr std::array<std::string_view, 2> kOfCommands{"environment", "restarts"};

void add_variable(const std::string& name, std::vector<std::string>& environment) {
  if (const char* value = std::getenv(name.c_str())) environment.push_back(name + "=" + value);
}

void read_environment(ConfigSection& upstream, const std::vector<PlacedText>& names,
                      std::vector<std::string>& environment) {
  for (const std::string_view name : kInherited) add_variable(std::string(name), environment);
  if (names.size() > kNamesMax)
    return upstream.refuse("environment", "at most " + std::to_string(kNamesMax) + " names");
  for (const PlacedText& name : names) {
    if (name.text.empty() || name.text.contains('=')) {
      upstream.refuse(name, "expected the name of an environment variable");
    } else if (std::getenv(name.text.c_str()) == nullptr) {
      upstream.refuse(name, "the environment has no " + in_quotes(name.text));
    } else {
      add_variable(name.text, environment);
    }
  }
}

void read_words(ConfigSection& upstream, process::Command& command) {
  for (PlacedText& word : upstream.read_list("command")) command.words.push_back(std::move(word.text));
  if (command.words.empty() || command.words.front().empty())
    upstream.refuse("command", "expected a list: the program, then its arguments");
  if (command.words.size() > kWordsMax)
    upstream.refuse("command", "at most " + std::to_string(kWordsMax) + " words");
}

// Read before the gateway raises it for itself: programs that use select() break beyond 1,024.
std::uint64_t own_open_files() {
  rlimit files{};
  return getrlimit(RLIMIT_NOFILE, &files) == 0 ? files.rlim_cur : 0;
}

}  // namespace

void read_command(ConfigSection& upstream, const std::filesystem::path& folder, AgentConfig& agent) {
  const auto names = upstream.read_list("environment");
  if (upstream.take("command") == nullptr) {
    for (const std::string_view name : upstream.in_order(kOfCommands))
      upstream.warn(name, "belongs to an agent with a command: this has no effect");
    return;
  }
  for (const std::string_view name : upstream.in_order(kOfUrls))
    upstream.refuse(name, "belongs to an agent with a URL: this one is a command");
  process::Command command{.words = {}, .folder = folder.string(), .open_files = own_open_files()};
  read_words(upstream, command);
  read_environment(upstream, names, command.environment);
  agent.command = std::move(command);
}

}  // namespace schemagate
