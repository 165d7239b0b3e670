#include "extension/client_agent/names.h"

#include <algorithm>

#include "a2a/text/ascii.h"
#include "extension/client_agent/intent.h"
#include "extension/client_agent/name_words.h"
#include "extension/client_agent/numbers.h"
#include "extension/client_agent/vocabulary.h"
#include "extension/client_agent/word_forms.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

constexpr std::size_t kNameWordsMax = 10;
// In small letters before a capital they begin the name of a place: "san Marino".
constexpr string_view kNameBeginnings = "san los las new st saint santa el port fort lake mount";
constexpr std::size_t kQuotedWordsMax = 16;

bool is_digits(string_view word) {
  return !word.empty() && a2a::text::is_digit(word.front());
}

bool is_title(string_view word) {
  return lists("mr mrs ms miss dr prof doctor professor sir madam", word);
}

class NameFinder {
 public:
  explicit NameFinder(const Parse& parse) : parse_(parse), sentence_(parse.sentence()) {
    for (const Word& word : sentence_.words())
      has_capitals_ =
          has_capitals_ || (word.is_capital && word.text != "i" && &word != sentence_.words().data());
  }

  std::vector<NameMention> find() {
    std::vector<NameMention> names;
    for (std::size_t at = 0; at < sentence_.size();) {
      auto name = name_at(at);
      if (!name) {
        ++at;
        continue;
      }
      at = name->words.last;
      names.push_back(std::move(*name));
    }
    return names;
  }

 private:
  string_view word(std::size_t at) const { return sentence_.text(at); }

  bool begins_sentence(std::size_t at) const {
    return at == 0 || sentence_[at - 1].sentence != sentence_[at].sentence ||
           sentence_[at].separator.find_first_of(".!?") != string_view::npos;
  }

  bool can_be_name(std::size_t at) const {
    if (!parse_.is_free(at) || lists(kNoNames, word(at)) || is_digits(word(at))) return false;
    const bool is_kind =
        at > 0 && parse_.is_of_template(at) && sentence_.follows_on(at) &&
        (lists("a an", word(at - 1)) || (parse_.is_content(at - 1) && parse_.is_of_template(at - 1) &&
                                         !sentence_[at - 1].is_capital));  // "a rental Car"
    if (is_kind &&
        !(at + 1 < sentence_.size() && sentence_.follows_on(at + 1) && sentence_[at + 1].is_capital))
      return false;
    return !sentence_[at].is_capital || !begins_sentence(at) || !is_common(at);
  }
  bool is_common(std::size_t at) const {
    return lists(kInterjections, word(at)) || is_empty_word(word(at)) || is_light_word(word(at)) ||
           is_negation(word(at)) || lists(kCommon, word(at)) || parse_.is_of_scenario(at) ||
           number_at(sentence_, at).has_value() || is_request_verb(word(at)) ||
           lists(
               "collect fetch pick schedule arrange rent hire repair fix put can could express overnight "
               "table parcel pickup cancel hotel oven "
               "an repair same everything mail ring call meeting appointment switch remove show tickets "
               "ticket seats change new get make",
               word(at));
  }

  std::optional<NameMention> name_at(std::size_t at) const {
    if (is_label(at)) return std::nullopt;
    if (const auto last = quotation_end(at))
      return finished({.words = {at, *last}, .sign = NameSign::kQuoted});
    if (parse_.is_known_place(at) && parse_.is_free(at) && !sentence_[at].is_capital)
      return finished({.words = {at, at + 1}});
    if (sentence_[at].is_capital ? !can_be_name(at) : true)
      return sentence_[at].is_capital ? std::nullopt : lower_name_at(at);
    std::size_t end = at + 1;
    while (end < sentence_.size() && end < at + kNameWordsMax && goes_on(at, end)) ++end;
    while (end > at + 1 && lists(kParticles, word(end - 1)) && !sentence_[end - 1].is_capital) --end;
    end = joined_end(end);
    if (end == at + 1 && word(at).size() == 1) return std::nullopt;
    NameMention name{.words = {beginning_of(at), end}};
    name.begins = begins_sentence(at);
    return finished(name);
  }

