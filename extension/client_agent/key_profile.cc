#include "extension/client_agent/key_profile.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

#include "a2a/text/ascii.h"
#include "extension/client_agent/key_formats.h"
#include "extension/client_agent/key_numbers.h"
#include "extension/client_agent/key_text.h"
#include "extension/client_agent/key_words.h"
#include "extension/client_agent/numbers.h"
#include "extension/client_agent/utterance.h"
#include "extension/client_agent/vocabulary.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using schema_interaction::Key;
using schema_interaction::KeyType;
using std::string_view;

constexpr string_view kFileName = R"(^[^ ]+\.[A-Za-z][A-Za-z0-9]{1,4}$)";

class Profiler : KeyText {
 public:
  Profiler(const Key& of, const Hints& hints, const a2a::JsonTree* json_schema)
      : KeyText(of, json_schema), hints_(hints) {}

  KeyProfile run() {
    profile_.name_part = name_part();
    profile_.per = period_of(*this);
    profile_.kind = kind();
    profile_.side = side();
    for (const std::string& word : name_words) add_cue(profile_.name_cues, word);
    profile_.cues = profile_.name_cues;
    for (const std::string& word : all_words) add_cue(profile_.cues, word);
    if (profile_.kind == KeyKind::kCode) {
      std::tie(profile_.digits_min, profile_.digits_max) = code_digits(constraint("pattern"));
      if (profile_.digits_max == 0) profile_.pattern = code_pattern();
    }
    profile_.is_venue = profile_.kind == KeyKind::kPlace && names_house();
    profile_.is_wording = profile_.kind == KeyKind::kFreeText && is_wording();
    read_prepositions();
    if (profile_.kind == KeyKind::kCount) read_things();
    profile_.is_ordinal = profile_.kind == KeyKind::kCount && names(kOrdinals);
    if (profile_.is_ordinal) read_ordinal_things();
    if (profile_.kind == KeyKind::kTime || profile_.kind == KeyKind::kDateTime)
      profile_.hours = hours_in(description);
    if (profile_.kind == KeyKind::kDateTime)
      profile_.time_tail = time_tail(description, constraint("format") == "date-time");
    profile_.unit = unit();
    profile_.is_least = has("at least") || says("minimum fewest") || names("min minimum least");
    profile_.is_limit = says("limit most max maximum upper budget") || names("max budget limit");
    profile_.is_each =
        says("each per") || description.contains("one ticket") || description.contains("a night");
    profile_.is_deadline = is_deadline();
    profile_.allows_past = !profile_.is_deadline && (says(kPastEvents) || excludes_future());
    profile_.is_estimate = says("roughly approximately approximate approx estimate estimated");
    profile_.is_earliest = has("not before") || has("from which") || says("earliest") || names("earliest");
    profile_.is_last_day = description.contains("last day") || names_last_day();
    profile_.is_birth = says("birth birthday born") || names("birth birthday dob born");
    return std::move(profile_);
  }

 private:
  static void add_cue(Meanings& cues, const std::string& word) {
    if (!is_empty_word(word) && word.size() > 1) cues.insert(meaning_of(word));
  }
  KeyKind kind() const {
    switch (key.type) {
      case KeyType::kBoolean:
        return KeyKind::kSwitch;
      case KeyType::kInteger:
      case KeyType::kNumber:
        return number_kind(*this, hints_);
      case KeyType::kString:
        if (!hints_.values.empty()) return KeyKind::kChoice;
        return is_number_in_text(*this) ? number_kind(*this, hints_) : text_kind();
      case KeyType::kArray:
      case KeyType::kObject:
      case KeyType::kNull:
        return KeyKind::kText;
    }
    return KeyKind::kText;
  }

