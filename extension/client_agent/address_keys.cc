// Addresses, by the words that say which side of a journey they are on.
#include <algorithm>
#include <iterator>

#include "extension/client_agent/draft.h"
#include "extension/client_agent/names.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

constexpr double kConfidence = 0.85;

class AddressMapper {
 public:
  explicit AddressMapper(Draft& draft) : draft_(draft), sentence_(draft.sentence()) {}

  void run() {
    auto keys = draft_.open(KeyKind::kAddress);
    const auto places = draft_.open(KeyKind::kPlace);
    const auto takes_address = [this](std::size_t key) {
      const auto& cues = draft_.key(key).profile.cues;
      return cues.contains(meaning_of("address")) || cues.contains(meaning_of("street"));
    };
    if (!keys.empty()) {
      std::ranges::copy_if(places, std::back_inserter(keys), takes_address);
    } else if (std::ranges::any_of(places, takes_address)) {
      keys = places;
    }
    const auto addresses = keys.empty() ? std::vector<NameMention>() : find_addresses(draft_.parse());
    if (addresses.empty()) return;
    if (keys.size() == 1 && addresses.size() == 1) {
      if (is_other_end(keys[0], addresses[0]))
        return draft_.hear(keys[0], addresses[0].words, "may be the other end");
      return give(keys[0], addresses[0]);
    }
    for (const NameMention& address : addresses) {
      for (const std::size_t key : keys) {
        if (!draft_.is_open(key) || side_of(address) == Side::kNone ||
            side_of(address) != draft_.key(key).profile.side)
          continue;
        give(key, address);
      }
    }
  }

 private:
  string_view word(std::size_t at) const { return sentence_.text(at); }

  // The town, too, where a key of its own asks for it and the description of the address does not.
  void give(std::size_t key, NameMention address) {
    const auto town = address.town.first < address.town.last ? town_beside(key) : std::nullopt;
    if (town) {
      draft_.give(*town, json_text(draft_.parse().text(address.town)), kConfidence, address.town);
      address.words.last = address.town.first - (word(address.town.first - 1) == "in" ? 1 : 0);
    }
    draft_.give(key, json_text(draft_.parse().text(address.words)), kConfidence, address.words);
    draft_.parse().take(address.all);
  }
  std::optional<std::size_t> town_beside(std::size_t key) const {
    const auto is_of_town = [](const KeyTerms& terms, const Meanings& words) {
      return std::ranges::any_of(std::initializer_list<string_view>{"city", "town"},
                                 [&](string_view word) { return words.contains(meaning_of(word)); }) &&
             !terms.profile.is_venue;
    };
    const KeyTerms& address = draft_.key(key);
    if (is_of_town(address, address.profile.cues)) return std::nullopt;
    std::optional<std::size_t> found;
    for (const std::size_t place : draft_.open(KeyKind::kPlace)) {
      const KeyTerms& town = draft_.key(place);
      if (place == key || !is_of_town(town, town.profile.name_cues) ||
          (town.profile.side != Side::kNone && town.profile.side != address.profile.side))
        continue;
      if (found) return std::nullopt;
      found = place;
    }
    return found;
  }

  // "from 3 Dock Road", "collect it at 3 Dock Road" for where it goes, "to 3 Dock Road" for where one is
  // picked up.
  bool is_other_end(std::size_t key, const NameMention& address) const {
    const Utterance name(draft_.key(key).key->name);
    const auto names = [&name](string_view list) {
      return std::ranges::any_of(name.words(), [list](const Word& each) { return lists(list, each.text); });
    };
    const bool begins = names("pickup pick collect collection sender origin");
    if (begins && address.lead == "to" && is_gone_to(address)) return true;
    return names("destination recipient delivery deliver dropoff drop target") && !begins &&
           (address.lead == "from" || (address.lead == "at" && side_of(address) == Side::kStart));
  }

  // "take us to 5 Hill Street", but not "send a driver to 5 Hill Street".
  bool is_gone_to(const NameMention& address) const {
    for (std::size_t at = address.words.first;
         at-- > 0 && sentence_[at].sentence == sentence_[address.words.first].sentence;) {
      if (lists("get go going take drive bring travel", word(at))) return true;
    }
    return false;
  }

  // "from 3 Dock Road", "collect it at 40 King's Road", "to 5 Hill Street".
  Side side_of(const NameMention& address) const {
    if (address.lead == "from") return Side::kStart;
    if (address.lead == "to") return Side::kEnd;
    for (std::size_t at = address.words.first;
         at-- > 0 && sentence_[at].sentence == sentence_[address.words.first].sentence;) {
      if (lists("pick pickup collect collected collection fetch", word(at))) return Side::kStart;
      if (lists("deliver delivered bring drop return", word(at))) return Side::kEnd;
    }
    return Side::kNone;
  }

  Draft& draft_;
  const Utterance& sentence_;
};

}  // namespace

void map_addresses(Draft& draft) {
  AddressMapper(draft).run();
}

}  // namespace schemagate::client_agent