  // "in san Marino", "to new York": the first word is a part of the name.
  std::size_t beginning_of(std::size_t at) const {
    const bool has_beginning = at > 1 && sentence_.follows_on(at) && sentence_.follows_on(at - 1) &&
                               parse_.is_free(at - 1) && lists(kNameBeginnings, word(at - 1)) &&
                               lists("in to from near at for", word(at - 2));
    return has_beginning ? at - 1 : at;
  }
  // "Stoke-on-Trent", "Chi-town", "New York city": what goes on in small letters.
  std::size_t joined_end(std::size_t end) const {
    const bool is_city = end < sentence_.size() && sentence_.follows_on(end) && word(end) == "city" &&
                         parse_.is_free(end) && !sentence_[end].is_capital &&
                         !lists("centre center hall station airport break trip", word(end + 1));
    if (is_city) return end + 1;
    const auto is_tied = [this](std::size_t at) {
      return at < sentence_.size() && sentence_[at].separator == "-" && parse_.is_free(at) &&
             sentence_[at].begin == sentence_[at - 1].end + 1 && !is_digits(word(at));
    };
    const std::size_t first = end - 1;  // of a single word
    const bool is_led = first > 0 && lists("in to from near at around for", word(first - 1));
    if (!is_tied(end) || !is_led || sentence_[end].is_capital ||
        lists("based bound style like born only friendly class and themed area", word(end)))
      return end;
    while (is_tied(end)) ++end;
    return end;
  }
  // "U.S. Virgin Islands", "Ursula K. Roth": behind an initial.
  bool follows_initial(std::size_t at) const {
    return at > 0 && sentence_[at].separator == "." && sentence_[at - 1].text.size() == 1 &&
           sentence_[at - 1].is_capital && sentence_[at].is_capital && parse_.is_free(at) &&
           !is_empty_word(word(at)) && !lists(kNoNames, word(at));
  }

  // "Name Walter Koch"
  bool is_label(std::size_t at) const {
    return lists("name surname contact", word(at)) && at + 1 < sentence_.size() &&
           sentence_.follows_on(at + 1) && sentence_[at + 1].is_capital;
  }

  // Behind the last word of what the word at `at` opens in quotation marks; nullopt when it opens nothing.
  std::optional<std::size_t> quotation_end(std::size_t at) const {
    const auto opener = sentence_[at].separator;
    if (!opener.ends_with('"') && !opener.ends_with("\u201c")) return std::nullopt;
    for (std::size_t last = at; last < std::min(sentence_.size(), at + kQuotedWordsMax); ++last) {
      if (!parse_.is_free(last)) return std::nullopt;
      const auto behind = sentence_.behind(last);
      if (behind.starts_with('"') || behind.starts_with("\u201d") || behind.starts_with(".\"") ||
          behind.starts_with(",\""))
        return last + 1;
    }
    return std::nullopt;
  }

  bool goes_on(std::size_t first, std::size_t at) const {
    if (follows_initial(at)) return true;
    if (!sentence_.follows_on(at) || !parse_.is_free(at) || sentence_[at].separator.contains("-") ||
        sentence_[at].separator.contains('>'))
      return false;
    const bool is_new_sentence = sentence_[at].separator.contains('.') && is_empty_word(word(at));
    if (sentence_[at].is_capital) return !lists(kNoNames, word(at)) && !is_new_sentence;
    const bool particle = lists(kParticles, word(at)) && !lists("and", word(at));
    const bool versus = lists("against versus vs v", word(at));
    const bool joins =
        at + 1 < sentence_.size() && parse_.is_free(at + 1) && sentence_.follows_on(at + 1) &&
        (sentence_[at + 1].is_capital ||
         (lists(kParticles, word(at + 1)) && at + 2 < sentence_.size() && sentence_[at + 2].is_capital));
    return (particle || versus) && joins && !lists("i", word(at + 1)) && first < at;
  }

