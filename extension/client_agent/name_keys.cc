// Places, persons, events and makers: the names of a sentence over the keys that take names, as
// the best assignment of the whole.
#include <algorithm>

#include "a2a/text/ascii.h"
#include "extension/client_agent/draft.h"
#include "extension/client_agent/intent.h"
#include "extension/client_agent/name_assignment.h"
#include "extension/client_agent/name_joints.h"
#include "extension/client_agent/name_scores.h"
#include "extension/client_agent/names.h"
#include "extension/client_agent/numbers.h"
#include "extension/client_agent/vocabulary.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

constexpr double kLeast = 0.6;    // of a score that gives a value
constexpr double kMargin = 0.08;  // to the second best assignment
constexpr std::size_t kNamesMax = 8;
constexpr std::size_t kKeysMax = 5;
constexpr string_view kProviders =
    "doctor dentist teacher tutor trainer instructor stylist hairdresser barber coach therapist physician "
    "vet adviser advisor nurse staff author artist composer director performer singer";

class NameMapper {
 public:
  explicit NameMapper(Draft& draft) : draft_(draft), sentence_(draft.sentence()) {}

  void run() {
    for (const KeyKind kind :
         {KeyKind::kPlace, KeyKind::kPerson, KeyKind::kBrand, KeyKind::kTitle, KeyKind::kNamed}) {
      for (const std::size_t key : draft_.open(kind)) {
        if (keys_.size() < kKeysMax) keys_.push_back(key);
      }
    }
    names_ = find_names(draft_.parse());
    std::erase_if(names_, [this](const NameMention& name) { return take_refused(name); });
    if (names_.size() > kNamesMax) names_.resize(kNamesMax);
    join_names(draft_, names_);
    drop_corrected(draft_.parse(), names_);
    assign();
    const bool has_other =
        std::ranges::any_of(keys_, [this](std::size_t key) { return draft_.found(key).has_value(); });
    for (const Span words : refused_) {
      if (has_other) draft_.parse().take(words);
    }
  }

 private:
  string_view word(std::size_t at) const { return sentence_.text(at); }

  // What is not wanted is no name for anybody.
  bool take_refused(const NameMention& name) {
    if (!is_refused(sentence_, name.words.first)) return false;
    std::size_t from = name.all.first;
    while (from > 0 && lists("not instead of rather than from to in at", word(from - 1))) --from;
    draft_.parse().reserve({from, name.words.last});
    refused_.push_back({from, name.words.last});
    return true;
  }

  double score(std::size_t key, const NameMention& name) const {
    if (name.sign == NameSign::kQuoted || name.sign == NameSign::kMatch)
      return draft_.key(key).profile.kind == KeyKind::kTitle ? 0.95 : 0;
    const KeyKind kind = draft_.key(key).profile.kind;
    if (kind != KeyKind::kPerson && is_greeted(sentence_, name)) return 0;
    switch (kind) {
      case KeyKind::kPlace:
        return place_score(draft_.key(key), name);
      case KeyKind::kPerson:
        return person_score(draft_.key(key), name);
      case KeyKind::kBrand:
        return brand_score(draft_.key(key), name);
      case KeyKind::kTitle:
        return title_score(draft_.key(key), name);
      case KeyKind::kNamed:
        return example_score(draft_.key(key).profile, name);
      default:
        return 0;
    }
  }