  // "today or earlier", "never in the future", "the day on which it was delivered".
  bool excludes_future() const {
    const bool is_said =
        has("or earlier") || has("not in the future") || has("never in the future") || has("in the past");
    return is_said || has("has been") || says("was were got had did took");
  }
  // "needed_by", "due", "not after this day", "the latest day".
  bool is_deadline() const {
    return names("by due deadline latest") || says("due deadline latest") || has("by which") ||
           has("not after") || has("no later than") || has("last day on which");
  }
  bool names_last_day() const { return names("last") && names("day date"); }

  KeyKind text_kind() const {
    const string_view format = constraint("format");
    const string_view pattern = constraint("pattern");
    if (format == "date-time" || has("date-time") || pattern_of_moment(pattern) ||
        moment_at(description) != std::string::npos)
      return KeyKind::kDateTime;
    if (format.starts_with("uri") || format == "url" || names("uri url website webpage homepage link") ||
        heads("url uri website link") || has("web address"))
      return KeyKind::kUri;
    if (format == "date" || hints_.is_date || pattern.contains("{4}-")) return KeyKind::kDate;
    if (format == "time" || has("hh:mm") || (pattern.contains("[0-5][0-9]") && pattern.contains(':')))
      return KeyKind::kTime;
    const bool mail =
        format == "email" || pattern.contains('@') || has("e-mail") || has("email") || names("email mail");
    const bool phone = names("phone tel telephone mobile cell") || has("phone number") || has("telephone") ||
                       has("call-back number") || is_labelled_phone();
    if (mail && phone) return KeyKind::kContact;
    if (mail) return KeyKind::kEmail;
    if (phone) return KeyKind::kPhone;
    if (code_digits(pattern).second > 0 || is_code_pattern(pattern) || names_file() || shows_code())
      return KeyKind::kCode;
    if (names("date day") && !has("name")) return KeyKind::kDate;
    if (names("time") && !says("day week")) return KeyKind::kTime;
    return named_kind();
  }

  // callback_number, described as "Phone" and no more
  bool is_labelled_phone() const {
    return names("callback") ||
           (!all_words.empty() && all_words.size() <= 2 && lists("phone tel telephone mobile", all_words[0]));
  }
  // "File name of the photo": what is written like "beach.jpg".
  bool names_file() const { return constraint("pattern").empty() && names("file filename") && heads("file"); }

  // "Order number, e.g. AB-12345."
  bool shows_code() const {
    return constraint("pattern").empty() && !pattern_of_example(key.description).empty();
  }
  std::string code_pattern() const {
    if (names_file()) return std::string(kFileName);
    return shows_code() ? pattern_of_example(key.description) : std::string(constraint("pattern"));
  }

  // "Text to be engraved", but not "symptom_text".
  bool is_wording() const {
    constexpr string_view kWritten =
        "text wording inscription engraving engraved greeting dedication slogan caption";
    constexpr string_view kFaults =
        "fault wrong problem problems issue damage damaged broken symptom symptoms defect happened complaint";
    return (names(kWritten) || says(kWritten)) && !names(kFaults) && !says(kFaults);
  }

  // "Name of the restaurant."
  bool names_house() const {
    if (has("name of ")) {
      const Utterance rest(string_view(description).substr(description.find("name of ") + 8));
      return lists(kHouses, rest.text(lists("the a an", rest.text(0)) ? 1 : 0));
    }
    // "Restaurant name"
    if (all_words.size() == 2 && lists(kHouses, all_words[0]) && all_words[1] == "name") return true;
    // "club": "Which club"
    const bool is_kind_itself = name_words.size() == 1 && names(kHouses) && all_words.size() < 4;
    if (is_kind_itself && !has(" or ")) return true;
    // "hotel_name", "The name by which the hotel is known", business_name: "Theatre that shows it"
    const bool begins = lists(kHouses, all_words.empty() ? string_view() : string_view(all_words[0]));
    return names("name") && !says("your customer guest person booking") && heads(kHouses) &&
           (begins || names(kHouses) || has("name by which the "));
  }
  // "Surname of the guest", "last_name"; "First name and surname" is the whole.
  NamePart name_part() const {
    const auto says_in = [](const std::string& text, std::initializer_list<string_view> words) {
      return std::ranges::any_of(words, [&text](string_view word) { return text.contains(word); });
    };
    const std::string text = a2a::text::lower_case(key.name) + " " + description;
    const bool surname =
        says_in(text, {"surname", "last name", "last_name", "lastname", "family name", "family_name"});
    const bool first =
        says_in(text, {"first name", "first_name", "firstname", "given name", "given_name", "forename"});
    const bool is_pair =
        says_in(text, {"first and", "and surname", "and last name", "and family name", "full name"});
    if (surname == first || is_pair) return NamePart::kWhole;
    return surname ? NamePart::kSurname : NamePart::kFirst;
  }

