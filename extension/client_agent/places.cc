#include "extension/client_agent/places.h"

#include <algorithm>
#include <array>

#include "a2a/text/ascii.h"
#include "extension/client_agent/vocabulary.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

struct Row {
  string_view name;  // lower case
  string_view code;
};

constexpr std::array kAirports = {Row{"abu dhabi", "AUH"},
                                  Row{"amsterdam", "AMS"},
                                  Row{"athens", "ATH"},
                                  Row{"atlanta", "ATL"},
                                  Row{"auckland", "AKL"},
                                  Row{"bangkok", "BKK"},
                                  Row{"barcelona", "BCN"},
                                  Row{"beijing", "PEK"},
                                  Row{"beijing capital", "PEK"},
                                  Row{"beijing daxing", "PKX"},
                                  Row{"berlin", "BER"},
                                  Row{"bogota", "BOG"},
                                  Row{"boston", "BOS"},
                                  Row{"brussels", "BRU"},
                                  Row{"budapest", "BUD"},
                                  Row{"buenos aires", "EZE"},
                                  Row{"cairo", "CAI"},
                                  Row{"cape town", "CPT"},
                                  Row{"changsha", "CSX"},
                                  Row{"charles de gaulle", "CDG"},
                                  Row{"chengdu", "CTU"},
                                  Row{"chicago", "ORD"},
                                  Row{"chongqing", "CKG"},
                                  Row{"copenhagen", "CPH"},
                                  Row{"dalian", "DLC"},
                                  Row{"dallas", "DFW"},
                                  Row{"daxing", "PKX"},
                                  Row{"delhi", "DEL"},
                                  Row{"denver", "DEN"},
                                  Row{"detroit", "DTW"},
                                  Row{"doha", "DOH"},
                                  Row{"dubai", "DXB"},
                                  Row{"dublin", "DUB"},
                                  Row{"edinburgh", "EDI"},
                                  Row{"frankfurt", "FRA"},
                                  Row{"fuzhou", "FOC"},
                                  Row{"gatwick", "LGW"},
                                  Row{"geneva", "GVA"},
                                  Row{"guangzhou", "CAN"},
                                  Row{"guilin", "KWL"},
                                  Row{"haikou", "HAK"},
                                  Row{"hamburg", "HAM"},
                                  Row{"haneda", "HND"},
                                  Row{"hangzhou", "HGH"},
                                  Row{"hanoi", "HAN"},
                                  Row{"harbin", "HRB"},
                                  Row{"heathrow", "LHR"},
                                  Row{"helsinki", "HEL"},
                                  Row{"ho chi minh city", "SGN"},
                                  Row{"hong kong", "HKG"},
                                  Row{"hongqiao", "SHA"},
                                  Row{"honolulu", "HNL"},
                                  Row{"houston", "IAH"},
                                  Row{"istanbul", "IST"},
                                  Row{"jakarta", "CGK"},
                                  Row{"johannesburg", "JNB"},
                                  Row{"kuala lumpur", "KUL"},
                                  Row{"kunming", "KMG"},
                                  Row{"kyoto", "KIX"},
                                  Row{"las vegas", "LAS"},
                                  Row{"lhasa", "LXA"},
                                  Row{"lima", "LIM"},
                                  Row{"lisbon", "LIS"},
                                  Row{"london", "LHR"},
                                  Row{"los angeles", "LAX"},
                                  Row{"lyon", "LYS"},
                                  Row{"macau", "MFM"},
                                  Row{"madrid", "MAD"},
                                  Row{"manchester", "MAN"},
                                  Row{"manila", "MNL"},
                                  Row{"melbourne", "MEL"},
                                  Row{"mexico city", "MEX"},
                                  Row{"miami", "MIA"},
                                  Row{"milan", "MXP"},
                                  Row{"montreal", "YUL"},
                                  Row{"moscow", "SVO"},
                                  Row{"mumbai", "BOM"},
                                  Row{"munich", "MUC"},
                                  Row{"nairobi", "NBO"},
                                  Row{"nanjing", "NKG"},
                                  Row{"narita", "NRT"},
                                  Row{"new delhi", "DEL"},
                                  Row{"new york", "JFK"},
                                  Row{"new york city", "JFK"},
                                  Row{"newark", "EWR"},
                                  Row{"nice", "NCE"},
                                  Row{"ningbo", "NGB"},
                                  Row{"osaka", "KIX"},
                                  Row{"oslo", "OSL"},
                                  Row{"paris", "CDG"},
                                  Row{"philadelphia", "PHL"},
                                  Row{"phuket", "HKT"},
                                  Row{"prague", "PRG"},
                                  Row{"pudong", "PVG"},
                                  Row{"qingdao", "TAO"},
                                  Row{"rio de janeiro", "GIG"},
                                  Row{"rome", "FCO"},
                                  Row{"san diego", "SAN"},
                                  Row{"san francisco", "SFO"},
                                  Row{"sanya", "SYX"},
                                  Row{"santiago", "SCL"},
                                  Row{"sao paulo", "GRU"},
                                  Row{"seattle", "SEA"},
                                  Row{"seoul", "ICN"},
                                  Row{"shanghai", "SHA"},
                                  Row{"shanghai hongqiao", "SHA"},
                                  Row{"shanghai pudong", "PVG"},
                                  Row{"shenyang", "SHE"},
                                  Row{"shenzhen", "SZX"},
                                  Row{"singapore", "SIN"},
                                  Row{"stockholm", "ARN"},
                                  Row{"sydney", "SYD"},
                                  Row{"taipei", "TPE"},
                                  Row{"tel aviv", "TLV"},
                                  Row{"tianjin", "TSN"},
                                  Row{"tokyo", "HND"},
                                  Row{"toronto", "YYZ"},
                                  Row{"urumqi", "URC"},
                                  Row{"vancouver", "YVR"},
                                  Row{"venice", "VCE"},
                                  Row{"vienna", "VIE"},
                                  Row{"warsaw", "WAW"},
                                  Row{"washington", "IAD"},
                                  Row{"wuhan", "WUH"},
                                  Row{"xiamen", "XMN"},
                                  Row{"xi'an", "XIY"},
                                  Row{"xian", "XIY"},
                                  Row{"zhengzhou", "CGO"},
                                  Row{"zurich", "ZRH"}};