  double place_score(const KeyTerms& key, const NameMention& name) const {
    const KeyProfile& profile = key.profile;
    if (asks_country(key)) return is_country(name) ? 0.95 : 0;
    if (name.sign == NameSign::kSite && site_is_cue(profile, name)) return 0.95;
    // "help me Lyon": spoken to
    if (name.lead.empty() && name.words.first > 0 && word(name.words.first - 1) == "me") return 0;
    if (is_language(sentence_, name)) return 0;
    if (is_behind_label(draft_.parse(), profile, name)) return 0.9;
    if (lists("via through over against with by see", name.lead) || is_shown(sentence_, name) ||
        is_of_some_sort(draft_.parse(), name) || is_house_of_somebody(sentence_, profile, name))
      return 0;
    if (name.sign == NameSign::kTitled || name.sign == NameSign::kDoctor || is_kin(name) ||
        name.sign == NameSign::kCalled)
      return 0;
    const bool may_be_town = goes_to(name) || (name.stands_apart && name.lead.empty());
    if (name.sign == NameSign::kGround && !profile.is_venue && has_house()) return 0;  // "in Vine Cinema"
    if (profile.is_venue && is_owner_of_house(sentence_, name)) return 0;
    if (profile.is_venue) return goes_to(name) || (may_be_town && has_town()) ? 0 : venue_score(name);
    if (profile.side == Side::kStart && is_given_back(name)) return 0;
    double score = lead_score(profile.side, name.lead);
    if (profile.side == Side::kNone && goes_to(name)) score = std::max(score, 0.92);
    if (name.lead == "for" && !name.is_lower && is_only_named_key()) score = std::max(score, 0.7);
    if (profile.prepositions.contains(name.lead)) score = std::max(score, 0.9);
    const bool is_reached = name.lead == "to" && lands_there(name) && names_.size() == 1;
    if (is_reached && profile.side == Side::kEnd && !key.key->required) return 0;
    const bool is_weak = lists("in at near around", name.lead) || is_reached;
    if (is_weak && profile.side == Side::kStart && key.key->required && is_only_place_needed(key))
      score = std::max(score, 0.8);
    if (is_weak && profile.side == Side::kEnd && !has_cue(profile, name)) score = std::min(score, 0.66);
    const bool turns_back = name.all.first > 0 && lists("back return returning", word(name.all.first - 1));
    if (turns_back && profile.side == Side::kEnd && !profile.name_cues.contains(meaning_of("return")) &&
        !has_cue(profile, name))
      return 0;
    // "SUV please, Denver airport, …", where only one place has to be said
    const bool is_alone = name.stands_apart && key.key->required && is_only_place_needed(key);
    if (name.sign == NameSign::kSite)
      score = std::max(score, site_is_cue(profile, name) ? 0.95 : score > 0 ? score : is_alone ? 0.8 : 0.62);
    if (name.lead.empty() && name.sign != NameSign::kShow && name.sign != NameSign::kSite)
      score = bare_place_score(draft_.parse(), name);
    const bool may_be_house =
        name.lead == "at" && !has_cue(profile, name) &&
        std::ranges::any_of(keys_, [this](std::size_t each) { return draft_.key(each).profile.is_venue; });
    if (may_be_house) score = std::min(score, 0.62);
    const bool may_be_event = name.lead == "at" && name.sign != NameSign::kSite &&
                              name.sign != NameSign::kGround && is_title_needed(name);
    if (may_be_event) score = std::min(score, 0.5);
    if (name.sign == NameSign::kRegion) score += 0.05;
    const bool is_pointed_to = has_cue(profile, name);
    if (score > 0 && is_pointed_to) score += 0.12;
    if (score < 0.8 && !key.key->required && !is_pointed_to) score -= 0.1;
    if (score > 0 && name.is_lower) score -= 0.05;
    return std::min(score, 1.0);
  }
  // The other end is left out where it is the same place: "a car in Palermo".
  bool is_only_place_needed(const KeyTerms& key) const {
    return std::ranges::none_of(draft_.keys(), [&key](const KeyTerms& each) {
      return &each != &key && each.profile.kind == KeyKind::kPlace && each.key->required;
    });
  }
  // "at La Traviata", where no other name may be what is seen.
  bool is_title_needed(const NameMention& name) const {
    for (std::size_t at = 0; at + 2 < sentence_.size(); ++at) {
      const bool names_one = lists("ticket tickets seat seats", word(at)) && lists("for to", word(at + 1)) &&
                             !number_at(sentence_, at + 2);  // "a ticket for the marathon at the Metropolis"
      if (names_one) return false;
    }
    return std::ranges::any_of(keys_, [&](std::size_t key) {
      const KeyTerms& terms = draft_.key(key);
      return terms.profile.kind == KeyKind::kTitle && terms.key->required &&
             std::ranges::none_of(names_, [&](const NameMention& each) {
               return each.words.first != name.words.first && score(key, each) >= kLeast;
             });
    });
  }
  // "we're going to Galway"
  bool goes_to(const NameMention& name) const {
    const std::size_t at = name.all.first;
    return name.lead == "to" && at > 0 && name.words.first == at + 1 &&
           lists("go going coming travel travelling traveling fly flying drive driving off trip",
                 word(at - 1));
  }
  bool has_house() const {
    return std::ranges::any_of(draft_.keys(), [](const KeyTerms& key) { return key.profile.is_venue; });
  }
  // Some key takes towns, and not the names of houses.
  bool has_town() const {
    return std::ranges::any_of(draft_.keys(), [](const KeyTerms& key) {
      return key.profile.kind == KeyKind::kPlace && !key.profile.is_venue;
    });
  }
  // "for my son Leo"; but "my wife and our son, Salzburg" where nobody is named.
  bool is_kin(const NameMention& name) const {
    if (name.sign != NameSign::kKin) return false;
    const bool takes_persons = std::ranges::any_of(
        draft_.keys(), [](const KeyTerms& key) { return key.profile.kind == KeyKind::kPerson; });
    return takes_persons || sentence_.follows_on(name.words.first);
  }