  // "Name of the learner driver", "Tenant who signs": a word for somebody who does something.
  bool names_person() const {
    auto at = description.find("name of the ");
    const std::size_t label = at == std::string::npos ? 8 : 12;
    if (at == std::string::npos) at = description.find("name of ");
    if (begins_with_person()) return true;
    const auto who = std::min(description.find(" who "), description.find(" whom "));
    if (at == std::string::npos && who == std::string::npos) return false;
    if (heads("band play match show concert film opera musical team event")) return false;
    const Utterance rest(string_view(description).substr(at == std::string::npos ? 0 : at + label));
    for (std::size_t next = 0; next < std::min<std::size_t>(rest.size(), 2); ++next) {
      if (next > 0 && !rest.follows_on(next)) break;
      if (lists(kNoPersons, rest.text(next))) return false;
      if (lists(kPersonNames, rest.text(next)) || is_agent_noun(rest.text(next))) return true;
    }
    return false;
  }
  // "Director of the film"
  bool begins_with_person() const {
    const std::size_t first = !all_words.empty() && lists("the a an", all_words[0]) ? 1 : 0;
    return all_words.size() > first + 1 && lists("of who to", all_words[first + 1]) &&
           lists(kPersonNames, all_words[first]);
  }
  // "Genre of the film", "Primary genre of film"
  bool begins_with_sort() const {
    const auto of = std::ranges::find(all_words, "of");
    const bool begins = of != all_words.end() && of != all_words.begin() && of - all_words.begin() <= 3;
    const string_view noun = begins              ? string_view(*(of - 1))
                             : all_words.empty() ? string_view()
                                                 : string_view(all_words[0]);
    return names_sort(noun);
  }
  // "Name the table is held under", "Name for the booking": of whoever asks.
  bool is_name_for() const {
    return std::ranges::any_of(
        std::initializer_list<string_view>{"name for ", "name under ", "name in ", "name on ", "name the ",
                                           "name that ", "name to ", "under which name", "under whose name",
                                           "in whose name", "on whose name"},
        [this](string_view words) { return description.starts_with(words); });
  }
  static bool is_agent_noun(string_view word) {
    return std::ranges::any_of(
        std::initializer_list<string_view>{"er", "or", "ist", "ant", "ent", "ee", "ian"},
        [word](string_view ending) { return word.size() > ending.size() + 3 && word.ends_with(ending); });
  }
  bool is_thing() const {
    // "What is broken, in their words" is told in a clause.
    const bool is_told = has("what is broken") && (has("'s words") || has("own words") || has("their words"));
    return (!is_told && names_what_fails()) ||
           names("tool machine appliance device item article thing equipment instrument object gadget") ||
           heads("tool machine appliance device equipment instrument");
  }
  bool names_what_fails() const {
    return has("what is broken") || has("what was damaged") || has("what is damaged") ||
           has("what was stolen") || has("what was lost") || has("what is to be repaired");
  }
  // "Street address with house number, and the town": the town is a part of it.
  bool begins_with_address() const {
    const Utterance head(string_view(description).substr(0, description.find_first_of(".;(,")));
    const bool is_first = head.text(0) == "address" || head.text(1) == "address" ||
                          (head.text(0) == "full" && head.text(2) == "address");
    const bool is_plain = head.size() > 0 && lists("address street full", head.text(0)) &&
                          !says("web mail e-mail email") && !heads("or place venue");
    return is_first && is_plain;
  }

