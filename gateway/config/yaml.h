// One YAML document as plain values with their lines. Stricter than YAML: duplicate members, aliases, tags
// and members whose names are not text are refused; depth and number of values are bounded.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gateway/config/problem.h"

namespace schemagate {

struct YamlMember;

struct YamlNode {
  // Scalars as in YAML 1.2's core schema: what stands in quotes is text, whatever it looks like.
  enum class Kind { kNull, kBoolean, kNumber, kText, kSequence, kMapping };

  Kind kind = Kind::kNull;
  int line = 0;                     // 1-based
  std::string scalar;               // as written, without quotes
  std::vector<YamlNode> elements;   // of a sequence
  std::vector<YamlMember> members;  // of a mapping, in the file's order, names distinct
};

struct YamlMember {
  std::string name;
  int line = 0;
  YamlNode value;
};

struct YamlLimits {
  std::size_t bytes_max = 16 << 20;
  std::size_t depth_max = 32;
  std::size_t values_max = 1'000'000;
};

// Appends what is wrong to `problems` (all of it fatal). nullopt when the text is no YAML or goes beyond a
// limit; duplicate members, aliases and tags are reported and left out, so that reading can go on.
// Every exception of yaml-cpp ends here.
std::optional<YamlNode> parse_yaml(std::string_view text, std::vector<ConfigProblem>& problems,
                                   const YamlLimits& limits = {});

// "agents.fight" and "url" give "agents.fight.url"; control characters are replaced.
std::string member_path(std::string_view path, std::string_view name);

}  // namespace schemagate