  bool site_is_cue(const KeyProfile& profile, const NameMention& name) const {
    const std::size_t at = name.words.last;
    return at < sentence_.size() && profile.cues.contains(sentence_[at].meaning);
  }

  // "leave it in Genoa", "hand it back in Genoa": where it ends.
  bool is_given_back(const NameMention& name) const {
    const std::size_t first = name.all.first;
    const auto before = first > 0 ? word(first - 1) : string_view();
    const auto earlier = first > 1 ? word(first - 2) : string_view();
    return (lists("it them", before) && lists("leave leaving return returning drop", earlier)) ||
           (before == "back" && lists("it them", earlier)) || returns_on_day(first);
  }
  // "return september 19 in genoa"
  bool returns_on_day(std::size_t first) const {
    for (std::size_t at = first; at > 0 && sentence_.follows_on(at) && first - at < 4;) {
      --at;
      if (lists("return returning", word(at))) return true;
      if (draft_.parse().is_free(at)) return false;
    }
    return false;
  }
  // "we fly into Palma": where a hire begins
  bool lands_there(const NameMention& name) const {
    return name.all.first > 0 &&
           lists("fly flying land landing arrive arriving come coming get getting", word(name.all.first - 1));
  }
  // "enrol me in Yoga Basics", "a place in Bread Baking", where no place is asked for.
  bool takes_part_in(std::size_t lead) const {
    const bool asks_where = std::ranges::any_of(draft_.keys(), [](const KeyTerms& key) {
      return key.profile.kind == KeyKind::kPlace || key.profile.kind == KeyKind::kAddress;
    });
    for (std::size_t back = 1; !asks_where && back <= std::min<std::size_t>(4, lead); ++back) {
      if (lists("enrol enroll register sign put place spot seat take part interested", word(lead - back)))
        return true;
    }
    return false;
  }
  // A word of the key's own stands before it: "drop it off in Seville".
  bool has_cue(const KeyProfile& profile, const NameMention& name) const {
    for (std::size_t back = 1; back <= std::min<std::size_t>(8, name.words.first); ++back) {
      const std::size_t at = name.words.first - back;
      if (sentence_[at].sentence != sentence_[name.words.first].sentence) break;
      const bool leaves_it = profile.side == Side::kEnd && lists("leave leaving", word(at)) &&
                             lists("it them the", word(at + 1));
      const bool gives_back = profile.side == Side::kEnd && lists("give bring take hand", word(at)) &&
                              (word(at + 1) == "back" || word(at + 2) == "back");
      if (leaves_it || gives_back || is_verb_of_place(profile, word(at))) return true;
      const bool is_other_name = std::ranges::any_of(
          names_, [at](const NameMention& each) { return at >= each.words.first && at < each.words.last; });
      if (is_other_name) break;
    }
    return false;
  }