  KeyKind named_kind() const {
    if (names_house()) return KeyKind::kPlace;
    if (is_thing() && !heads("maker brand manufacturer address place") &&
        !names("brand make maker manufacturer"))
      return KeyKind::kThing;
    if (begins_with_address()) return KeyKind::kAddress;
    if (heads("town city village") && has("address")) return KeyKind::kPlace;
    const bool is_address =
        heads("address") && !says("web mail e-mail email") && !heads("town city village place");
    if (is_address) return KeyKind::kAddress;
    if (names("address street") || has("street address") || has("street, number") || has("house number"))
      return KeyKind::kAddress;
    const bool is_name_of_thing = !names("type genre kind category sort style classification") &&
                                  names(
                                      "event show course class book film movie song track album playlist "
                                      "title product item pet dog cat "
                                      "animal");
    if (heads(kPlaceWords) && (has("address") || names("pick going drop"))) return KeyKind::kPlace;
    if (names("reason problem fault issue complaint symptom symptoms description details notes note message "
              "purpose topic damage occasion text wording inscription engraving greeting dedication") ||
        has("own words") || has("'s words") || has("their words") || has("what is wrong") ||
        heads("problem complaint describe"))
      return KeyKind::kFreeText;
    if (names_person() || (is_name_for() && !is_name_of_thing)) return KeyKind::kPerson;
    if (!is_name_of_thing &&
        (names(kPersonNames) || (names("name forename") && !names("city town country airport station")) ||
         heads("surname forename") || has("name of the person") || has("full name")))
      return KeyKind::kPerson;
    if (heads("maker brand manufacturer") || names("brand manufacturer make maker airline carrier"))
      return KeyKind::kBrand;
    if (names(kPlaceNames) || heads(kPlaceWords) || has("iata")) return KeyKind::kPlace;
    if (begins_with_sort() && hints_.examples.empty() && !is_name_of_thing) return KeyKind::kText;
    if (is_name_of_thing || heads("event act play title film book course artist author team name topic "
                                  "subject exhibition show concert"))
      return KeyKind::kTitle;
    const bool has_names = std::ranges::any_of(hints_.examples, [](const Example& example) {
      return !example.target.empty() && a2a::text::is_upper(example.target.front());
    });
    return has_names ? KeyKind::kNamed : KeyKind::kText;
  }

  Side side() const {
    int score = 0;
    for (const std::string& word : name_words) {
      // "day_out" begins a journey, "check_out" ends a stay.
      const bool is_outward = word == "out" && !names("check move checking moving time");
      score += ((is_outward ? 1 : side_of(word)) + journey_side_of(word)) * 4;
    }
    if (profile_.kind == KeyKind::kPlace || profile_.kind == KeyKind::kAddress)
      score += 4 * ((names("pick") && !names("at") ? 1 : 0) - (names("drop going") ? 1 : 0));
    const auto pick = description.find("pick-up");
    const auto drop = description.find("drop-off");
    if (pick != drop && names("loc location place at from to day date time pu do") &&
        !names("pick pickup drop dropoff"))
      score += pick < drop ? 4 : -4;
    const auto head = words_of(string_view(description).substr(0, description.find_first_of(".;")));
    for (const std::string& word : head) {
      if (!lists("to in out from by after before takes", word))
        score += side_of(word) + journey_side_of(word);
    }
    for (const Example& example : hints_.examples) {
      const std::string before = word_before_target(example);
      score += before == "from" ? 6 : before == "to" ? -6 : 0;
    }
    return score == 0 ? Side::kNone : score > 0 ? Side::kStart : Side::kEnd;
  }
  // "to" of 'from Oslo to Rome' -> 'Rome'; where the target is none of the phrase the first word, but of a
  // day, which is worked out from both ends.
  std::string word_before_target(const Example& example) const {
    const Utterance phrase(example.phrase);
    const Utterance target(example.target);
    for (std::size_t at = 1; target.size() > 0 && at + target.size() <= phrase.size(); ++at) {
      if (phrase.span(at, at + target.size()) == string_view(example.target))
        return std::string(phrase.text(at - 1));
    }
    return profile_.kind == KeyKind::kDate ? "" : std::string(phrase.text(0));
  }
  // A journey ends where one arrives; a stay begins then.
  int journey_side_of(string_view word) const {
    if (profile_.kind != KeyKind::kPlace && profile_.kind != KeyKind::kAddress) return 0;
    return (lists("departure depart departs loading loaded shipper", word) ? 1 : 0) -
           (lists("arrival arrive arrives unloading unloaded consignee", word) ? 1 : 0);
  }
  static int side_of(string_view word) {
    return (lists(kStartWords, word) ? 1 : 0) - (lists(kEndWords, word) ? 1 : 0);
  }

