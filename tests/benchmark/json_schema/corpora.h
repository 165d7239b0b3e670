// Schemas with a valid instance each: those of the specifications, and larger ones of real-world shapes.
#pragma once

#include <string>
#include <vector>

namespace schemagate {

struct Corpus {
  std::string name;
  std::string schema;
  std::string instance;  // valid
  bool draft_7 = true;   // uses nothing newer, so draft-07 validators take part
};

// `count` pieces with `@` replaced by the position, joined by commas.
std::string repeated(int count, const std::string& piece);

std::vector<Corpus> corpora();
std::vector<Corpus> large_corpora();

// About 380 kB of schema with a thousand definitions that refer to one another.
std::string large_schema();

}  // namespace schemagate