  double person_score(const KeyTerms& key, const NameMention& name) const {
    const Utterance key_name(key.key->name);
    const bool is_provider =
        std::ranges::any_of(key_name.words(), [](const Word& each) { return lists(kProviders, each.text); });
    const bool of_patient = key.key->description.contains("not of the one") ||
                            std::ranges::any_of(key_name.words(), [](const Word& each) {
                              return lists("patient pupil student child", each.text);
                            });
    if (name.sign == NameSign::kRegion || name.sign == NameSign::kSite || name.sign == NameSign::kShow ||
        name.sign == NameSign::kGround)
      return 0;
    if (is_of_some_sort(draft_.parse(), name) || has_digit(name) || is_house(sentence_, name)) return 0;
    const bool is_country_asked =
        std::ranges::any_of(keys_, [this](std::size_t each) { return asks_country(draft_.key(each)); });
    if (is_country_asked && is_country(name)) return 0;
    const bool takes_titles = std::ranges::any_of(
        keys_, [this](std::size_t each) { return draft_.key(each).profile.kind == KeyKind::kTitle; });
    if (takes_titles && names_thing(sentence_, name)) return 0;
    if (is_introduced(key, name) || is_led_by_own_verb(key, name)) return 0.95;
    if (const double score = performer_score(key, sentence_, name); score > 0) return score;
    if (lists("with by", name.lead) && is_made_by_another(key, name)) return 0;
    const auto text = draft_.parse().text(name.words);
    if (text.size() <= 3 && std::ranges::all_of(text, a2a::text::is_upper)) return 0;  // "for my CV"
    if (is_provider) {
      if (name.sign == NameSign::kDoctor) return 0.95;
      if (name.sign == NameSign::kCalled || name.sign == NameSign::kKin) return 0;
      if (is_booked_to_hear(key_name, name)) return 0.85;
      return lists("with by", name.lead) || (name.lead == "see" && speaker_sees(name)) ? 0.8 : 0;
    }
    if (name.sign == NameSign::kDoctor && (!lists("for to", name.lead) || has_provider())) return 0;
    if (name.lead == "see" && of_patient && !speaker_sees(name)) return 0.85;
    const bool is_recipient = key.profile.cues.contains(meaning_of("recipient")) ||
                              key.profile.cues.contains(meaning_of("gets")) ||
                              key.profile.name_cues.contains(meaning_of("receiver"));
    if (is_recipient)
      return name.sign == NameSign::kCalled                     ? 0
             : name.sign == NameSign::kKin                      ? 0.95
             : lists("to for", name.lead) && may_be_where(name) ? 0.5
             : lists("to for", name.lead) && !name.is_lower     ? 0.88
             : is_given_something(name)                         ? 0.85
                                                                : 0;
    const bool is_giver = key.profile.name_cues.contains(meaning_of("sender")) ||
                          key.profile.name_cues.contains(meaning_of("caller"));
    if (is_giver) return name.sign == NameSign::kCalled ? 0.95 : name.lead == "from" ? 0.7 : 0;
    if (name.sign == NameSign::kKin) return of_patient || !lists("with by see", name.lead) ? 0.95 : 0.5;
    if (name.sign == NameSign::kCalled) return of_patient && for_another() ? 0.5 : 0.93;
    if (name.sign == NameSign::kTitled) return lists("with by see from", name.lead) ? 0 : 0.9;
    if (name.is_lower) return 0;
    const std::size_t size = name.words.last - name.words.first;
    if (name.lead == "for") return size >= 2 ? 0.8 : 0.66;
    const auto before = name.all.first > 0 ? word(name.all.first - 1) : string_view();
    const bool has_age =
        name.words.last < sentence_.size() && sentence_[name.words.last].separator.ends_with('(');
    const std::size_t behind = name.words.last + (has_age ? 1 : 0);
    const bool is_signed = (lists("put pencil note", before) && lists("down in", word(behind))) ||
                           lists("enroll enrol register sign add", before) ||
                           (name.lead == "book" && word(behind) == "in");
    if (is_signed && lists("book", name.lead.empty() ? "book" : name.lead)) return 0.85;
    const bool is_signature = size == 1 && name.stands_apart && name.lead.empty() &&
                              key.profile.name_part == NamePart::kSurname &&
                              name.words.last == sentence_.size() && name.words.first > 0;
    if (is_signature) return 0.72;
    if (!name.lead.empty() || size < 2 || size > 3) return 0;
    // "…, Casa Pepe, …"
    return !has_house() && (name.stands_apart || name.words.first == 0) ? 0.72 : 0.5;
  }
  // "Country to be visited", and no town
  static bool asks_country(const KeyTerms& key) {
    return key.profile.kind == KeyKind::kPlace && key.profile.name_cues.contains(meaning_of("country")) &&
           !key.profile.cues.contains(meaning_of("city")) && !key.profile.cues.contains(meaning_of("town"));
  }
  bool is_country(const NameMention& name) const {
    return is_region(a2a::text::lower_case(draft_.parse().text(name.words)));
  }
  // "tickets for Adele", for an artist
  bool is_booked_to_hear(const Utterance& key_name, const NameMention& name) const {
    const bool performs = std::ranges::any_of(key_name.words(), [](const Word& each) {
      return lists("artist band performer singer musician", each.text);
    });
    return performs && name.lead == "for" && !name.is_lower && name.all.first > 0 &&
           lists("ticket tickets seat seats", word(name.all.first - 1));
  }
  // "KV21 XRT": nobody is called so
  bool has_digit(const NameMention& name) const {
    return std::ranges::any_of(draft_.parse().text(name.words), a2a::text::is_digit);
  }
  // "9 kilos to Cork", where nobody has said where it goes.
  bool may_be_where(const NameMention& name) const {
    bool is_open = false;
    for (std::size_t key = 0; key < draft_.keys().size(); ++key) {
      const KeyKind kind = draft_.key(key).profile.kind;
      const bool is_where = kind == KeyKind::kAddress || kind == KeyKind::kPlace;
      is_open = is_open || (is_where && !draft_.found(key));
    }
    return is_open && name.sign == NameSign::kNone && name.words.last - name.words.first == 1;
  }
  // "directed by Ada Roth" for a director.
  bool is_led_by_own_verb(const KeyTerms& key, const NameMention& name) const {
    constexpr std::size_t kRoot = 5;
    const std::size_t at = name.all.first;
    if (name.lead != "by" || at == 0 || !word(at - 1).ends_with("ed") || word(at - 1).size() < kRoot + 2)
      return false;
    const auto root = word(at - 1).substr(0, word(at - 1).size() - 2);
    const Utterance words(key.key->name + " " + key.key->description.substr(0, kDescriptionBytesMax));
    return std::ranges::any_of(words.words(),
                               [root](const Word& each) { return each.text.starts_with(root); });
  }
  bool has_provider() const {
    return std::ranges::any_of(draft_.keys(), [](const KeyTerms& each) {
      const Utterance key_name(each.key->name);
      return each.profile.kind == KeyKind::kPerson &&
             std::ranges::any_of(key_name.words(),
                                 [](const Word& word) { return lists(kProviders, word.text); });
    });
  }
  // "send Mark Dunn a dozen roses", "surprise Kate Ellis with a bouquet".
  bool is_given_something(const NameMention& name) const {
    const std::size_t first = name.words.first;
    return first > 0 && name.lead.empty() && sentence_.follows_on(first) && !name.is_lower &&
           lists("send give bring surprise ship deliver mail post get pay wire transfer lend",
                 word(first - 1)) &&
           (lists("a an some the my this these with", word(name.words.last)) ||
            number_at(sentence_, name.words.last).has_value());
  }
  // "owner is Lars Holm", "tenant: Ada Roth": behind the key's own word.
  bool is_introduced(const KeyTerms& key, const NameMention& name) const {
    std::size_t at = name.words.first;
    if (at > 1 && word(at - 1) == "is" && sentence_.follows_on(at)) --at;
    const bool is_apposed = at > 0 && sentence_.follows_on(at) && !name.is_lower && name.lead.empty();
    const bool is_label =
        at < name.words.first || is_apposed || (at > 0 && sentence_[at].separator.starts_with(':'));
    return is_label && at > 0 && !is_empty_word(word(at - 1)) &&
           key.profile.name_cues.contains(sentence_[at - 1].meaning);
  }
  // "I'd like to see Lind"; "please see Oskar Lind" is for somebody else.
  bool speaker_sees(const NameMention& name) const {
    const std::size_t at = name.all.first;
    return at > 0 && lists("to i we must should", word(at - 1));
  }

