// Waiting lines, one for each holder of a limit that many share: the holders take turns.
#pragma once

#include <list>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace schemagate::net {

// Used on one thread, or under its owner's lock.
template <class Entry>
class Lines {
  using Line = std::list<Entry>;
  using ByHolder = std::map<std::string, Line>;  // none empty

 public:
  // Where somebody stands, until he leaves.
  struct Place {
    typename ByHolder::iterator line;
    typename Line::iterator entry;
  };

  bool empty() const { return lines_.empty(); }
  Place join(const std::string& holder, Entry entry) {
    const auto line = lines_.try_emplace(holder).first;
    return {line, line->second.insert(line->second.end(), std::move(entry))};
  }
  void leave(const Place& place) {
    place.line->second.erase(place.entry);
    if (place.line->second.empty()) lines_.erase(place.line);
  }
  // The first in the line whose turn it is, among the holders of whom `may` holds. He still stands there.
  template <class May>
  std::optional<Place> next(May&& may) {
    auto line = lines_.upper_bound(served_);
    for (std::size_t i = 0; i < lines_.size(); ++i, ++line) {
      if (line == lines_.end()) line = lines_.begin();
      if (!may(line->first)) continue;
      served_ = line->first;
      return Place{line, line->second.begin()};
    }
    return std::nullopt;
  }

 private:
  ByHolder lines_;
  std::string served_;  // whose turn was the last
};

}  // namespace schemagate::net
