// Typed reading of one mapping of the configuration. Whatever is wrong is added to the problems with its path
// and line; the value that was there before (the default) stays, so that reading goes on to the next problem.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gateway/config/problem.h"
#include "gateway/config/yaml.h"

namespace schemagate {

// Both ends belong to the range.
template <class T>
struct Range {
  T min;
  T max;
};

// A text with its place.
struct PlacedText {
  std::string text;
  std::string path;
  int line;
};

// Borrows the node and the problems. Every read_*() and take() of a member's name makes it known; what
// finish() finds unknown is refused.
class ConfigSection {
 public:
  ConfigSection(const YamlNode& mapping, std::string path, std::vector<ConfigProblem>& problems);

  // An absent member leaves `out` unchanged; so does a wrong one, with a problem. True when `out` was set.
  bool read_text(std::string_view name, std::string& out);
  bool read_boolean(std::string_view name, bool& out);
  bool read_count(std::string_view name, std::size_t& out, Range<std::uint64_t> range);
  bool read_size(std::string_view name, std::size_t& out, Range<std::uint64_t> range);
  bool read_duration(std::string_view name, std::chrono::milliseconds& out,
                     Range<std::chrono::milliseconds> range);
  bool read_duration(std::string_view name, std::chrono::seconds& out,
                     Range<std::chrono::milliseconds> range);
  bool read_choice(std::string_view name, std::string& out, std::span<const std::string_view> choices);
  // The texts of a list; empty when absent or wrong.
  std::vector<PlacedText> read_list(std::string_view name);

  // A member that is a mapping itself; `read` gets it and then it is finished.
  void read_section(std::string_view name, const std::function<void(ConfigSection&)>& read);
  // A mapping with names of the user's choice, each a mapping with members of its own. Of more than
  // `count_max` none is read.
  void read_sections(std::string_view name, std::size_t count_max,
                     const std::function<void(std::string_view, ConfigSection&)>& read);
  // A mapping from names of the user's choice to texts.
  std::vector<std::pair<std::string, PlacedText>> read_texts(std::string_view name, std::size_t count_max);

  // The raw member; nullptr when absent.
  const YamlNode* take(std::string_view name);
  // Whether that member, or something in it, has been refused; this section itself when `name` is empty. What
  // follows from that alone needs no telling.
  bool is_refused(std::string_view name) const;
  // Whether there is a member that was not asked for so far.
  bool has_unknown() const;
  // Where the member stands that those names lead to, from mapping to mapping; nullopt: it is not in the
  // file.
  std::optional<PlacedText> place_of(const std::vector<std::string_view>& names) const;
  // Those of `names` that there are, in the file's order.
  std::vector<std::string_view> in_order(std::span<const std::string_view> names) const;

  // Refuses every member that was not asked for, with the nearest name that was.
  void finish();

  // About the member of that name, or about the section itself when `name` is empty.
  void refuse(std::string_view name, std::string message);
  void warn(std::string_view name, std::string message);
  // About a text that this section handed out.
  void refuse(const PlacedText& text, std::string message);
  void warn(const PlacedText& text, std::string message);
  void note(const PlacedText& text, std::string message);
  void note(std::string_view name, std::string message);

 private:
  const YamlNode* take(std::string_view name, YamlNode::Kind kind, std::string_view expected);
  const YamlNode* take_mapping(std::string_view name, std::size_t count_max);
  std::optional<PlacedText> placed_text(const YamlNode& node, std::string path);
  void refuse_found(std::string_view name, std::string_view expected, const YamlNode& node);
  void add(bool fatal, std::string_view name, std::string message);

  const YamlNode& mapping_;
  std::string path_;
  std::vector<ConfigProblem>& problems_;
  std::vector<std::string_view> known_;
};

}  // namespace schemagate