  // Without capitals only behind a preposition of place or beside a site, and only what nobody knows.
  std::optional<NameMention> lower_name_at(std::size_t at) const {
    if (!is_unknown(at)) return std::nullopt;
    std::size_t end = at + 1;
    while (end < at + 3 && end < sentence_.size() && sentence_.follows_on(end) && is_unknown(end)) ++end;
    const auto before = at > 0 && sentence_.follows_on(at) ? word(at - 1) : string_view();
    const bool is_called =
        lists("name's named", before) || (before == "is" && at > 1 && word(at - 2) == "name");
    const bool led = is_called || lists("in from to near its it's i'm dr", before) || is_arrow_before(at);
    const bool site = lists(kSites, word(end)) && sentence_.follows_on(end);
    const bool paired = word(end) == "to" && end + 1 < sentence_.size() && is_unknown(end + 1);
    const bool bracketed =
        sentence_[at].separator.ends_with('(') && sentence_.behind(end - 1).starts_with(')');
    if (has_capitals_ && !site && !bracketed) return std::nullopt;
    if (!led && !site && !paired && !bracketed && !lists("at for", before)) return std::nullopt;
    if (lists("at for", before) && !site) return std::nullopt;
    if (lists("i'm it's its", before) && !is_introduced(at, end)) return std::nullopt;
    if (before == "to" && at > 1 &&
        lists("allergic sensitive used due similar close next according", word(at - 2)))
      return std::nullopt;
    if ((site && is_of_some_kind(at)) || is_done_to_somebody(at, end)) return std::nullopt;
    NameMention name{.words = {at, end}, .is_lower = true};
    return finished(name);
  }
  // "it's joe riley,", "…, its mike"; but "i'm allergic to …", "its urgent".
  bool is_introduced(std::size_t at, std::size_t end) const {
    if (end < sentence_.size() && sentence_.follows_on(end)) return false;
    const auto only = word(at);
    const bool says_how =
        is_adjective(only) ||
        std::ranges::any_of(std::initializer_list<string_view>{"ing", "ed", "en", "ent", "y", "ate"},
                            [only](string_view ending) { return only.ends_with(ending); });
    return end > at + 1 || (end == sentence_.size() && !says_how);
  }
  // "in a pet friendly hotel": of some kind, with no name; "to meet me": what is done.
  bool is_of_some_kind(std::size_t at) const {
    for (std::size_t back = 1; back <= std::min<std::size_t>(3, at) && sentence_.follows_on(at + 1 - back);
         ++back) {
      if (lists("a an any some another", word(at - back)) || number_at(sentence_, at - back)) return true;
      if (lists(kLeads, word(at - back))) return false;
    }
    return false;
  }
  bool is_done_to_somebody(std::size_t at, std::size_t end) const {
    return at > 0 && word(at - 1) == "to" && end == at + 1 &&
           lists("me us you him them it my our your a an", word(end));
  }
  bool is_unknown(std::size_t at) const {
    return at < sentence_.size() && parse_.is_free(at) && !is_digits(word(at)) && word(at).size() > 2 &&
           !is_common(at) && !parse_.is_of_template(at) && !lists(kLeads, word(at)) && !degree_of(word(at)) &&
           !lists(kSites, word(at)) && !is_everyday_word(word(at)) &&
           !lists(
               "need pls plz thx cheapest asap possible soon rent want wanna hire travel window aisle "
               "nearest closest nearby local located",
               word(at));
  }
  bool is_arrow_before(std::size_t at) const {
    return sentence_[at].separator.contains("->") || sentence_[at].separator.contains("\u2192");
  }