  void read_prepositions() {
    for (const Example& example : hints_.examples) {
      const Utterance phrase(example.phrase);
      const Utterance target(example.target);
      for (std::size_t at = 0; at + target.size() <= phrase.size() && target.size() > 0; ++at) {
        if (phrase.span(at, at + target.size()) != string_view(example.target)) continue;
        if (at > 0) profile_.before.insert(std::string(phrase.text(at - 1)));
        if (at + target.size() < phrase.size()) profile_.behind.insert(phrase[at + target.size()].meaning);
      }
      for (std::size_t at = 0; at + 1 < phrase.size(); ++at) {
        const bool is_target = Utterance(example.target).text(0) == phrase.text(at + 1);
        if (is_target && lists("in at from to near for of on by with", phrase.text(at)))
          profile_.prepositions.insert(std::string(phrase.text(at)));
      }
    }
  }

  // The noun behind "number of" and "how many", the one that the name is, and those of the examples.
  void read_things() {
    add_thing(name_words);
    for (string_view label : {"number of ", "how many ", "quantity of ", "count of "}) {
      const auto at = description.find(label);
      if (at == std::string::npos) continue;
      auto phrase = phrase_at(at + label.size());
      // "How many people paddle."
      if (label == "how many " && !phrase.empty() && is_person(phrase.front())) phrase.resize(1);
      add_thing(phrase);
      read_listed_things(at + label.size());
    }
    for (const Example& example : hints_.examples) add_thing(words_of(example.phrase));
    if (has_stars(*this)) add_thing({"star"});
    const bool begins_with_noun =
        !all_words.empty() && all_words[0].ends_with('s') && !all_words[0].ends_with("ss");
    if (begins_with_noun) add_thing({all_words[0]});  // "Suitcases to check in."
    // "Pieces of checked luggage."
    const bool is_of_pieces =
        all_words.size() > 2 && lists("pieces items", all_words[0]) && all_words[1] == "of";
    if (is_of_pieces) add_thing(phrase_at(all_words[0].size() + 4));
    if (profile_.things.empty()) add_thing(phrase_at(0));
    profile_.counts_people =
        std::ranges::any_of(people_, [](const std::string& word) { return is_person(word); }) ||
        names("party group") || has("how many of you");
    const auto label = description.find("number of ");
    const auto head = phrase_at(label == std::string::npos ? 0 : label + 10);
    const auto speaks_of_children = [](const auto& words) {
      const bool of_things =
          !words.empty() && lists(
                                "seat seats chair chairs bed beds ticket tickets menu menus "
                                "place places cot cots meal meals",
                                words.back());
      return !of_things && std::ranges::any_of(words, [](const std::string& word) { return is_child(word); });
    };
    const bool is_named = !name_words.empty() && is_child(name_words.back());
    const bool is_described = speaks_of_children(head) && !says("adult adults including");
    const bool is_under = has("under 1") || has("under the age") || has("younger than");
    profile_.counts_children =
        !says("including") && (is_named || is_described || is_under) && !names("total");
    if (profile_.counts_children) add_thing({"child"});
  }

