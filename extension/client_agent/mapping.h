// From a sentence to a payload (section 3.2, step 4, and section 6.1 of the structured-data draft): the
// values that the mappers and the command line share.
//
//   auto mapping = mapper.map(negotiated, {"two tickets to Rome", today});
//   const Proposal proposal = propose(negotiated, *std::move(mapping));
//   if (proposal.is_complete() && check_payload(negotiated, proposal.payload))
//     send(payload_envelope(negotiated, proposal));
//
// All types are values that own their texts. Functions are pure and safe from any thread.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/client/failure.h"
#include "a2a/json/tree.h"
#include "extension/json_schema/validator.h"
#include "extension/schema_interaction/schema_template.h"

namespace schemagate::client_agent {

// What a payload is made for: the result of a negotiation (negotiation.h).
struct NegotiatedSchema {
  NegotiatedSchema(schema_interaction::SchemaTemplate made_of, std::string payload_schema);

  schema_interaction::SchemaTemplate schema;
  std::string json_schema;  // of the payload
  // `json_schema` compiled, once for all payloads; or why it cannot be.
  a2a::Result<json_schema::Validator, json_schema::SchemaProblem> validator;
};

// What the user asks for, in plain words, and the day that "tomorrow" counts from.
struct Request {
  std::string utterance;
  std::chrono::sys_days today;
};

// One key with the value that a mapper gives it.
struct MappedKey {
  std::string name;
  std::string value;      // JSON
  double confidence = 0;  // 0 to 1
  std::string evidence;   // the words of the sentence that say so; empty: none do
  bool operator==(const MappedKey&) const = default;
};

// Whether a sentence asks for what the template is for, and if not, what it does instead.
enum class Purpose {
  kRequest,
  kRefusal,       // "Do not book a flight"
  kCancellation,  // "Cancel my booking", and changes of what was ordered before
  kQuestion,      // "What does a suite cost?"
  kPast,          // "I was there last month"
  kPossibility,   // "I might need a room some day", "If I came later, …"
  kStatement,     // "The weather in Rome is lovely"
  kOtherMatter,   // asks for something that the template is not about
  kUnclear,       // asks for something, but words are left over that leave the rest in doubt
};

// The purpose of a sentence and the words that show it.
struct Intent {
  Purpose purpose = Purpose::kRequest;
  std::string evidence;  // words of the sentence; may be empty

  bool is_request() const { return purpose == Purpose::kRequest; }
  bool operator==(const Intent&) const = default;
};

// Why nothing is sent, as half a sentence for the user: `the sentence asks a question ("How much")`. Empty
// for a request.
std::string reason_not_to_act(const Intent& intent);

// Words that were heard and may be meant for a key, but not certainly enough: "heard 'Paris', not sure it is
// the city". The key gets neither a value nor its default.
struct HeardFor {
  std::string key;
  std::string words;  // of the sentence
  std::string why;    // "beyond 1 to 9", "two dates are as likely"; may be empty
  bool operator==(const HeardFor&) const = default;
};

// What a mapper made of a sentence. Nothing in it has been checked yet.
struct Mapping {
  std::vector<MappedKey> keys;     // in the template's order; schema_interaction::kOther is not among them
  std::vector<std::string> other;  // fragments of the sentence that no key has a place for
  std::vector<std::string> notes;  // what was dropped and why, for the user
  Intent intent = {};              // when it is no request, the rest is not to be sent
  std::vector<HeardFor> heard = {};
};

// One way of mapping. Implementations may block and are used from one thread at a time.
class Mapper {
 public:
  virtual ~Mapper() = default;
  // Errors: those of the implementation; a sentence that says nothing is no error.
  virtual a2a::client::Outcome<Mapping> map(const NegotiatedSchema& negotiated, const Request& request) = 0;
};

// Below it a mapping is not trusted; section 6.1 asks for a configurable one.
inline constexpr double kConfidenceThreshold = 0.6;

// A payload and where each of its values comes from.
struct Proposal {
  std::string payload;               // a JSON object
  std::vector<MappedKey> keys;       // what the sentence says, each at or above the threshold
  std::vector<std::string> implied;  // keys that the sentence does not mention: they have their default
  std::vector<std::string> other;
  // Keys that need a value and have none: the payload must not be sent. Required ones, and those that
  // something else than the default was heard for: the agent would take the default.
  std::vector<std::string> missing;
  std::vector<std::string> notes;
  Intent intent = {};                // of another purpose than a request: the payload must not be sent
  std::vector<HeardFor> heard = {};  // per key what may have been meant for it; missing keys among them

  // Whether the sentence asks for the action and says all that it takes.
  bool is_complete() const { return intent.is_request() && missing.empty(); }
};

// Makes a payload of a mapping: routes what is below the threshold into `other`, by the words of its evidence
// (section 6.1), and fills in defaults (section 4.1), but for what is heard. Keys that the template does not
// have are dropped. The payload is not checked yet: see check_payload().
Proposal propose(const NegotiatedSchema& negotiated, Mapping mapping,
                 double threshold = kConfidenceThreshold);

// Whether the payload fits the negotiated JSON Schema. Errors: kInvalidParams with what is wrong, in words
// that a language model or a user can act on; kInternal when the schema cannot be compiled.
a2a::Result<void> check_payload(const NegotiatedSchema& negotiated, std::string_view payload);

// What is sent to the agent: {"schema_id":…,"payload":…} (Figure 4).
std::string payload_envelope(const NegotiatedSchema& negotiated, const Proposal& proposal);

}  // namespace schemagate::client_agent
