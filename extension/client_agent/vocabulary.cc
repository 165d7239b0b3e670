#include "extension/client_agent/vocabulary.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "extension/client_agent/stem.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

constexpr string_view kClauseOpeners = "and but also plus then while additionally moreover besides";

constexpr string_view kEmptyWords =
    "a an the this that these those my your our his her its their me i we you he she it us them myself "
    "ourselves "
    "i'd i'll i'm i've we'd we'll we're we've let's it's that's there's here's you'd who which what "
    "is are am be been being was were do does did done will would should could can may might must shall "
    "want wants wanted need needs needed prefer preferred like love wish hope hoping looking look looks help "
    "please kindly thanks thank cheers hi hello hey dear ok okay well so just too as both fine good great "
    "time kind everything else rather yes all send take home stay stays "
    "and or but also plus then while additionally moreover besides if possible ideally preferably maybe "
    "perhaps "
    "possibly get getting give have has had got having add adding include including apply applying order buy "
    "find "
    "sure some any only something anything there here "
    "for from to in on at of with by into onto up about";

constexpr string_view kLightWords =
    "make makes making made turn turning switch set setting keep keeping put use using let try go going come "
    "coming "
    "do take taking enable disable activate travel travelling traveling leave leaving depart departing "
    "arrive "
    "arriving head heading start starting see trip journey level";

constexpr string_view kNegations =
    "no not don't dont without never none neither nor skip avoid off disable doesn't didn't won't isn't "
    "shouldn't needn't wouldn't couldn't wasn't aren't weren't hasn't haven't mustn't "
    "cannot can't remove nothing";

constexpr string_view kEverydayWords =
    "first second last none no any all other default normal standard regular high low cool warm cold hot "
    "light dark "
    "open free new old small large on off yes best box bar post family single double";

constexpr string_view kCompanions =
    "wife husband partner girlfriend boyfriend fiance fiancee spouse son daughter mother father mom mum dad "
    "brother "
    "sister friend colleague coworker boss assistant grandmother grandfather baby kid child toddler infant "
    "granny grandma grandpa grandad granddad gran nan grandson granddaughter aunt uncle cousin nephew niece "
    "stepson stepdaughter";

constexpr string_view kReasons = "because since cuz";

constexpr string_view kOccasions =
    "wedding birthday conference meeting interview holiday holidays vacation honeymoon anniversary party "
    "trip journey "
    "exam funeral graduation visit";

// In each line the first word stands for the rest.
constexpr std::array kThesaurus = {
    string_view("flight fly flies flying flew flown"),
    string_view("book booking reserve reservation"),
    string_view("person people passenger adult traveller traveler guest pax pers ppl folks"),
    string_view("child children kid infant baby toddler minor"),
    string_view("vehicle car"),
    string_view("ticket tix"),
    string_view("parcel package packet box"),
    string_view("taxi cab"),
    string_view("fragile breakable delicate"),
    string_view("pension retirement"),
    string_view("loan borrow"),
    string_view("fridge refrigerator"),
    string_view("tv television telly"),
    string_view("appointment consultation"),
    string_view("come visit"),
    string_view("tooth teeth"),
    string_view("bring brought"),
    string_view("send sent"),
    string_view("tell told"),
    string_view("wear wore worn"),
    string_view("steal stole stolen"),
    string_view("buy bought"),
    string_view("lose lost"),
    string_view("enlarge enlargement big bigger large larger huge widen magnify"),
    string_view("bag suitcase case luggage baggage"),
    string_view("outside outdoor outdoors alfresco terrace"),
    string_view("colour color dye dyed tint"),
    string_view("senior pensioner oap"),
    string_view("student pupil"),
    string_view("remove erase delete"),
    string_view("bicycle bike"),
    string_view("sofa couch settee"),
    string_view("flat apartment"),
    string_view("lift elevator"),
    string_view("film movie"),
    string_view("tyre tire"),
    string_view("rubbish trash garbage"),
    string_view("wardrobe closet"),
    string_view("cooker stove hob"),
    string_view("motorbike motorcycle"),
    string_view("pushchair pram stroller buggy"),
    string_view("cellar basement"),
    string_view("hoover vacuum"),
};

