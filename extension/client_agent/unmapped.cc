#include "extension/client_agent/unmapped.h"

#include <algorithm>
#include <optional>
#include <set>

#include "a2a/text/ascii.h"
#include "extension/client_agent/numbers.h"
#include "extension/client_agent/vocabulary.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

// A phrase as what it is about and how strong it is.
struct Sense {
  std::set<std::string> meanings;
  std::set<double> degrees;
  bool has_number = false;
  bool is_negated = false;
  bool operator==(const Sense&) const = default;
};

Sense sense_of(std::string_view text) {
  const Utterance phrase(text);
  Sense sense;
  for (std::size_t at = 0; at < phrase.size(); ++at) {
    const auto word = phrase.text(at);
    if (const auto degree = degree_of(word)) {
      sense.degrees.insert(*degree);
    } else if (number_at(phrase, at) || share_at(phrase, at)) {
      sense.has_number = true;
    } else if (is_negation(word)) {
      sense.is_negated = true;
    } else if (!is_empty_word(word) && !is_light_word(word)) {
      sense.meanings.insert(phrase[at].meaning);
    }
  }
  return sense;
}

// The same request: an example may be milder than what is asked for without a word of strength.
bool says_the_same(const Sense& request, Sense example) {
  if (request.degrees.empty()) example.degrees.clear();
  return !request.meanings.empty() && request == example;
}

bool is_strippable(const Parse& parse, std::size_t at) {
  const auto word = parse.sentence().text(at);
  return (is_empty_word(word) || parse.is_of_scenario(at)) && !is_negation(word);
}

// At the end a word of the scenario stays where it completes a request: "direct flight", but "meal on the
// flight".
bool is_strippable_at_end(const Parse& parse, std::size_t at) {
  const bool completes =
      parse.is_of_scenario(at) && at > 0 && parse.is_free(at - 1) && parse.is_content(at - 1);
  return (is_strippable(parse, at) || parse.sentence().text(at) == "one") && !completes;
}

// As it was said, but for the capital that begins a sentence.
std::string written(const Parse& parse, Span words) {
  std::string text = parse.text(words);
  const auto& first = parse.sentence()[words.first];
  const bool begins = words.first == 0 || first.separator.find_first_of(".!?\n") != std::string_view::npos;
  const bool is_name = text.size() > 1 && a2a::text::is_upper(text[1]);
  if (begins && first.is_capital && !is_name) text[0] = a2a::text::lower(text[0]);
  return text;
}

// "for my sister's wedding", "because I get sick".
bool is_reason(const Parse& parse, Span core) {
  const auto& sentence = parse.sentence();
  const Span clause = parse.clause_of(core.first);
  const bool led =
      core.first > 0 && lists("for to my our your his her the a an", sentence.text(core.first - 1));
  const bool modifies = sentence.follows_on(core.last) && !parse.is_free(core.last);
  return (led && !modifies && is_occasion(sentence.text(core.last - 1))) ||
         opens_reason(sentence.text(clause.first));
}

// "as soon as possible": its words say nothing each, but all of them do.
bool says_soon(const Parse& parse, std::size_t at) {
  const auto& sentence = parse.sentence();
  return sentence.text(at) == "as" && sentence.text(at + 1) == "soon" && sentence.text(at + 2) == "as";
}

// A number that no key has taken: what it counts may have been.
bool counts(const Parse& parse, std::size_t at) {
  const auto number = number_at(parse.sentence(), at);
  return number && number->value != 1;
}

std::optional<Span> core_of(const Parse& parse, Span run) {
  bool says_something = false;
  for (std::size_t at = run.first; at < run.last; ++at)
    says_something = says_something || parse.is_content(at) || counts(parse, at);
  if (!says_something) return std::nullopt;
  while (run.first < run.last && is_strippable(parse, run.first) && !says_soon(parse, run.first)) ++run.first;
  while (run.last > run.first && is_strippable_at_end(parse, run.last - 1) && !says_soon(parse, run.last - 4))
    --run.last;
  return is_reason(parse, run) ? std::nullopt : std::optional(run);
}

std::vector<Span> free_runs(const Parse& parse) {
  std::vector<Span> runs;
  for (std::size_t at = 0; at < parse.sentence().size(); ++at) {
    if (!parse.is_free(at)) continue;
    const bool goes_on = !runs.empty() && runs.back().last == at && parse.are_in_one_clause(at - 1, at);
    if (goes_on) {
      ++runs.back().last;
    } else {
      runs.push_back({at, at + 1});
    }
  }
  return runs;
}

}  // namespace

std::vector<std::string> unmapped_requests(const Parse& parse, const std::vector<Example>& examples) {
  std::vector<std::string> requests;
  for (Span run : free_runs(parse)) {
    const auto core = core_of(parse, run);
    if (!core) continue;
    std::string request = written(parse, *core);
    const Sense sense = sense_of(request);
    const auto example = std::ranges::find_if(
        examples, [&sense](const Example& each) { return says_the_same(sense, sense_of(each.phrase)); });
    if (example != examples.end()) request = example->target;
    if (std::ranges::find(requests, request) == requests.end()) requests.push_back(std::move(request));
  }
  return requests;
}

}  // namespace schemagate::client_agent
