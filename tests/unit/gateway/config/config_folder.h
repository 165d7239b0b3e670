// A folder of its own for each test, with the configuration and the files that it names.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <ostream>
#include <string>
#include <string_view>

#include "gateway/config/load.h"

namespace schemagate {

inline void PrintTo(const ConfigProblem& problem, std::ostream* out) {
  *out << (problem.fatal ? "fatal " : "warning ") << problem.path << " line " << problem.line << ": "
       << problem.message;
}

// A problem of that severity and place whose message contains `text`.
MATCHER_P4(IsProblem, fatal, path, line, text, "") {
  return arg.fatal == fatal && arg.path == path && arg.line == line &&
         arg.message.find(text) != std::string::npos;
}

class ConfigFolder : public testing::Test {
 protected:
  ConfigFolder()
      : folder_(std::filesystem::path(testing::TempDir()) /
                ("schemagate-" + std::to_string(::getpid()) + "-" +
                 testing::UnitTest::GetInstance()->current_test_info()->name())) {
    std::filesystem::create_directories(folder_);
    write("ab.json", R"({"type":"object","properties":{"a":{"type":"string"},"b":{"type":"object",)"
                     R"("properties":{"c":{}}}},"required":["a"]})");
    write("out.json", R"({"type":"number"})");
  }
  ~ConfigFolder() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, std::string_view text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    using enum std::filesystem::perms;
    std::filesystem::permissions(folder_ / name, owner_read | owner_write);
  }
  LoadedConfig load(std::string_view text, const ConfigOverrides& overrides = {}) const {
    write("gateway.yaml", text);
    return load_config((folder_ / "gateway.yaml").string(), overrides);
  }
  // What follows `agents:` when nothing about agents is in question.
  static constexpr std::string_view kAgents = "agents: {fight: {upstream: {url: 'http://127.0.0.1:9001'}}}\n";
  LoadedConfig load_with_agents(std::string_view text) const {
    return load(std::string(kAgents) + std::string(text));
  }
  // The members of one agent, in flow style.
  LoadedConfig load_agent(std::string_view members) const {
    return load("agents: {fight: {upstream: {url: 'http://127.0.0.1:9001'}, " + std::string(members) + "}}");
  }

  const std::filesystem::path folder_;
};

}  // namespace schemagate
