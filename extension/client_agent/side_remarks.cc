#include "extension/client_agent/side_remarks.h"

#include <algorithm>
#include <optional>

#include "extension/client_agent/intent.h"
#include "extension/client_agent/intent_words.h"
#include "extension/client_agent/leftover_words.h"
#include "extension/client_agent/vocabulary.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

// A sentence with one of these speaks of the request.
constexpr string_view kOfRequest =
    "please pls could can would should must will wish hoping wondering thinking planning going trying name "
    "named called "
    "now today tomorrow tonight never before already first new still but "
    "booked ordered i'd we'd i'll we'll";
// What has been, wherever it stands.
constexpr string_view kPast =
    "was were had went came paid stayed called met bought saw took gave ate flew drove used ago";
constexpr string_view kTelling =
    "lives works says thinks loves hates knows told said recommended suggested mentioned recommends swears";
constexpr string_view kOthers =
    "boss neighbour neighbor neighbours neighbors friends parents family manager doctor";

class RemarkReader {
 public:
  RemarkReader(const Utterance& sentence, bool looks_back) : sentence_(sentence), looks_back_(looks_back) {}

  std::vector<SideRemark> read() const {
    std::vector<SideRemark> remarks;
    for (std::size_t at = 0; at < sentence_.size();) {
      std::size_t end = at + 1;
      while (end < sentence_.size() && !begins_part(end)) ++end;
      const bool is_all = at == 0 && end == sentence_.size();
      if (const auto aside = is_all ? std::nullopt : aside_of({at, end}))
        remarks.push_back({{at, end}, *aside});
      at = end;
    }
    return remarks;
  }

 private:
  string_view word(std::size_t at) const { return sentence_.text(at); }
  bool has(Span words, string_view list) const {
    for (std::size_t at = words.first; at < words.last; ++at) {
      if (lists(list, word(at))) return true;
    }
    return false;
  }

  // ", and my sister …", ", so …"
  bool begins_part(std::size_t at) const {
    if (sentence_[at].sentence != sentence_[at - 1].sentence) return true;
    if (sentence_.follows_on(at)) return false;
    if (word(at) == "last" && lists("was were", word(at + 2))) return true;
    if (lists("and but", word(at)) && word(at + 1) == "the" && word(at + 2) == "weather") return true;
    if (lists("the our", word(at)) && is_of_last_one(at)) return true;
    return word(at) == "so" || (lists("and but because as", word(at)) &&
                                lists("my our we i last it's its he she they", word(at + 1)));
  }

  // "the projector in the last one was broken"
  bool is_of_last_one(std::size_t at) const {
    for (std::size_t next = at + 1; next + 2 < std::min(sentence_.size(), at + 7); ++next) {
      if (word(next) == "last" && lists("one time", word(next + 1)) && lists("was were had", word(next + 2)))
        return true;
    }
    return false;
  }

  std::optional<Aside> aside_of(Span words) const {
    if (sentence_.behind(words.last - 1).contains('?') || words.last - words.first < 4) return std::nullopt;
    while (lists("so and but because as oh well ah also", word(words.first))) ++words.first;
    if (is_of_somebody(words) || is_of_weather(words) || is_of_last_one(words.first)) return Aside::kTold;
    if (is_of_asking(words) || is_last_time(words)) return Aside::kPast;
    if (has(words, kWants) || has(words, kOfRequest) || has(words, kCorrections)) return std::nullopt;
    if (is_of_occasion(words) || (!looks_back_ && is_past(words))) return Aside::kPast;
    return std::nullopt;
  }

  // "My sister lives in Oslo", "My boss Mr Kent will be pleased"
  bool is_of_somebody(Span words) const {
    const bool has_subject = lists("my our", word(words.first)) &&
                             (is_companion(word(words.first + 1)) || lists(kOthers, word(words.first + 1)));
    for (std::size_t at = words.first + 2; has_subject && at < std::min(words.last, words.first + 6); ++at) {
      const bool hopes = word(at) == "will" && word(at + 1) == "be" &&
                         lists("pleased happy glad grateful delighted thrilled", word(at + 2));
      const bool travels = lists("went flew drove moved travelled", word(at)) && word(at + 1) == "to" &&
                           at + 2 < words.last && sentence_[at + 2].is_capital;
      const bool owns = lists("has have", word(at)) && lists(kOthers, word(words.first + 1));
      if (hopes || travels || owns || lists(kTelling, word(at))) return true;
      if (!sentence_[at].is_capital) return false;
    }
    return false;
  }

  // "The weather is lovely today"
  bool is_of_weather(Span words) const {
    return lists("the our", word(words.first)) && word(words.first + 1) == "weather" &&
           lists("is was has looks", word(words.first + 2));
  }
  // "I've been trying since Monday": of the asking itself.
  bool is_of_asking(Span words) const {
    const bool has_been = (lists("i've we've", word(words.first)) && word(words.first + 1) == "been") ||
                          (lists("i we", word(words.first)) && word(words.first + 1) == "have" &&
                           word(words.first + 2) == "been");
    return has_been && has({words.first, std::min(words.last, words.first + 4)},
                           "trying waiting calling ringing asking wondering");
  }
  // "Last time we paid 45 euros"
  bool is_last_time(Span words) const {
    return word(words.first) == "last" && word(words.first + 1) == "time" && !has(words, kWants) &&
           !has(words, "please same again");
  }

  // "It's my 40th birthday on Sunday"
  bool is_of_occasion(Span words) const {
    if (!lists("it's its it", word(words.first))) return false;
    for (std::size_t at = words.first + 1; at < words.last; ++at) {
      if (is_occasion(word(at))) return has({words.first, at}, "my our");
    }
    return false;
  }

  // "Last time we paid 45 euros", "my flight from Porto was cancelled"
  bool is_past(Span words) const {
    const bool is_told = lists("i we he she they my our", word(words.first));
    const bool is_last =
        word(words.first) == "last" && (lists("time year month week summer winter", word(words.first + 1)) ||
                                        lists("was were", word(words.first + 2)));
    if (is_request_verb(word(words.first)) || !(is_told || is_last)) return false;
    return is_last || (!names_somebody(words) && has_past(words));
  }

  // "my son Leon Fischer had …": may be whom it is for.
  bool names_somebody(Span words) const {
    return lists("my our", word(words.first)) && is_companion(word(words.first + 1)) &&
           words.first + 2 < words.last && sentence_[words.first + 2].is_capital;
  }
  // "paid", "had", but not "has had".
  bool has_past(Span words) const {
    for (std::size_t at = words.first + 1; at < words.last; ++at) {
      if (lists(kPast, word(at)) && !lists("has have had i've we've he's she's", word(at - 1))) return true;
    }
    return false;
  }

  const Utterance& sentence_;
  bool looks_back_;
};

}  // namespace

std::vector<SideRemark> side_remarks(const Utterance& sentence, bool looks_back) {
  return RemarkReader(sentence, looks_back).read();
}

}  // namespace schemagate::client_agent
