// The gateway's context store: contexts of runs that are kept, and signed references to them.
//
//   auto reference =
//       contexts.keep({.run = owner, .id = sub_task_id, .audience = "prescription", .content = json});
//   ... the message that holds it leaves once that is durable ...
//   auto wanted = contexts.check(target, caller);        // somebody presents it
//   if (!wanted) return refused(wanted.error());
//   auto record = contexts.read(*wanted);                // Deferred
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "extension/agent_context/context_uri.h"
#include "gateway/access/principal.h"
#include "gateway/config/context_store_config.h"
#include "gateway/environment/clock.h"
#include "gateway/store/record_store.h"
#include "gateway/store/sharer.h"

namespace schemagate {

inline bool is_owned_by_run(std::string_view owner) {
  return owner.starts_with(store::kRunOwners);
}

// What a run keeps for one agent.
struct KeptContext {
  std::string run;       // store::run_owner()
  std::string id;        // of the subtask
  std::string audience;  // the agent, by its id in the plan
  std::string content;
  std::chrono::seconds call_time{};  // that it will be wanted for
};

// Immutable; safe from any thread. The store, the configuration and the clock must outlive it.
class ContextReferences {
 public:
  using Reference = agent_context::ContextReference;
  using Fault = agent_context::ReferenceFault;

  ContextReferences(const ContextStoreConfig& config, std::string public_url, store::RecordStore& records,
                    const Clock& clock);

  // Whether a context of so many bytes is too large to go along with its message.
  bool offloads(std::size_t bytes) const { return bytes > config_.offload_bytes; }
  // Whether the agent can read here by itself.
  bool has_reader(std::string_view agent) const { return config_.readers.contains(agent); }
  // Keeps it in the place of an earlier one of that subtask, and signs a reference to it. Nobody may be told
  // that before it is durable (store::Durability). Errors: as store::RecordStore::put_record().
  a2a::Result<std::string> keep(KeptContext&& kept) const;
  // The same for what the agent gives: an empty record, which the reference lets it fill once. It stays until
  // the run ends. `content` has no meaning.
  a2a::Result<std::string> keep_place(KeptContext&& kept) const;
  // Another reference to that place, whatever is in it by now. Errors: as sign_reference().
  a2a::Result<std::string> refer_to_place(const std::string& sub_task_id, std::string audience,
                                          std::chrono::seconds call_time) const;
  // Whether less than half the time of a reference of keep() or keep_place() is left, or its key is gone: a
  // message that is sent now needs another one.
  bool needs_renewal(std::string_view uri, std::chrono::seconds call_time) const;
  // The same, with what the agent has given elsewhere in it. Nobody may be told of it before it is durable.
  a2a::Result<void> keep_output(KeptContext&& kept) const;
  // A reference to what an agent has put there, for another one. Errors: as sign_reference().
  a2a::Result<std::string> refer_to_output(const std::string& sub_task_id, std::string audience,
                                           std::string digest, std::chrono::seconds call_time) const;
  // What stands there; empty: nothing.
  store::Deferred<std::optional<store::ContextRecord>> read_output(const std::string& sub_task_id) const {
    return records_.record(output_of(sub_task_id), clock_.utc());
  }
  // Once the subtask has ended: its reference leads nowhere any more.
  void revoke(const std::string& id) const { records_.drop_record(id); }
  // The same of the place for what its agent gives, which is empty.
  void revoke_place(const std::string& sub_task_id) const { records_.drop_record(output_of(sub_task_id)); }
  // Once the run has ended: store::run_owner().
  void purge(const std::string& run) const { records_.purge_run(run); }

  // Whether it is one of this store's, by its first words alone.
  bool is_own(std::string_view uri) const;
  // Whether `owner`, whose task it is, and nobody but the run that was meant to tell it, hands the reference
  // to the agent that it names. The record is the gateway's to read then, in the agent's place.
  a2a::Result<Reference, Fault> check_handed(std::string_view uri, std::string_view agent,
                                             std::string_view owner) const;
  // Why an agent cannot refer to it in its answer: nothing that it was given is what it gave, so that even a
  // good reference is kWrongAudience.
  Fault fault_of_answered(std::string_view uri, std::string_view agent) const;
  // Whether the caller may have what the target of its request, path and query, refers to.
  // A reference for another use than `use` is none.
  a2a::Result<Reference, Fault> check(std::string_view target, const Principal& caller,
                                      agent_context::ReferenceUse use) const;
  // Puts it where the reference leads, once. Errors: as store::RecordStore::put_record().
  a2a::Result<store::RecordStore::Filled> write(const Reference& reference, std::string content) const {
    return records_.fill_record(reference.id, std::move(content), clock_.utc());
  }
  // Its record, which open() has what it leads to of.
  store::Deferred<std::optional<store::ContextRecord>> read(const Reference& reference) const {
    return records_.record(reference.id, clock_.utc());
  }

  // What a record that was read() holds, where that is what the reference was signed for.
  static a2a::Result<std::string, Fault> open(std::optional<store::ContextRecord>&& record,
                                              const Reference& reference);

 private:
  static std::string output_of(const std::string& sub_task_id) { return sub_task_id + ".w"; }
  std::chrono::seconds life(std::chrono::seconds call_time) const;
  std::int64_t expiry(std::chrono::seconds call_time) const;
  std::int64_t seconds_now() const;

  const ContextStoreConfig& config_;
  const std::string public_url_;
  store::RecordStore& records_;
  const Clock& clock_;
};

}  // namespace schemagate
