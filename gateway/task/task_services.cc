#include "gateway/task/task_services.h"

namespace schemagate {
namespace {

TaskWriterDependencies writer_dependencies(const CoreResources& core, const SharedResources& shared) {
  return {.tasks = shared.store,
          .contexts = shared.store,
          .push = {shared.push, shared.store, shared.clock},
          .ids = core.ids,
          .clock = shared.clock,
          .document = core.document,
          .event_bytes_max = shared.limits.event_bytes_max};
}

std::unique_ptr<ForeignContexts> make_foreign(const CoreResources& core, const SharedResources& shared) {
  if (shared.context_sources == nullptr || shared.context_sources->empty()) return nullptr;
  return std::make_unique<ForeignContexts>(ForeignContextDependencies{
      core.executor, core.upstream, *shared.context_sources, shared.clock, shared.log});
}

}  // namespace

TaskServices::TaskServices(const CoreResources& core, const SharedResources& shared)
    : client{core.upstream, core.document, shared.clock, shared.limits, shared.log},
      push{.executor = core.executor,
           .registration = {shared.push, shared.store, shared.clock},
           .pushes = shared.store,
           .durability = shared.store,
           .ids = core.ids},
      run{.executor = core.executor,
          .client = client,
          .writer = writer_dependencies(core, shared),
          .messages = shared.store,
          .durability = shared.store,
          .log = shared.log},
      foreign(make_foreign(core, shared)),
      planner({core.executor, core.upstream, shared.agents, shared.clock, shared.log}),
      plans({.executor = core.executor,
             .tasks = shared.store,
             .durability = shared.store,
             .clock = shared.clock,
             .ids = core.ids,
             .log = shared.log,
             .workers = own_agents,
             .contexts = shared.contexts,
             .foreign = foreign.get(),
             .planner = &planner}),
      messages({run, push, core.digest, shared.replies, shared.payloads, plans}),
      tasks({core.executor, client, shared.store, shared.store, shared.store, plans}),
      own_agents({.executor = core.executor,
                  .tasks = shared.store,
                  .durability = shared.store,
                  .clock = shared.clock,
                  .messages = messages,
                  .requests = tasks,
                  .plans = plans,
                  .agents = shared.agents,
                  .places = shared.places}),
      payloads(shared.payloads),
      contexts(shared.contexts) {}

}  // namespace schemagate
