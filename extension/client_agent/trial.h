// How well a template is understood: sentences with what a careful human would make of them, and what the
// rules make.
//
//   auto trials = read_trials(text);                                // Result<TrialSet>
//   auto result = judge(*trials, trials->cases[0], negotiated.schema, proposal);
//   result.verdict  // right, stopped, missing, or wrong and confident
//
// The form of a set: tests/conformance/requests/README.md. Pure; safe from any thread.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/json/tree.h"
#include "extension/client_agent/mapping.h"

namespace schemagate::client_agent {

// One sentence and what is right for it.
struct Trial {
  std::string id;
  std::string utterance;
  bool action = true;                               // it asks for what the template is for
  a2a::JsonTree payload = a2a::JsonTree::object();  // a key that is absent must not be sent
  bool judges_keys = true;                // false: nothing is said of them, only whether it is a request
  std::vector<std::string> missing = {};  // keys to be asked for
  std::map<std::string, a2a::JsonTree> accept =
      {};  // by key: a list of other values that are as right; null: none
  std::vector<std::string> other_contains = {};  // words that must not vanish
};

struct TrialSet {
  std::string today;                   // YYYY-MM-DD; empty: not said
  std::string template_file;           // where the template is, beside the set; empty: not said
  std::vector<std::string> free_text;  // keys in the speaker's words
  std::vector<Trial> cases;
};

inline constexpr std::size_t kTrialsMax = 10'000;

// A case that says nothing of keys (`payload`, `missing`, `accept`) is about `action` alone. Errors:
// kInvalidParams with the place and what was expected there, members that are not known among them.
a2a::Result<TrialSet> read_trials(std::string_view text);
// Errors: kInvalidParams for a key that the template does not have, with its place.
a2a::Result<void> check_keys(const TrialSet& set, const schema_interaction::SchemaTemplate& schema);

// The later ones are worse.
enum class Verdict { kRight, kStopped, kMissing, kWrong };
std::string_view name(Verdict verdict);

// What is not as it should be with one key. `got` and `wanted` are JSON; empty: nothing.
struct Finding {
  std::string key;
  std::string got;
  std::string wanted;
  Verdict verdict = Verdict::kMissing;
  // The key whose right value `got` is; empty: no other one's.
  std::string taken_from = {};
};

struct TrialResult {
  Verdict verdict = Verdict::kRight;
  std::vector<Finding> findings = {};
  std::string remark = {};  // why it was stopped, or what vanished
};

TrialResult judge(const TrialSet& set, const Trial& trial, const schema_interaction::SchemaTemplate& schema,
                  const Proposal& proposal);

}  // namespace schemagate::client_agent