// The first words are the kind, those behind the colon are of it.
constexpr std::array kKindsOf = {
    string_view("pet animal: dog dogs cat cats puppy kitten rabbit rabbits hamster parrot bird birds poodle "
                "labrador spaniel terrier budgie tortoise"),
    string_view("child children kid: baby toddler infant newborn"),
    string_view("luggage bag: suitcase suitcases backpack rucksack holdall trolley"),
    string_view("allergy: nuts gluten lactose peanuts"),
    string_view("fragile breakable: glass glassware china porcelain ceramics crockery"),
};

struct Degree {
  double share;
  string_view words;
};
constexpr std::array kDegrees = {
    Degree{0.1, "minimal minimum barely faint faintly"},
    Degree{0.3,
           "light lightly slight slightly little bit subtle subtly gentle gently mild mildly tad low softly"},
    Degree{0.5, "medium moderate moderately normal average half mid"},
    Degree{
        0.9,
        "strong strongly heavy heavily very really lot much intense intensely significantly high hard super"},
    Degree{1.0, "max maximum maximal full fully completely totally extreme extremely entirely"},
};

std::map<std::string, string_view> stems_of_groups() {
  std::map<std::string, string_view> stems;
  for (string_view group : kThesaurus) {
    const auto first = group.substr(0, group.find(' '));
    for (string_view rest = group; !rest.empty();) {
      const auto end = std::min(rest.find(' '), rest.size());
      stems.emplace(stem_of(rest.substr(0, end)), first);
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return stems;
}

}  // namespace

bool opens_clause(string_view word) {
  return lists(kClauseOpeners, word);
}

bool is_empty_word(string_view word) {
  return lists(kEmptyWords, word);
}

bool is_light_word(string_view word) {
  return lists(kLightWords, word);
}

bool is_negation(string_view word) {
  return lists(kNegations, word);
}

bool is_everyday_word(string_view word) {
  return lists(kEverydayWords, word);
}

bool is_companion(string_view word) {
  return lists(kCompanions, word);
}

bool opens_reason(string_view word) {
  return lists(kReasons, word);
}

bool names_sort(string_view word) {
  return lists("genre cuisine category type kind sort style classification", word);
}

bool is_occasion(string_view word) {
  return lists(kOccasions, word);
}

bool is_of_time_or_measure(string_view word) {
  return lists(
      "night nights day days week weeks month months hour hours minute minutes am pm o'clock year years euro "
      "euros eur "
      "dollars pounds percent kg kilo kilos km star stars",
      word);
}

string_view word_in_thesaurus(string_view word) {
  static const std::map<std::string, string_view> kStems = stems_of_groups();
  const auto found = kStems.find(stem_of(word));
  return found == kStems.end() ? string_view() : found->second;
}

std::string words_of_thesaurus() {
  std::string words;
  for (string_view group : kThesaurus) words += std::string(group) + " ";
  return words;
}

bool is_kind_of(string_view word, string_view meaning) {
  return std::ranges::any_of(kKindsOf, [&](string_view line) {
    const auto colon = line.find(':');
    bool is_kind = false;
    for (string_view kinds = line.substr(0, colon); !kinds.empty();) {
      const auto end = std::min(kinds.find(' '), kinds.size());
      is_kind = is_kind || stem_of(kinds.substr(0, end)) == meaning;
      kinds.remove_prefix(std::min(end + 1, kinds.size()));
    }
    return is_kind && lists(line.substr(colon + 1), word);
  });
}

std::optional<double> degree_of(string_view word) {
  for (const auto& [share, words] : kDegrees) {
    if (lists(words, word)) return share;
  }
  return std::nullopt;
}

}  // namespace schemagate::client_agent
