// What `ask` keeps of negotiated templates between two runs (--templates FILE): which keys they had, and
// which patches were taken. Nothing that a user has said. Whoever reads a patch out of it verifies it again.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "a2a/client/failure.h"
#include "gateway/cli/console.h"

namespace schemagate::cli {

struct RememberedTemplate {
  std::string agent;  // URL
  std::string scenario;
  std::vector<std::string> keys;
  std::vector<std::string> patches;  // JSON, as they were received
};

// A value.
class TemplateMemory {
 public:
  static constexpr std::size_t kBytesMax = 4 << 20;
  static constexpr std::size_t kTemplatesMax = 256;  // the longest unused goes first

  // Of a file; one that is not there is empty. Errors: kArgument for a file that cannot be read, or that
  // write() has not written, or for which there is no folder.
  static a2a::client::Outcome<TemplateMemory> read(const Console& console, const std::string& path);
  // Whole or not at all, for its owner alone. What read() would find too large is left out, the longest
  // unused first. Errors: kArgument.
  a2a::client::Outcome<void> write(const std::string& path) const;

  // nullptr: never seen.
  const RememberedTemplate* find(std::string_view agent, std::string_view scenario) const;
  void put(RememberedTemplate remembered);

 private:
  std::vector<RememberedTemplate> templates_;  // the last used last
};

}  // namespace schemagate::cli