  // "for my husband: …", without his name.
  bool for_another() const {
    if (std::ranges::find(names_, NameSign::kKin, &NameMention::sign) != names_.end()) return true;
    for (std::size_t at = 0; at + 2 < sentence_.size(); ++at) {
      if (word(at) == "for" && lists("my our", word(at + 1)) && is_companion(word(at + 2))) return true;
    }
    return false;
  }

  // "Washing machine, LG, …", where nothing else takes a name.
  bool is_only_named_key() const { return keys_.size() == 1; }

  double brand_score(const KeyTerms& key, const NameMention& name) const {
    const bool is_order = name.words.last - name.words.first == 1 && is_request_verb(word(name.words.first));
    if (is_order) return 0;  // "Hi Laura, Book two …"
    const bool listed = key.key->description.contains("'" + draft_.parse().text(name.words) + "'");
    const std::size_t next = name.words.last;
    const bool beside = next < sentence_.size() && sentence_.follows_on(next) && !is_empty_word(word(next)) &&
                        (!draft_.parse().is_free(next) || may_be_thing(next));
    const bool bracketed = sentence_[name.words.first].separator.ends_with('(');
    if (listed || is_flown_with(key, name)) return 0.95;
    if (name.stands_apart && name.sign == NameSign::kNone && !name.is_lower && is_only_named_key())
      return 0.75;
    const std::size_t first = name.words.first;
    const bool is_told = first > 1 && lists("a an", word(first - 1)) &&
                         lists("it's its is", word(first - 2)) && !sentence_.follows_on(next);
    if (is_told) return 0.85;
    if (name.begins && lists("gas electric solar", word(first))) return 0;
    const bool is_behind = first > 0 && !draft_.parse().is_free(first - 1) && sentence_.follows_on(first) &&
                           !name.is_lower && !is_empty_word(word(first - 1)) &&
                           !number_at(sentence_, first - 1);
    if (is_behind) return 0.8;
    // "for our Electrolux oven"
    if (beside && first > 0 && lists("the my our a an", word(first - 1)) && name.words.last - first < 3)
      return 0.85;
    if (name.words.last - name.words.first > 2 || !lists("the my our a", name.lead.empty() ? "a" : name.lead))
      return 0;
    return beside || bracketed ? 0.85 : 0;
  }

