#include "extension/evolution/text/words.h"

#include <algorithm>
#include <array>

namespace schemagate::evolution {
namespace {

using std::string_view;

template <std::size_t kSize>
bool is_in(const std::array<string_view, kSize>& sorted, string_view word) {
  return std::ranges::binary_search(sorted, word);
}

// Sorted when the program is built, so that the lists may stand in the order of their meaning.
template <class... Words>
consteval auto sorted(Words... words) {
  std::array<string_view, sizeof...(Words)> all{string_view(words)...};
  std::ranges::sort(all);
  return all;
}

constexpr auto kFunctionWords = sorted(
    "a", "an", "the", "this", "that", "these", "those", "such", "same", "other", "another", "each", "every",
    "any", "some", "all", "both", "either", "neither", "much", "many", "more", "most", "few", "several",
    "lot", "lots", "i", "me", "my", "mine", "myself", "we", "us", "our", "ours", "you", "your", "yours",
    "yourself", "he", "him", "his", "she", "her", "hers", "it", "its", "itself", "they", "them", "their",
    "theirs", "who", "whom", "whose", "which", "what", "when", "where", "why", "how", "am", "is", "are",
    "was", "were", "be", "been", "being", "have", "has", "had", "having", "do", "does", "did", "doing",
    "done", "will", "would", "shall", "should", "can", "could", "may", "might", "must", "ought", "of", "in",
    "on", "at", "by", "for", "with", "about", "against", "between", "into", "through", "during", "before",
    "after", "to", "from", "up", "down", "out", "off", "over", "under", "near", "onto", "upon", "via", "per",
    "within", "along", "across", "around", "as", "than", "and", "or", "but", "if", "because", "so", "while",
    "though", "although", "then", "else", "also", "too", "very", "just", "only", "even", "still", "already",
    "again", "here", "there", "now", "below", "above", "least", "rather", "quite", "really", "well", "etc",
    "ll", "ve", "re", "im", "id", "ive", "s", "d", "m", "t", "gonna", "one", "ones", "something", "anything",
    "someone", "anyone", "somewhere", "anywhere", "there's", "let", "hmm", "um", "uh", "oh", "ah", "er",
    "huh", "hm", "mm");

constexpr auto kPoliteWords =
    sorted("please", "pls", "plz", "thanks", "thank", "thx", "hi", "hello", "hey", "dear", "kindly", "sorry",
           "excuse", "want", "wants", "wanted", "wanting", "wanna", "need", "needs", "needed", "like",
           "likes", "liked", "love", "loves", "prefer", "prefers", "preferred", "preferably", "preference",
           "wish", "wishes", "wishing", "hope", "hoping", "hopefully", "look", "looking", "looks", "try",
           "trying", "get", "gets", "getting", "got", "give", "gives", "make", "makes", "making", "made",
           "take", "takes", "tell", "know", "show", "find", "see", "think", "wonder", "wondering", "ask",
           "asking", "help", "possible", "possibly", "perhaps", "maybe", "sure", "ok", "okay", "yes", "yeah",
           "yep", "ideally", "important", "interested", "mind", "care", "would-be", "request", "requesting",
           "requested", "require", "requires", "required", "able", "appreciate", "appreciated", "ensure",
           "use", "using", "go", "going", "come", "kind", "sort", "bit", "little", "lets", "say", "mean");

constexpr auto kNegations = sorted("no", "not", "never", "without", "none", "nor", "cannot");

constexpr auto kCourtesyWords = sorted(
    "thanks", "thank", "thankyou", "thx", "bye", "goodbye", "cheers", "farewell", "yes", "yeah", "yep", "yup",
    "no", "nope", "nah", "ok", "okay", "sure", "correct", "sounds", "works", "finished", "done", "nothing");

constexpr auto kAnswerWords = sorted("yes", "yeah", "yep", "yup", "no", "nope", "nah", "ok", "okay", "sure",
                                     "absolutely", "definitely");

constexpr auto kSpecialists = std::to_array<string_view>(
    {"ologist", "iatrist", "metrist", "dontist", "therapist", "dentist", "pharmacist", "ician", "surgeon"});

constexpr auto kSmallTalkWords =
    sorted("good", "great", "nice", "lovely", "wonderful", "fine", "perfect", "excellent", "awesome", "cool",
           "fantastic", "right", "exactly", "absolutely", "definitely", "indeed", "day", "ahead", "helping",
           "helpful", "helped", "welcome", "moment", "everything", "enough", "problem", "worries", "far");

constexpr auto kPrepositions =
    sorted("of", "in", "on", "at", "by", "for", "about", "between", "into", "through", "during", "before",
           "after", "to", "from", "over", "under", "near", "onto", "via", "within", "along", "across",
           "around", "behind", "beside", "inside", "outside", "aboard");

constexpr auto kVagueWords =
    sorted("instead", "thing", "things", "stuff", "option", "options", "available", "availability", "include",
           "includes", "included", "including", "offer", "offers", "offered", "offering", "provide",
           "provides", "provided", "provider", "type", "types", "good", "nice", "great", "best", "better",
           "fine", "new", "right", "extra", "special", "particular", "certain", "specific", "choice", "place",
           "people", "person", "way", "put", "set", "keep", "add", "added", "adding", "change", "different",
           "matter", "info", "information", "detail", "details", "allow", "allows", "allowed", "book",
           "booking", "order", "time", "times", "day", "days");

constexpr auto kNumberWords = sorted(
    "zero", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty", "thirty",
    "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "hundred", "thousand", "dozen");

constexpr auto kOrdinalWords =
    sorted("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
           "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth",
           "eighteenth", "nineteenth", "twentieth", "thirtieth");

constexpr auto kWeekdays =
    sorted("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "mondays",
           "tuesdays", "wednesdays", "thursdays", "fridays", "saturdays", "sundays", "mon", "tue", "tues",
           "wed", "thu", "thur", "thurs", "fri");

constexpr auto kMonths = sorted("january", "february", "march", "april", "may", "june", "july", "august",
                                "september", "october", "november", "december", "jan", "feb", "apr", "jun",
                                "jul", "aug", "sep", "sept", "oct", "nov", "dec");

constexpr auto kDayWords = sorted("today", "tomorrow", "tonight", "yesterday");
constexpr auto kTimeWords = sorted("noon", "midnight", "midday", "morning", "mornings", "afternoon",
                                   "afternoons", "evening", "evenings", "oclock");
constexpr auto kCurrencyWords =
    sorted("dollar", "dollars", "buck", "bucks", "euro", "euros", "usd", "eur", "gbp", "chf", "cny", "pound",
           "pounds", "rupee", "rupees", "yen", "yuan", "cent", "cents", "quid");

constexpr auto kQuestionWords =
    sorted("what", "whats", "when", "where", "which", "who", "whose", "why", "how", "is", "are", "was",
           "were", "do", "does", "did", "has", "have", "had", "can", "could", "will", "would", "should",
           "shall", "may", "might", "am", "isn't", "aren't", "don't", "doesn't");
constexpr auto kRequestAuxiliaries = sorted("can", "could", "would", "will");

// What people say of a way from one place to another.
constexpr auto kTravelWords =
    sorted("go", "goes", "going", "come", "comes", "coming", "comeback", "travel", "travels", "traveling",
           "travelling", "fly", "flies", "flying", "flyin", "flyout", "flyback", "flight", "flights", "plane",
           "head", "headed", "heading", "leave", "leaves", "leaving", "depart", "departs", "departing",
           "departure", "arrive", "arrives", "arriving", "arrival", "drive", "driving", "ride", "riding",
           "trip", "journey", "bus", "buses", "train", "trains", "board", "boarding", "start", "starting",
           "return", "returning", "cab", "taxi", "bound");

constexpr auto kAskingWords = sorted("when", "where", "who", "whom", "whose", "why");

struct PhrasalVerbs {
  string_view particle;
  std::span<const string_view> verbs;
};
constexpr std::array<string_view, 8> kWithIn = {"check", "move", "log", "sign", "fly", "drop", "opt", "plug"};
constexpr std::array<string_view, 9> kWithOut = {"check", "move", "log", "sign", "fly",
                                                 "eat",   "take", "opt", "print"};
constexpr std::array<string_view, 8> kWithUp = {"pick",  "sign", "wake", "set",
                                                "clean", "warm", "back", "top"};
constexpr std::array<string_view, 7> kWithOff = {"drop", "take", "switch", "turn", "cut", "log", "pay"};
constexpr std::array<string_view, 4> kWithOn = {"turn", "switch", "carry", "add"};
constexpr std::array<string_view, 6> kWithBack = {"come", "fly", "get", "pay", "call", "send"};
constexpr std::array<string_view, 2> kWithOver = {"stop", "lay"};
constexpr std::array<PhrasalVerbs, 7> kPhrasalVerbs = {{{"in", kWithIn},
                                                        {"out", kWithOut},
                                                        {"up", kWithUp},
                                                        {"off", kWithOff},
                                                        {"on", kWithOn},
                                                        {"back", kWithBack},
                                                        {"over", kWithOver}}};

// "drops", "dropped" and "dropping" of "drop".
bool is_form_of(string_view word, string_view verb) {
  if (!word.starts_with(verb)) return false;
  string_view ending = word.substr(verb.size());
  if (ending.size() > 2 && ending[0] == verb.back()) ending.remove_prefix(1);
  return ending.empty() || ending == "s" || ending == "es" || ending == "ed" || ending == "ing";
}

constexpr auto kMoreWords = sorted("more", "bigger", "larger", "higher", "louder", "brighter", "faster",
                                   "longer", "wider", "stronger", "increase", "increased", "enlarge",
                                   "enlarged", "raise", "boost", "widen", "magnify", "amplify");
constexpr auto kLessWords =
    sorted("less", "smaller", "lower", "quieter", "darker", "slower", "shorter", "narrower", "weaker",
           "decrease", "decreased", "reduce", "reduced", "shrink", "diminish", "lessen");
constexpr auto kMeasureNouns = sorted("size", "volume", "brightness", "contrast", "speed", "height", "width",
                                      "length", "intensity", "strength", "saturation", "sharpness", "opacity",
                                      "thickness", "loudness", "tempo", "zoom", "scale");

constexpr auto kNationalities =
    sorted("african", "american", "arabic", "argentinian", "asian", "austrian", "belgian", "brazilian",
           "british", "cantonese", "caribbean", "chinese", "cuban", "danish", "dutch", "egyptian", "english",
           "ethiopian", "european", "finnish", "french", "german", "greek", "hungarian", "indian",
           "indonesian", "iranian", "irish", "israeli", "italian", "jamaican", "japanese", "korean",
           "lebanese", "malaysian", "mediterranean", "mexican", "moroccan", "nepalese", "nigerian",
           "norwegian", "pakistani", "persian", "peruvian", "polish", "portuguese", "romanian", "russian",
           "scandinavian", "scottish", "sicilian", "spanish", "swedish", "swiss", "syrian", "szechuan",
           "taiwanese", "thai", "tunisian", "turkish", "ukrainian", "vietnamese", "welsh");

constexpr std::array<string_view, 4> kSeats = {"window", "aisle", "middle", "exit"};
constexpr std::array<string_view, 6> kMeals = {"vegetarian", "vegan",       "halal",
                                               "kosher",     "pescatarian", "diabetic"};
constexpr std::array<string_view, 5> kBeds = {"king", "queen", "twin", "single", "double"};
constexpr std::array<string_view, 3> kTables = {"indoor", "outdoor", "patio"};
constexpr std::array<string_view, 6> kViews = {"sea", "ocean", "city", "garden", "mountain", "lake"};
constexpr std::array<string_view, 5> kMilks = {"oat", "soy", "almond", "skim", "whole"};
constexpr std::array<string_view, 8> kPrices = {"cheap",     "cheaper",     "moderate",   "moderately",
                                                "expensive", "inexpensive", "affordable", "high"};
constexpr std::array<string_view, 2> kTransmissions = {"automatic", "manual"};
constexpr std::array<string_view, 5> kAccounts = {"savings", "saving", "checking", "current", "joint"};
constexpr std::array<string_view, 4> kClasses = {"economy", "business", "first", "premium"};
constexpr std::array<string_view, 4> kRooms = {"single", "double", "twin", "triple"};
constexpr std::array<string_view, 6> kCars = {"compact",  "sedan",       "hatchback",
                                              "fullsize", "convertible", "minivan"};
constexpr std::array<string_view, 3> kSizes = {"small", "medium", "large"};
constexpr std::array<string_view, 4> kWines = {"red", "white", "rose", "sparkling"};
constexpr std::array<string_view, 2> kWaters = {"still", "sparkling"};
constexpr std::array<string_view, 4> kEggs = {"scrambled", "fried", "poached", "boiled"};
constexpr std::array<string_view, 14> kFilms = {
    "comedy",  "drama",     "action",      "horror",    "thriller", "romance", "romantic",
    "fantasy", "adventure", "documentary", "animation", "animated", "mystery", "western"};
constexpr std::array<string_view, 10> kMusic = {"rock", "pop",   "jazz",  "classical",  "country",
                                                "folk", "blues", "metal", "electronic", "reggae"};
constexpr std::array<Choice, 27> kChoices = {{{"seat", kSeats},
                                              {"seats", kSeats},
                                              {"meal", kMeals},
                                              {"bed", kBeds},
                                              {"table", kTables},
                                              {"view", kViews},
                                              {"milk", kMilks},
                                              {"price", kPrices},
                                              {"prices", kPrices},
                                              {"priced", kPrices},
                                              {"transmission", kTransmissions},
                                              {"account", kAccounts},
                                              {"class", kClasses},
                                              {"room", kRooms},
                                              {"car", kCars},
                                              {"size", kSizes},
                                              {"wine", kWines},
                                              {"water", kWaters},
                                              {"egg", kEggs},
                                              {"eggs", kEggs},
                                              {"movie", kFilms},
                                              {"movies", kFilms},
                                              {"film", kFilms},
                                              {"films", kFilms},
                                              {"music", kMusic},
                                              {"song", kMusic},
                                              {"songs", kMusic}}};

}  // namespace

bool is_function_word(string_view word) {
  return is_in(kFunctionWords, word);
}
bool is_preposition(string_view word) {
  return is_in(kPrepositions, word);
}
bool is_polite_word(string_view word) {
  return is_in(kPoliteWords, word);
}
bool is_negation(string_view word) {
  return is_in(kNegations, word);
}
bool is_courtesy_word(string_view word) {
  return is_in(kCourtesyWords, word);
}
bool is_small_talk_word(string_view word) {
  return is_in(kSmallTalkWords, word);
}
bool is_vague_word(string_view word) {
  return is_in(kVagueWords, word);
}
bool is_number_word(string_view word) {
  return is_in(kNumberWords, word);
}
bool is_ordinal_word(string_view word) {
  return is_in(kOrdinalWords, word);
}
bool is_weekday(string_view word) {
  return is_in(kWeekdays, word);
}
bool is_month(string_view word) {
  return is_in(kMonths, word);
}
bool is_day_word(string_view word) {
  return is_in(kDayWords, word);
}
bool is_time_word(string_view word) {
  return is_in(kTimeWords, word);
}
bool is_currency_word(string_view word) {
  return is_in(kCurrencyWords, word);
}
bool opens_question(string_view word) {
  return is_in(kQuestionWords, word);
}
bool is_request_auxiliary(string_view word) {
  return is_in(kRequestAuxiliaries, word);
}
bool is_answer_word(string_view word) {
  return is_in(kAnswerWords, word);
}
bool is_specialist(string_view word) {
  return std::ranges::any_of(kSpecialists, [word](string_view ending) { return word.ends_with(ending); });
}
bool asks_for(string_view word) {
  return is_in(kAskingWords, word);
}

bool is_travel_word(string_view word) {
  return is_in(kTravelWords, word);
}

std::string_view named_place(string_view before, string_view preposition) {
  if (preposition == "from" || (before == "out" && preposition == "of")) return "origin";
  if (preposition == "to" || preposition == "into") return "destination";
  const bool there =
      preposition == "in" || preposition == "near" || preposition == "around" || preposition == "within";
  return there ? "location" : "";
}

std::string_view asked_thing(string_view word, string_view next) {
  const bool what = word == "what" || word == "which";
  if (word == "when" || word == "time") return "time";
  if (what && (next == "day" || next == "date")) return "date";
  if (word == "where") return "place";
  if (word == "how" && next == "long") return "duration";
  if (word == "how" && next == "far") return "distance";
  if (word == "how" && next == "much") return "price";
  return {};
}

std::optional<std::string> phrasal_verb(string_view word, string_view particle) {
  const auto row = std::ranges::find(kPhrasalVerbs, particle, &PhrasalVerbs::particle);
  if (row == kPhrasalVerbs.end()) return std::nullopt;
  const auto verb =
      std::ranges::find_if(row->verbs, [word](string_view each) { return is_form_of(word, each); });
  if (verb == row->verbs.end()) return std::nullopt;
  return std::string(*verb) + std::string(particle);
}

bool is_more_word(string_view word) {
  return is_in(kMoreWords, word);
}
bool is_less_word(string_view word) {
  return is_in(kLessWords, word);
}
bool is_nationality(string_view word) {
  return is_in(kNationalities, word);
}
bool is_measure_noun(string_view word) {
  return is_in(kMeasureNouns, word);
}

std::optional<Choice> choice_of(string_view head, string_view kind) {
  for (const Choice& choice : kChoices) {
    if (choice.head == head && std::ranges::find(choice.kinds, kind) != choice.kinds.end()) return choice;
  }
  return std::nullopt;
}

}  // namespace schemagate::evolution
