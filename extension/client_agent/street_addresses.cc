// Street, number and town in a sentence (names.h).
#include <algorithm>

#include "a2a/text/ascii.h"
#include "extension/client_agent/leftover_words.h"
#include "extension/client_agent/name_words.h"
#include "extension/client_agent/names.h"
#include "extension/client_agent/numbers.h"
#include "extension/client_agent/vocabulary.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

constexpr string_view kStreetEndings[] = {"strasse", "stra\u00dfe", "gasse", "weg", "platz", "allee", "gade",
                                          "straat",  "laan",        "gatan", "vej", "plein", "gata"};

bool is_digits(string_view word) {
  return !word.empty() && a2a::text::is_digit(word.front());
}

class AddressFinder {
 public:
  explicit AddressFinder(const Parse& parse) : parse_(parse), sentence_(parse.sentence()) {}

  std::vector<NameMention> find() const {
    std::vector<NameMention> found;
    for (std::size_t at = 0; at < sentence_.size();) {
      auto street = parse_.is_free(at) ? street_at(at) : std::nullopt;
      if (!street) {
        ++at;
        continue;
      }
      const std::size_t end = street->last;
      add_town(*street);
      NameMention mention{.words = *street, .all = *street};
      mention.town = {word(end) == "in" ? end + 1 : end, street->last};
      while (mention.all.first > 0 && sentence_.follows_on(mention.all.first) &&
             parse_.is_free(mention.all.first - 1) &&
             lists("at from to in on my address is the", sentence_.text(mention.all.first - 1)))
        --mention.all.first;
      if (mention.all.first < street->first) mention.lead = std::string(sentence_.text(street->first - 1));
      at = street->last;
      found.push_back(std::move(mention));
    }
    return found;
  }

 private:
  string_view word(std::size_t at) const { return sentence_.text(at); }

  bool is_house_number(std::size_t at) const {
    const auto text = word(at);
    if (text.empty() || !a2a::text::is_digit(text.front()) || text.size() > 6) return false;
    const auto letters = text.find_first_not_of("0123456789");
    return letters == string_view::npos || (letters + 1 == text.size() && a2a::text::is_letter(text.back()));
  }
  bool is_street_word(std::size_t at) const {
    const bool is_capital_type =
        sentence_[at].is_capital && lists("view rise green walk croft mount wharf yard heights", word(at));
    return is_capital_type || lists(kStreetTypes, word(at)) ||
           std::ranges::any_of(kStreetEndings, [this, at](string_view ending) {
             return word(at).size() > ending.size() + 1 && word(at).ends_with(ending);
           });
  }
  bool joined(std::size_t at) const {
    return at < sentence_.size() && sentence_.follows_on(at) && parse_.is_free(at);
  }

  std::optional<Span> street_at(std::size_t at) const {
    if (is_house_number(at)) return number_first(at);
    if (!sentence_[at].is_capital) return std::nullopt;
    return name_first(at);
  }

  // "14 Mill Lane", "3 Rue du Port", "23 elm street"
  std::optional<Span> number_first(std::size_t at) const {
    bool has_type = false;
    std::size_t end = at + 1;
    std::size_t last = at;
    for (; end < at + 6 && joined(end); ++end) {
      const bool is_part = sentence_[end].is_capital || is_street_word(end) ||
                           lists("de du la le des der den the of", word(end)) || end == at + 1;
      if (!is_part) break;
      if (is_street_word(end)) {
        has_type = true;
        last = end + 1;
        const bool leads =
            lists("rue via calle rua avenida ulica plaza piazza", word(end)) ||
            (joined(end + 1) && is_street_word(end + 1)) ||
            (joined(end + 1) && sentence_[end + 1].is_capital && !lists(kNoNames, word(end + 1)));
        if (!leads) {
          ++end;
          break;
        }
      } else if (has_type && sentence_[end].is_capital) {
        last = end + 1;
      }
    }
    const bool is_cut =
        end < sentence_.size() && end > last && lists("de du la le des der den", word(end - 1));
    if (is_cut || (has_type && lists("de du la le des der den", word(last)) && joined(last)))
      return std::nullopt;
    return has_type ? std::optional(Span{at, last}) : untyped(at);
  }