constexpr std::size_t kNameWordsMax = 4;

// "new york" as "New York".
std::string as_name(std::string text) {
  bool begins = true;
  for (char& c : text) {
    if (begins) c = a2a::text::upper(c);
    begins = c == ' ';
  }
  return text;
}

bool is_in_capitals(string_view text) {
  return text.size() == 3 && std::ranges::all_of(text, a2a::text::is_upper);
}

class PlaceFinder {
 public:
  PlaceFinder(const Utterance& utterance, const std::vector<bool>& taken)
      : sentence_(utterance), taken_(taken) {}

  std::vector<PlaceMention> find() {
    for (std::size_t at = 0; at < sentence_.size();) {
      const auto place = taken_[at] ? std::nullopt : mention_at(at);
      if (place) mentions_.push_back(*place);
      at = place ? place->last : at + 1;
    }
    pair_up();
    return mentions_;
  }

 private:
  std::optional<PlaceMention> mention_at(std::size_t at) const {
    const auto [direction, cue_words, confidence] = direction_at(at);
    std::size_t begin = at + cue_words;
    if (cue_words > 0 && sentence_.text(begin) == "the") ++begin;
    auto place = known_at(begin);
    if (!place && direction != Direction::kUnsaid && confidence > 0.9) place = named_at(begin);
    if (!place) return std::nullopt;
    place->confidence = std::min(place->confidence, confidence);
    place->cue = at;
    place->direction = direction;
    return place;
  }

  struct Cue {
    Direction direction = Direction::kUnsaid;
    std::size_t words = 0;
    double confidence = 0.95;
  };

  Cue direction_at(std::size_t at) const {
    const auto word = sentence_.text(at);
    const auto next = sentence_.text(at + 1);
    if (word == "from" || word == "ex") return {Direction::kFrom, 1};
    if (word == "out" && next == "of") return {Direction::kFrom, 2};
    if (word == "starting" || word == "departing" || word == "leaving") {
      const bool joined = next == "from" || next == "in" || next == "at" || next == "out";
      return {Direction::kFrom, next == "out" ? 3UL : joined ? 2UL : 1UL};
    }
    if (word == "to" || word == "into" || word == "towards" || word == "toward") return {Direction::kTo, 1};
    if ((word == "arriving" || word == "landing") && (next == "in" || next == "at"))
      return {Direction::kTo, 2};
    const auto before = at > 0 ? sentence_.text(at - 1) : string_view();
    const bool is_home =
        before == "live" || before == "living" || before == "based" || before == "i'm" || before == "am";
    if (word == "in") return {is_home ? Direction::kFrom : Direction::kTo, 1, 0.75};
    if (word == "visit" || word == "reach") return {Direction::kTo, 1};
    return {};
  }