  NameMention finished(NameMention name) const {
    if (name.sign != NameSign::kQuoted) {
      add_region(name);
      add_site(name);
    }
    name.all = name.words;
    if (lists("here speaking", word(name.words.last)) && sentence_.follows_on(name.words.last)) {
      name.sign = NameSign::kCalled;
      name.all.last = name.words.last + 1;
    }
    if (word(name.words.last) == "is" && lists("the my", word(name.words.last + 1)) &&
        word(name.words.last + 2) == "name") {
      name.sign = NameSign::kCalled;
      name.all.last = name.words.last + 3;
    }
    name.stands_apart = !sentence_.follows_on(name.words.first) &&
                        (name.words.last >= sentence_.size() || !sentence_.follows_on(name.words.last));
    if (name.words.last > name.words.first && name.words.first > 0) read_lead(name);
    for (std::size_t at = name.words.first + 1; name.sign == NameSign::kNone && at < name.words.last; ++at) {
      if (lists("against versus vs v", word(at))) name.sign = NameSign::kMatch;
    }
    return name;
  }

  // "Paris, Texas"
  void add_region(NameMention& name) const {
    const std::size_t at = name.words.last;
    if (at >= sentence_.size() || !sentence_[at].separator.starts_with(',') ||
        (!sentence_[at].is_capital && !name.is_lower) || !parse_.is_free(at))
      return;
    if (is_short_region(at) && !(name.words.first > 0 && is_title(word(name.words.first - 1)))) {
      name.words.last = at + 1;
      name.sign = NameSign::kRegion;
      return;
    }
    for (std::size_t words = 3; words > 0; --words) {
      if (at + words > sentence_.size() || !is_region(a2a::text::lower_case(sentence_.span(at, at + words))))
        continue;
      name.words.last = at + words;
      name.sign = NameSign::kRegion;
      return;
    }
  }

  // "Paris, TX": two capitals behind a comma, and then the sentence goes on without a name.
  bool is_short_region(std::size_t at) const {
    const auto written = sentence_.span(at, at + 1);
    return written.size() == 2 && std::ranges::all_of(written, a2a::text::is_upper) &&
           !lists(kNoNames, word(at)) &&
           !(at + 1 < sentence_.size() && sentence_.follows_on(at + 1) && sentence_[at + 1].is_capital);
  }

  void add_site(NameMention& name) const {
    const std::size_t at = name.words.last;
    const bool is_ground = name.words.last - name.words.first > 1 &&
                           (lists(kSites, word(at - 1)) || lists(kStreetTypes, word(at - 1)));
    if (is_ground && name.sign == NameSign::kNone) name.sign = NameSign::kGround;
    if (at >= sentence_.size() || !sentence_.follows_on(at) || sentence_[at].is_capital) return;
    if (lists("central main old new north south east west international bus train railway metro city town "
              "coach "
              "ferry",
              word(at)) &&
        lists("airport station terminal harbour port", word(at + 1)) && sentence_.follows_on(at + 1) &&
        parse_.is_free(at + 1)) {
      name.sign = NameSign::kSite;
      name.words.last = at + 2;
      return;
    }
    const bool branch = lists("branch", word(at));
    if (lists(kSites, word(at))) {
      name.sign = NameSign::kSite;
      if (!branch && lists("airport station terminal harbour port", word(at))) ++name.words.last;
    } else if (lists(kShows, word(at))) {
      name.sign = NameSign::kShow;
    }
  }