  // "3 Lake View, Kendal": two names behind the number, and a town.
  std::optional<Span> untyped(std::size_t at) const {
    std::size_t end = at + 1;
    while (end < at + 4 && joined(end) && sentence_[end].is_capital && !lists(kNoNames, word(end))) ++end;
    const bool has_town = end < sentence_.size() && sentence_[end].separator.starts_with(',') &&
                          sentence_[end].is_capital && parse_.is_free(end) && !lists(kNoNames, word(end));
    return end >= at + 3 && has_town ? std::optional(Span{at, end}) : std::nullopt;
  }

  // "Hauptplatz 3", "Via Roma 77"; without a known kind of street only before a comma and a town.
  std::optional<Span> name_first(std::size_t at) const {
    std::size_t end = at;
    bool has_type = false;
    while (end < at + 5 && (end == at || joined(end)) &&
           (sentence_[end].is_capital ||
            lists("de du la le des der den del das dos da do di van von zum zur", word(end)))) {
      has_type = has_type || is_street_word(end);
      ++end;
    }
    // "Petőfi utca 8, 6720 Szeged": a kind of street that nobody here knows
    if (end > at && joined(end) && !is_house_number(end) && !is_empty_word(word(end)) && joined(end + 1) &&
        is_house_number(end + 1) && postal_town_end(end + 2))
      ++end;
    if (!joined(end) || !is_house_number(end)) return std::nullopt;
    const std::size_t next = end + 1;
    const bool has_town = (next < sentence_.size() && sentence_[next].separator.starts_with(',') &&
                           sentence_[next].is_capital && parse_.is_free(next)) ||
                          postal_town_end(next);
    if (!has_type && !has_town && !is_led(at, end)) return std::nullopt;
    return Span{behind_label(at, end), next};
  }

  // "at Rosenhof 3", "from Am Bach 8, …": behind a preposition, and the number ends it.
  bool is_led(std::size_t at, std::size_t number) const {
    const std::size_t next = number + 1;
    const bool ends =
        next >= sentence_.size() || !sentence_.follows_on(next) ||
        lists("on at by in to for from tomorrow today please and with before after between", word(next));
    const bool is_behind = at > 0 && sentence_.follows_on(at) && lists("at from to in", word(at - 1));
    const bool stands_apart =
        at > 0 && !sentence_.follows_on(at) && (next >= sentence_.size() || !sentence_.follows_on(next));
    return (is_behind || stands_apart) && number - at <= 3 && ends &&
           !lists(
               "terminal gate platform room flat floor zone line unit dock apartment suite hall pier lane "
               "bus route "
               "flight level section row seat table hangar door exit stand",
               word(number - 1));
  }

  // ", 30-702 Kraków", ", 903 26 Umeå", ", SE-903 26 Umeå": the end of the town behind a postcode.
  std::optional<std::size_t> postal_town_end(std::size_t at) const {
    if (at >= sentence_.size() || !sentence_[at].separator.starts_with(',') || !parse_.is_free(at))
      return std::nullopt;
    std::size_t town = at;
    if (sentence_[at].is_capital && word(at).size() <= 2 && joined(at + 1)) ++town;  // the country
    std::size_t digits = 0;
    for (; town < at + 4 && (town == at || joined(town)) && is_postal(town); ++town)
      digits += static_cast<std::size_t>(std::ranges::count_if(word(town), a2a::text::is_digit));
    if (digits < 3 || !joined(town) || !sentence_[town].is_capital || lists(kNoNames, word(town)))
      return std::nullopt;
    std::size_t end = town + 1;
    while (end < town + 4 && joined(end) && sentence_[end].is_capital && !lists(kNoNames, word(end))) ++end;
    return end;
  }
  bool is_postal(std::size_t at) const {
    const auto text = word(at);
    return !text.empty() && text.size() <= 9 && std::ranges::any_of(text, a2a::text::is_digit) &&
           std::ranges::all_of(text, [](char c) { return a2a::text::is_letter_or_digit(c) || c == '-'; });
  }

