// The evolution of one scenario's template (structured-data draft, section 6.2): its pool, its keys through
// their lives, its patches, what waits in the queue and what waits for a person. Used through engine.h.
//
// A value; no thread rule beyond that. Bounded: 100 proposals, 200 patches, 1,024 keys those included that
// are gone (their names stay reserved) or set aside, client keys of 1,000 clients, 64 earlier bases.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "extension/evolution/event.h"
#include "extension/evolution/induction/readings.h"
#include "extension/evolution/induction/wording.h"
#include "extension/evolution/lifecycle/conflict.h"
#include "extension/evolution/lifecycle/nearness.h"
#include "extension/evolution/lifecycle/patch.h"
#include "extension/evolution/pool/pool.h"

namespace schemagate::evolution {

// What a scenario works with; borrowed for one call.
struct Surroundings {
  const Settings& settings;
  const Stemmer& stemmer;
  const Clients& clients;
  Events& events;
  bool tells_wishes;  // what becomes of each, too
};

// What a client has sent for a scenario's template. Borrowed for the call.
struct ReceivedPayload {
  Instant at = 0;
  std::string_view scenario;
  std::string_view client;  // an authenticated principal; empty: anonymous
  a2a::JsonValue value;
  bool accepted = true;
};

// A patch that could be, on its way to being one.
struct Proposal {
  std::string patch_id;
  int cluster = 0;
  std::vector<std::uint64_t> members;  // rows at the trigger
  std::string client;                  // for whom alone; empty: for everybody
  Candidate candidate;
  std::string reason;  // why it waits; empty: in the queue, for a place
  std::string why;     // what was found: counts and rule, for a person
  NearKey near = {};   // a key that may be the same, for a person
  Instant at = 0;      // of the trigger
};

// Examples that were added to the description of a base key of that type.
struct Refinement {
  std::string key;
  schema_interaction::KeyType type;
  std::vector<Example> examples;
};

// A key that has no place beside the base as it is now: template_defines_it, other_type (the base has one of
// that name, of another type), forbidden, no_room.
struct SetAsideKey {
  EvolvedKey key;
  std::string reason;
};

// The version of the template before, with the ids that promotions have made of it.
struct EarlierBase {
  std::string schema_id;
  std::vector<std::string> promoted;
};

class Scenario {
 public:
  explicit Scenario(schema_interaction::SchemaTemplate base, std::vector<std::string> forbidden = {})
      : base_(std::move(base)), forbidden_(std::move(forbidden)) {}

  // Another base from now on, with names that no key may have. Keys stay what they are in their lives; those
  // that have no place beside it are set aside, and come back with a base that has one. Told as carried_over.
  void rebase(schema_interaction::SchemaTemplate base, std::vector<std::string> forbidden, Instant now,
              const Surroundings& with);

  // Takes a fragment in, and decides when its cluster has become a wish of many. `space` as for Pool::add().
  void take(Fragment fragment, const Features& features, std::string_view space, const Surroundings& with);
  // Everything that is due: cold clusters, queue, states. `now` may be any time after the last one.
  void advance(Instant now, const Surroundings& with);
  // What induction would make of each cluster of that size; nothing is decided.
  void tell_candidates(Instant now, std::size_t members_min, const Surroundings& with) const;

  void on_payload(const ReceivedPayload& payload);
  // The client has been told of the key of that name; empty: of everything that it may use.
  void on_delivery(std::string_view client, std::string_view name = {});
  // Whether a value of the key means what was said. False: there is no such key.
  bool on_verdict(std::string_view key, bool aligned, Instant now);

  // A person's decision. False: there is no such proposal. Errors: those of worded() and revalued(), and
  // kInvalidRequest for a key of that name that cannot be; the proposal stays then.
  a2a::Result<bool> approve(std::string_view patch_id, const Wording& wording, Instant now,
                            const Surroundings& with);
  bool reject(std::string_view patch_id, Instant now, const Surroundings& with);
  // Takes a patch back: its key is withdrawn at once, as at the end of its grace, and taken for
  // `acceptance_days` more. False: there is no such patch, it brought no key (but examples for one of the
  // base), or its key is withdrawn already.
  bool withdraw(std::string_view patch_id, Instant now, const Surroundings& with);
  void erase(std::string_view client, ClientNumber number, Instant now, const Surroundings& with);

  const schema_interaction::SchemaTemplate& base() const { return base_; }
  // The base's id, or that of the last promotion.
  std::string_view schema_id() const { return promoted_.empty() ? base_.schema_id : promoted_.back(); }
  const std::vector<std::string>& promoted() const { return promoted_; }
  // The ids that promotions have made of the base, or of an earlier one, of that schema_id.
  std::span<const std::string> promoted_of(std::string_view schema_id) const;
  const std::vector<std::string>& forbidden() const { return forbidden_; }
  const std::vector<EvolvedKey>& keys() const { return keys_; }
  const std::vector<SetAsideKey>& set_aside() const { return set_aside_; }
  // Whether anything is other than the base has it.
  bool has_evolved() const {
    return !(keys_.empty() && set_aside_.empty() && patches_.empty() && refinements_.empty());
  }
  const std::vector<Patch>& patches() const { return patches_; }
  const std::vector<Proposal>& queue() const { return queue_; }
  const std::vector<Proposal>& proposals() const { return proposals_; }
  const Pool& pool() const { return pool_; }
  // The template as this caller may use it: base, refinements, advertised keys; JSON as it is published.
  a2a::JsonTree effective(std::string_view client) const;