  void read_lead(NameMention& name) const {
    std::size_t at = name.words.first;
    if (is_arrow_before(at)) {
      name.lead = "->";
      return;
    }
    if (!sentence_.follows_on(at)) return read_apposition(name);
    if (is_title(word(at - 1))) {
      if (name.sign != NameSign::kCalled)
        name.sign = lists("dr doctor prof professor", word(at - 1)) ? NameSign::kDoctor : NameSign::kTitled;
      name.all.first = --at;
    }
    if (at == 0) return;
    if (is_called(at)) {
      if (name.sign != NameSign::kDoctor) name.sign = NameSign::kCalled;
      name.lead = "is";
      name.all.first = called_from(at);
      return;
    }
    while (at > 0 && lists("the a an my our your this that", word(at - 1)) && parse_.is_free(at - 1) &&
           sentence_.follows_on(at))
      --at;
    if (at > 0 && is_companion(word(at - 1)) && at > 1 && lists("my our", word(at - 2))) {
      name.sign = NameSign::kKin;
      name.lead = at > 2 ? std::string(word(at - 3)) : "";
      name.all.first = at - (at > 2 && word(at - 3) == "for" ? 3 : 2);
      return;
    }
    if (at == 0 || !sentence_.follows_on(at)) return;
    if (!lists(kLeads, word(at - 1))) return;
    name.lead = std::string(word(at - 1));
    name.all.first = at - 1;
    if (name.lead == "of" && at > 1 && word(at - 2) == "out") {
      name.lead = "from";
      name.all.first = at - 2;
    }
    if (lists("in at from", name.lead) && at > 1 &&
        lists("leaving departing starting depart", word(at - 2))) {
      name.lead = "from";
      name.all.first = at - 2;
    }
    if (lists("leaving departing depart ex", name.lead)) name.lead = "from";
    if (lists("reach visit into towards toward arriving", name.lead)) name.lead = "to";
    if (lists("in at", name.lead) && at > 1 && lists("arriving landing arrive", word(at - 2)))
      name.lead = "to";
    if (lists("in", name.lead) && at > 1 && lists("live living based i'm am", word(at - 2)))
      name.lead = "home";
  }

  // "my name is Ada", "it's Ada", "this is Ada", "name's Ada", "under the name of Ada", "called Ada".
  bool is_called(std::size_t at) const {
    const auto before = word(at - 1);
    const auto earlier = at > 1 ? word(at - 2) : string_view();
    if (lists("i'm it's its name's named", before)) return true;
    if (before == "is")
      return lists("name this here surname contact tenant holder organiser organizer", earlier);
    if (before == "am") return earlier == "i";
    if (before == "of") return lists("name behalf", earlier);
    return before == "name" || before == "under" || (before == "called");
  }
  std::size_t called_from(std::size_t at) const {
    std::size_t from = at - 1;
    while (from > 0 && lists("my the name is in under this of and his her it on behalf", word(from - 1)) &&
           parse_.is_free(from - 1) && sentence_.follows_on(from))
      --from;
    return from;
  }

  // "for my father, Karl Binder,"
  void read_apposition(NameMention& name) const {
    const std::size_t at = name.words.first;
    if (name.sign == NameSign::kSite) return;
    const bool is_kin = at > 1 && is_companion(word(at - 1)) && lists("my our his her", word(at - 2)) &&
                        sentence_[at].separator.starts_with(',');
    if (!is_kin) return;
    name.sign = NameSign::kKin;
    name.lead = at > 2 ? std::string(word(at - 3)) : "";
    name.all.first = at - (at > 2 && word(at - 3) == "for" ? 3 : 2);
  }

  const Parse& parse_;
  const Utterance& sentence_;
  bool has_capitals_ = false;
};

}  // namespace

std::vector<NameMention> find_names(const Parse& parse) {
  return NameFinder(parse).find();
}

std::string part_of_name(NamePart part, const std::string& text) {
  const Utterance words(text);
  if (part == NamePart::kWhole || words.size() < 2) return text;
  if (part == NamePart::kFirst) return std::string(words.span(0, 1));
  std::size_t first = words.size() - 1;
  while (first > 1 && !words[first - 1].is_capital) --first;
  return std::string(words.span(first, words.size()));
}

bool is_region(string_view lower_name) {
  return kRegions.contains("," + std::string(lower_name) + ",");
}

}  // namespace schemagate::client_agent