  // "to Tokyo with Lufthansa"
  static bool is_flown_with(const KeyTerms& key, const NameMention& name) {
    const Utterance words(key.key->name);
    return lists("with by", name.lead) && std::ranges::any_of(words.words(), [](const Word& each) {
             return lists("airline carrier", each.text);
           });
  }
  // "our Bosch dishwasher", where a key asks for the thing.
  bool may_be_thing(std::size_t at) const {
    return !draft_.open(KeyKind::kThing).empty() && !sentence_[at].is_capital &&
           draft_.parse().is_content(at);
  }

  // Beside the same words as in an example: "learn Greek", "a Spanish course".
  double example_score(const KeyProfile& profile, const NameMention& name) const {
    const std::size_t next = name.words.last;
    const bool before = name.words.first > 0 && profile.before.contains(word(name.words.first - 1)) &&
                        !lists("a an the my", word(name.words.first - 1));
    const bool behind = next < sentence_.size() && sentence_.follows_on(next) &&
                        profile.behind.contains(sentence_[next].meaning) && !is_empty_word(word(next));
    return before || behind || has_own_cue(profile, name) ? 0.85 : 0;
  }
  // Behind a word that only this key has among those that take names: "offer German", "learning Arabic".
  bool has_own_cue(const KeyProfile& profile, const NameMention& name) const {
    for (std::size_t at = name.words.first; at-- > 0 && name.words.first - at <= 3;) {
      if (!sentence_.follows_on(at + 1) || sentence_[at].is_capital || opens_clause(word(at))) return false;
      const std::string& meaning = sentence_[at].meaning;
      const auto users = std::ranges::count_if(keys_, [&](std::size_t key) {
        return draft_.key(key).profile.kind == KeyKind::kNamed &&
               draft_.key(key).profile.cues.contains(meaning);
      });
      if (!is_empty_word(word(at)) && users > 0) return users == 1 && profile.cues.contains(meaning);
    }
    return false;
  }