  bool is_free(std::size_t first, std::size_t last) const {
    if (last > sentence_.size()) return false;
    for (std::size_t at = first; at < last; ++at) {
      if (taken_[at] || sentence_[at].clause != sentence_[first].clause) return false;
    }
    return first < last;
  }

  // The longest name of the table, or a code in capitals.
  std::optional<PlaceMention> known_at(std::size_t at) const {
    for (std::size_t words = kNameWordsMax; words > 0; --words) {
      if (!is_free(at, at + words)) continue;
      const auto code = airport_code(sentence_.span(at, at + words));
      // "nice" and the like are places only when they are written as names.
      if (!code.empty() && (sentence_[at].is_capital || !is_everyday(sentence_.text(at))))
        return place(at, words, code);
    }
    if (!is_free(at, at + 1)) return std::nullopt;
    const auto written = sentence_.span(at, at + 1);
    const auto code = is_in_capitals(written) ? code_of_capitals(written) : string_view();
    return code.empty() ? std::nullopt : std::optional(place(at, 1, code));
  }

  static bool is_everyday(string_view word) { return word == "nice"; }

  static string_view code_of_capitals(string_view written) {
    const auto row = std::ranges::find(kAirports, written, &Row::code);
    return row == kAirports.end() ? string_view() : row->code;
  }

  PlaceMention place(std::size_t at, std::size_t words, string_view code) const {
    std::string name(sentence_.span(at, at + words));
    if (!sentence_[at].is_capital) name = as_name(std::move(name));
    return {at, at + words, at, Direction::kUnsaid, std::move(name), code, 0.95};
  }

  // Words with a capital, or three capitals: a name that the table does not have.
  std::optional<PlaceMention> named_at(std::size_t at) const {
    std::size_t last = at;
    while (last < at + kNameWordsMax && is_free(at, last + 1) && sentence_[last].is_capital &&
           sentence_.text(last) != "i") {
      ++last;
    }
    if (last == at) return std::nullopt;
    PlaceMention found = place(at, last - at, {});
    found.confidence = is_in_capitals(found.name) ? 0.85 : 0.7;
    return found;
  }

  // "A to B" and "A-B" and "between A and B": the direction of what has none itself.
  void pair_up() {
    for (std::size_t i = 0; i + 1 < mentions_.size(); ++i) {
      auto& one = mentions_[i];
      auto& other = mentions_[i + 1];
      if (one.direction == Direction::kUnsaid && other.direction == Direction::kTo && one.last == other.cue) {
        one.direction = Direction::kFrom;
      }
      const bool unsaid = one.direction == Direction::kUnsaid && other.direction == Direction::kUnsaid;
      if (!unsaid) continue;
      const bool between = one.first > 0 && sentence_.text(one.first - 1) == "between" &&
                           sentence_.text(one.last) == "and" && one.last + 1 == other.first;
      if (!between && one.last != other.first) continue;
      one.direction = Direction::kFrom;
      other.direction = Direction::kTo;
      if (between) one.cue = one.first - 1;
      other.cue = one.last;
      if (!between && sentence_[other.first].separator.empty()) one.confidence = other.confidence = 0.75;
    }
  }

  const Utterance& sentence_;
  const std::vector<bool>& taken_;
  std::vector<PlaceMention> mentions_;
};

}  // namespace

string_view airport_code(string_view place) {
  const auto row = std::ranges::find(kAirports, a2a::text::lower_case(place), &Row::name);
  return row == kAirports.end() ? string_view() : row->code;
}

std::vector<PlaceMention> find_places(const Utterance& utterance, const std::vector<bool>& taken) {
  return PlaceFinder(utterance, taken).find();
}

}  // namespace schemagate::client_agent