  // "Number of parcels, boxes or suitcases": each of them.
  void read_listed_things(std::size_t from) {
    const Utterance rest(
        string_view(description).substr(from, description.find_first_of(".;(", from) - from));
    for (std::size_t at = 1; at < rest.size(); ++at) {
      const bool is_listed = lists("or and", rest.text(at - 1)) || rest[at].separator.starts_with(',');
      const bool is_last =
          at + 1 >= rest.size() || !rest.follows_on(at + 1) || is_empty_word(rest.text(at + 1));
      if (!is_listed || !is_last || !rest.text(at).ends_with('s')) return;
      add_thing({std::string(rest.text(at))});
      while (at + 1 < rest.size() && lists("or and", rest.text(at + 1))) ++at;
    }
  }
  // "storey: the floor on which the flat is": other words for it.
  void read_ordinal_things() {
    for (const std::string& word : all_words) {
      if (lists(kOrdinals, word)) profile_.things.push_back({meaning_of(word)});
    }
  }

  std::vector<std::string> phrase_at(std::size_t from) const {
    std::vector<std::string> phrase;
    const Utterance rest(string_view(description).substr(from));
    for (std::size_t at = 0; at < rest.size() && at < 4; ++at) {
      if (at > 0 && !rest.follows_on(at)) break;
      if (at > 0 && (lists("the a an", rest.text(at)) || rest.text(at).ends_with("ing"))) break;
      if (lists(
              "who that which to on in for will per a each every at with of is are wanted needed travelling "
              "under over",
              rest.text(at)))
        break;
      phrase.emplace_back(rest.text(at));
    }
    return phrase;
  }

  void add_thing(const std::vector<std::string>& words) {
    std::vector<std::string> thing;
    std::string last;
    for (const std::string& word : words) {
      const Utterance one(word);
      const bool is_number = number_at(one, 0).has_value();
      if (is_number || is_empty_word(word) ||
          lists("n num number amount how many count size total qty quantity max min people_count couple pair "
                "dozen "
                "of us per day week month year",
                word))
        continue;
      thing.push_back(meaning_of(word));
      last = word;
    }
    if (thing.size() == 1) people_.push_back(last);
    if (!thing.empty() && std::ranges::find(profile_.things, thing) == profile_.things.end())
      profile_.things.push_back(std::move(thing));
  }

  std::string unit() const {
    switch (profile_.kind) {
      case KeyKind::kMoney:
        if (has("euro") || says("eur") || has("€")) return "euro";
        if (has("dollar") || says("usd")) return "dollar";
        return has("pounds") || says("gbp") ? "pound" : "";
      case KeyKind::kDuration:
        return first_of(kDurationUnits);
      case KeyKind::kMeasure:
        if (has("square met") || names("square sqm m2")) return "m2";
        if (has("cubic met") && !says("kwh")) return "m3";
        return first_of(kMeasureUnits).empty() ? unit_of_measure(*this) : first_of(kMeasureUnits);
      default:
        return "";
    }
  }
  std::string first_of(string_view list) const {
    for (const auto* words : {&name_words, &all_words}) {
      for (const std::string& word : *words) {
        if (lists(list, word)) return word;
      }
    }
    return "";
  }

  const Hints& hints_;
  std::vector<std::string> people_;  // things of one word
  KeyProfile profile_;
};

}  // namespace

bool is_person(string_view word) {
  return lists(kPersons, word);
}

bool is_child(string_view word) {
  return lists("child children kid kids minor minors infant infants baby babies toddler toddlers under-age",
               word);
}

KeyProfile profile_of(const Key& key, const Hints& hints, const a2a::JsonTree* property) {
  return Profiler(key, hints, property).run();
}

}  // namespace schemagate::client_agent