  double title_score(const KeyTerms& key, const NameMention& name) const {
    if (names_thing(sentence_, name)) return 0.95;
    if (name.sign == NameSign::kCalled || name.sign == NameSign::kKin || name.sign == NameSign::kDoctor ||
        name.sign == NameSign::kRegion)
      return 0;
    if (const auto score = score_of_label(key, name)) return *score;
    if (name.sign == NameSign::kShow) return 0.95;
    if (key.key->description.contains("called")) return 0;
    const auto before = name.all.first > 0 ? sentence_[name.all.first - 1].meaning : std::string();
    const bool after_ticket =
        before == meaning_of("ticket") || before == meaning_of("seat") || before == meaning_of("place");
    if (lists("see watch hear against", name.lead) || is_shown(sentence_, name)) return 0.9;
    const bool is_played = name.lead.empty() && name.all.first > 0 && lists("play", word(name.all.first - 1));
    if (is_played) return key.key->required ? 0.85 : 0.7;
    if (name.lead == "for" || name.lead == "to")
      return after_ticket || key.profile.prepositions.contains(name.lead) ? 0.9
             : name.lead == "for"                                         ? 0.78
                                                                          : 0.72;
    if (lists("book reserve", name.lead) ||
        (name.lead.empty() && name.all.first > 0 && is_request_verb(word(name.all.first - 1))))
      return 0.82;
    const bool goes_on = word(name.words.last) == "for" && name.words.last + 1 < sentence_.size() &&
                         sentence_[name.words.last + 1].is_capital;
    if (name.lead == "in" && !name.is_lower && !goes_on && takes_part_in(name.all.first)) return 0.8;
    const bool is_counted = name.words.first > 0 && number_at(sentence_, name.words.first - 1) &&
                            sentence_.follows_on(name.words.first);
    const bool is_head = name.begins && name.words.first == 0 && name.words.last < sentence_.size() &&
                         sentence_[name.words.last].separator.starts_with(',');
    if (name.lead.empty())
      return is_head ? 0.72 : name.begins || name.is_lower ? 0.4 : is_counted ? 0.82 : 0.7;
    return 0.1;
  }

  // "the album Blue Hour": behind a word of this key, or of another one that takes titles.
  std::optional<double> score_of_label(const KeyTerms& key, const NameMention& name) const {
    const std::size_t at = name.words.first;
    if (at == 0 || !sentence_.follows_on(at) || is_empty_word(word(at - 1))) return std::nullopt;
    const auto labels = [&](const KeyTerms& each) {
      return each.profile.kind == KeyKind::kTitle &&
             each.profile.name_cues.contains(sentence_[at - 1].meaning);
    };
    if (labels(key)) return 0.95;
    const bool is_of_other =
        std::ranges::any_of(keys_, [&](std::size_t each) { return labels(draft_.key(each)); });
    return is_of_other ? std::optional(0.0) : std::nullopt;
  }

