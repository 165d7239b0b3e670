// What agents refer to in their answers to a master: their own words for what they gave in full.
//
//   const AnsweredReferences references(contexts, foreign);
//   auto json = co_await references.read({.uri = uri, .agent = "hotel", .holder = holder});
//   if (!json) fail_the_subtask(json.error());       // "digest_changed"
#pragma once

#include <string>

#include "gateway/task/context_references.h"
#include "gateway/task/foreign_contexts.h"

namespace schemagate {

struct AnsweredReference {
  std::string uri;
  std::string agent;           // who answers, by its id in the plan
  std::string holder;          // on whose behalf the run calls
  std::string residency = {};  // of the plan; empty: any
};

// Used on one core only.
class AnsweredReferences {
 public:
  // nullptr: this gateway has no store; it reads from none of others. Both must outlive it.
  AnsweredReferences(const ContextReferences* own, ForeignContexts* foreign) : own_(own), foreign_(foreign) {}

  // Why it will not be read, by what it says itself, as read(); empty: it may be. Nobody is called.
  std::string fault_of(const AnsweredReference& reference) const;
  // The JSON that it leads to. Errors: the name of a ForeignFault, or of a ReferenceFault where it leads into
  // this gateway's own store: nothing there is for an agent to refer to but the place that it was given.
  net::Awaitable<a2a::Result<std::string, std::string>> read(AnsweredReference reference) const;

 private:
  const ContextReferences* own_;
  ForeignContexts* foreign_;
};

}  // namespace schemagate
