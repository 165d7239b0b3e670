// Reads templates of either origin and collects what is wrong with them. Private to the room.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "extension/schema_interaction/authored_template.h"

namespace schemagate::schema_interaction {

// Reads one template; a new one for each. One thread at a time.
class TemplateReader {
 public:
  enum class Origin {
    kAuthored,    // by the agent's owner: every rule is checked
    kNegotiated,  // sent by an agent: read as far as it can be understood
  };
  explicit TemplateReader(Origin origin) : authored_(origin == Origin::kAuthored) {}

  // What could be read; good when no problem is fatal.
  AuthoredTemplate read(const a2a::JsonTree& tree);
  // What is wrong with it, in the order of the template.
  const std::vector<TemplateProblem>& problems() const { return problems_; }

 private:
  void read_keys(const a2a::JsonTree& tree);
  void read_key(const a2a::JsonTree& tree, const std::string& path);
  void read_type(const a2a::JsonTree& tree, const std::string& path, Key& key);
  void read_required(const a2a::JsonTree& tree, const std::string& path, Key& key);
  void read_default(const a2a::JsonTree& tree, const std::string& path, Key& key);
  void read_constraints(const a2a::JsonTree& tree, const std::string& path, const Key& key);
  void check_name(const Key& key, const std::string& path);
  void check_other(const Key& key, const std::string& path);
  void add_other();
  void read_languages(const a2a::JsonTree& tree);
  void read_translation(std::string_view language, const a2a::JsonTree& tree);
  void refuse_unknown(const a2a::JsonTree& tree, const std::string& path,
                      std::initializer_list<std::string_view> known);

  // The text; a problem when it is missing (where it is required), no string, empty or too long.
  std::string read_text(const a2a::JsonTree& tree, const std::string& path, const char* member,
                        std::size_t bytes_max, bool required = true);
  void refuse(std::string path, std::string message);

  const bool authored_;
  AuthoredTemplate read_;
  bool lists_other_ = false;
  std::vector<TemplateProblem> problems_;
};

}  // namespace schemagate::schema_interaction