  // Every way of giving names to keys.
  void assign() {
    Scores scores(keys_.size(), std::vector<double>(names_.size(), 0));
    for (std::size_t k = 0; k < keys_.size(); ++k) {
      for (std::size_t n = 0; n < names_.size(); ++n) scores[k][n] = score(keys_[k], names_[n]);
    }
    for (const Assigned& each : best_assignment(scores, kLeast))
      settle(keys_[each.key], names_[each.name], scores[each.key][each.name], each.margin);
  }

  void settle(std::size_t key, const NameMention& name, double confidence, double margin) {
    if (margin < kMargin) return draft_.hear(key, name.words, "may be meant for another key");
    if (confidence < 0.9 && may_hold_place(key, name))
      return draft_.hear(key, name.words, "a name and a place?");
    std::string text = draft_.parse().text(name.words);
    if (name.words.first > 0 && sentence_.text(name.words.first - 1) == "the" &&
        sentence_[name.words.first - 1].is_capital)
      text = draft_.parse().text({name.words.first - 1, name.words.last});
    if (draft_.key(key).profile.kind == KeyKind::kPerson) {
      text = draft_.parse().text(without_label(key, name.words));
      text = without_possessive(part_of_name(draft_.key(key).profile.name_part, text));
    }
    const std::string value = value_of(key, name, text);
    const bool is_code = value.size() == 3 && std::ranges::all_of(value, a2a::text::is_upper);
    if (draft_.key(key).hints.takes_code_only && !is_code) return draft_.hear(key, name.words, "no code");
    draft_.give(key, json_text(value), std::min(confidence, 0.95), name.words);
    draft_.parse().take(name.all);
    if (is_led_by_own_verb(draft_.key(key), name)) draft_.parse().take({name.all.first - 1, name.all.first});
    if (name.sign == NameSign::kSite || name.sign == NameSign::kShow)
      draft_.parse().take({name.words.last, name.words.last + 1});
  }

  // "Holder Ivy Brandt" for a holder: what she is.
  Span without_label(std::size_t key, Span words) const {
    const bool is_label = words.last - words.first > 1 &&
                          draft_.key(key).profile.name_cues.contains(sentence_[words.first].meaning);
    return {words.first + (is_label ? 1 : 0), words.last};
  }

  // "2x Coldplay Brussels": the last word may be where it is.
  bool may_hold_place(std::size_t key, const NameMention& name) const {
    if (draft_.key(key).profile.kind != KeyKind::kTitle || name.words.last - name.words.first < 2 ||
        !name.lead.empty() || name.sign != NameSign::kNone || names_.size() > 1)
      return false;
    return std::ranges::any_of(keys_, [this](std::size_t each) {
      return draft_.key(each).profile.kind == KeyKind::kPlace && draft_.is_open(each);
    });
  }

  // What the template's own examples say of this place: "from Beijing" is PEK, whichever way it goes.
  std::string value_of(std::size_t key, const NameMention& name, const std::string& text) const {
    std::vector<std::string> wanted;
    for (std::size_t at = name.words.first; at < name.words.last; ++at)
      wanted.push_back(sentence_[at].meaning);
    if (draft_.key(key).profile.kind != KeyKind::kPlace) return text;
    for (const KeyTerms& each : draft_.keys()) {
      if (each.profile.kind != KeyKind::kPlace) continue;
      for (const Example& example : each.hints.examples) {
        if (meanings_of(example.phrase) == wanted) return example.target;
      }
    }
    return text;
  }

  Draft& draft_;
  const Utterance& sentence_;
  std::vector<std::size_t> keys_;
  std::vector<NameMention> names_;
  std::vector<Span> refused_;
};

}  // namespace

void map_names(Draft& draft) {
  map_addresses(draft);
  NameMapper(draft).run();
  map_lower_titles(draft);
}

}  // namespace schemagate::client_agent