  // "Address Bergstrasse 2": what the template itself says is a label, but not "Station Road".
  std::size_t behind_label(std::size_t at, std::size_t end) const {
    const bool is_label = begins_sentence(at) && at + 1 < end && parse_.is_of_template(at) &&
                          !lists(kStreetTypes, word(at + 1));
    return is_label ? at + 1 : at;
  }
  bool begins_sentence(std::size_t at) const {
    return at == 0 || sentence_[at - 1].sentence != sentence_[at].sentence || !sentence_.follows_on(at);
  }

  // ", flat 4", ", Oxford", " in Bonn", or "leeds" where nothing has capitals.
  void add_town(Span& street) const {
    if (lists("flat apartment apt unit suite floor door", word(street.last)) && parse_.is_free(street.last) &&
        street.last + 1 < sentence_.size() && is_house_number(street.last + 1))
      street.last += 2;
    std::size_t at = street.last;
    if (at >= sentence_.size() || !parse_.is_free(at)) return;
    if (const auto end = postal_town_end(at)) {
      street.last = *end;
      return;
    }
    if (word(at) == "in" && joined(at) && joined(at + 1) && sentence_[at + 1].is_capital) {
      street.last = at + 2;
      while (street.last < at + 4 && joined(street.last) && sentence_[street.last].is_capital) ++street.last;
      return;
    }
    if (lists(kDayWords, word(at)) || lists("next this asap please pls", word(at))) return;
    const bool comma = sentence_[at].separator.starts_with(',');
    const bool lower = !has_capital(street) && !is_empty_word(word(at)) && !number_at(sentence_, at) &&
                       !lists("on at to from for", word(at));
    if (!(comma && (sentence_[at].is_capital || lower)) && !(lower && sentence_.follows_on(at))) return;
    if (parse_.is_of_template(at) && lower) return;
    std::size_t end = at + 1;
    while (end < at + 3 && joined(end) && sentence_[end].is_capital && sentence_[at].is_capital) ++end;
    const bool is_halved = joined(end) && word(end).size() == 3 && is_postal(end) && is_digits(word(end)) &&
                           a2a::text::is_digit(word(end - 1).back());  // "CB1 2AD"
    street.last = is_halved ? end + 1 : end;
    if (!is_halved) add_postcode(street);
  }
  bool has_capital(Span words) const {
    for (std::size_t at = words.first; at < words.last; ++at) {
      if (sentence_[at].is_capital) return true;
    }
    return false;
  }
  // "…, Leeds LS1 4AB", "…, Springfield, 62704"
  void add_postcode(Span& street) const {
    std::size_t at = street.last;
    if (at >= sentence_.size() || !parse_.is_free(at) || !is_postal(at)) return;
    const bool comma = sentence_[at].separator.starts_with(',');
    const bool is_long = word(at).size() >= 4 && is_digits(word(at));
    const bool has_letter = sentence_[at].is_capital && a2a::text::is_digit(word(at).back());
    if (!(comma || sentence_.follows_on(at)) || !(is_long || has_letter)) return;
    street.last = at + 1;
    if (has_letter && joined(at + 1) && word(at + 1).size() == 3 && is_postal(at + 1)) ++street.last;
  }

  const Parse& parse_;
  const Utterance& sentence_;
};

}  // namespace

std::vector<NameMention> find_addresses(const Parse& parse) {
  return AddressFinder(parse).find();
}

}  // namespace schemagate::client_agent