 private:
  friend class StateWriter;
  friend class StateReader;

  bool is_wish_of_many(const Cluster& cluster, Instant now, const Surroundings& with) const;
  bool is_wish_of_one(const Cluster& cluster, const Fragment& last, const Surroundings& with) const;
  // Another cluster that turns out to be the same wish.
  std::optional<NearCluster> find_same_wish(const Cluster& cluster, Instant now,
                                            const Surroundings& with) const;
  // The cluster, or the one that it is part of from now on.
  Cluster& merged(Cluster& cluster, Instant now, const Surroundings& with);
  void tell_placed(const Fragment& fragment, const std::optional<Placed>& placed,
                   const Surroundings& with) const;
  void look_for_trigger(Cluster& cluster, const Fragment& last, const Surroundings& with);
  void trigger(Cluster& cluster, const std::string& client, Instant now, const Surroundings& with);
  void settle(Proposal proposal, const Cluster& cluster, Instant now, const Surroundings& with);
  NearKey near_key(const Proposal& proposal, const Cluster& cluster, const Surroundings& with) const;
  std::string reason_to_wait(const Proposal& proposal, const Readings& readings,
                             const Surroundings& with) const;
  std::string reason_to_refuse(const Proposal& proposal, const Surroundings& with) const;
  a2a::Result<Candidate> reworded(const Proposal& proposal, const Wording& wording, const Surroundings& with);
  void refuse(const Proposal& proposal, std::string_view reason, Instant now, const Surroundings& with);
  void hold(Proposal proposal, std::string reason, Instant now, const Surroundings& with);
  // What an earlier release has embedded.
  void embed_anew(const Surroundings& with);
  void pin(const Proposal& proposal);
  void unpin(const Proposal& proposal, Instant now, const Surroundings& with);
  void admit(Proposal proposal, Instant now, const Surroundings& with);
  void publish(const Proposal& proposal, Instant now, const Surroundings& with);
  PatchKey apply(const Proposal& proposal, Instant now, const Surroundings& with);
  PatchKey packaged(const Proposal& proposal, const Surroundings& with, Instant now) const;
  EvolvedKey new_key(const Proposal& proposal, const Surroundings& with, Instant now) const;
  PatchKey refined_base(const std::string& name, const Candidate& candidate) const;
  bool has_room(const std::string& client, const Settings& settings) const;
  void move_queue(Instant now, const Surroundings& with);
  void move_keys(Instant now, const Surroundings& with);
  void release(const EvolvedKey& key, const Surroundings& with);
  void on_transition(const EvolvedKey& key, KeyState from, const Transition& moved, const Surroundings& with);
  void forget_patches_of(const EvolvedKey& key);
  void add_patch(Patch patch);
  std::string next_patch_id();
  std::string unused_schema_id() const;
  std::vector<Refinement>::const_iterator refinement_of(const schema_interaction::Key& key) const;
  void remember_promotions(const std::string& next);
  void carry(EvolvedKey key);
  std::string_view reason_to_set_aside(const EvolvedKey& key) const;
  bool has_another(const EvolvedKey& key) const;
  // `carried`: how many of the keys have been there all the time.
  void package_anew(std::size_t carried, Instant now, const Settings& settings);
  void absorb_client_keys(const EvolvedKey& key);
  void limit_client_keys();
  Patch patch_of(const Proposal& proposal, const PatchKey& key, Instant now, const Settings& settings) const;
  void tell(Instant now, std::string kind, a2a::JsonTree members, const Surroundings& with) const;
  Conflict conflict_of(const Proposal& proposal, const Surroundings& with) const;
  struct Outcome {
    std::string kind;         // of the event
    std::string_view reason;  // empty: none
    Conflict conflict;        // that was detected before anything was changed
  };
  void tell_patch(const Proposal& proposal, const Patch& patch, const Outcome& outcome, Instant now,
                  const Surroundings& with) const;

  schema_interaction::SchemaTemplate base_;
  std::vector<std::string> forbidden_;
  std::vector<std::string> promoted_;
  std::vector<EarlierBase> earlier_;
  Pool pool_;
  std::vector<EvolvedKey> keys_;
  std::vector<SetAsideKey> set_aside_;
  std::vector<Refinement> refinements_;
  std::vector<Patch> patches_;
  std::vector<Proposal> queue_;
  std::vector<Proposal> proposals_;
  std::uint64_t patch_count_ = 0;
};

}  // namespace schemagate::evolution
