#include "gateway/evolution/evolution_service.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace schemagate {
namespace {

using a2a::JsonTree;
using a2a::Result;
using evolution::Instant;
using std::chrono::milliseconds;

constexpr milliseconds kLook{1'000};
constexpr std::chrono::seconds kSavePause{10};
// A save that takes long is made less often: a twentieth of the thread's time at most.
constexpr int kSaveShare = 20;
constexpr std::size_t kPart = 256;
constexpr Instant kAdvance = 30 * evolution::kSecond;

std::unexpected<a2a::Error> stopped() {
  return a2a::fail(a2a::ErrorCode::kInternal, "the gateway is starting or shutting down; try again later");
}

std::unexpected<a2a::Error> not_there(const std::string& what) {
  return a2a::fail(a2a::ErrorCode::kInvalidParams, what);
}

std::string reason_not_done(Question::Verb verb) {
  if (verb == Question::Verb::kVerdict)
    return "there is no such key in that scenario, or no such value that waits for a verdict";
  if (verb == Question::Verb::kWithdraw)
    return "no patch of that id has brought a key that is offered: a proposal is refused with reject";
  const std::string waits = "no proposal of that id waits";
  return verb == Question::Verb::kReject ? waits + ": what is approved is taken back with withdraw"
                                         : waits + ", or it holds nothing that could be published";
}

}  // namespace

EvolutionService::EvolutionService(const EvolutionDependencies& dependencies) : dependencies_(dependencies) {
  for (const auto& agent : dependencies_.agents.all()) {
    if (!agent->snapshot()->config().evolution.enabled) continue;
    agents_.push_back(std::make_unique<EvolvingAgent>(*agent));
    watched_.try_emplace(agent->name());
    const auto& embedding = agents_.back()->configured().evolution.embedding;
    if (!embedding) continue;
    embeddings_.try_emplace(agent->name(), *embedding, dependencies_.embeddings(*embedding),
                            dependencies_.clock);
  }
}

EvolutionService::~EvolutionService() {
  stop();
}

Instant EvolutionService::now() const {
  return std::chrono::floor<milliseconds>(dependencies_.clock.utc()).time_since_epoch().count();
}

const EvolutionService::Watched* EvolutionService::watched(std::string_view agent) const {
  const auto found = watched_.find(agent);
  return found == watched_.end() ? nullptr : &found->second;
}

EvolvingAgent* EvolutionService::find(std::string_view name) {
  const auto found = std::ranges::find(agents_, name, [](const auto& each) { return each->name(); });
  return found == agents_.end() ? nullptr : found->get();
}

Result<void> EvolutionService::open(store::Store& store, PatchSigner signer) {
  store_ = &store;
  signer_ = std::move(signer);
  if (agents_.empty()) return {};
  for (const auto& agent : agents_) {
    const store::EvolutionText kept = store.evolution(agent->name());
    if (!kept) continue;
    if (const auto restored = agent->restore(*kept, now()); !restored)
      return a2a::fail(restored.error().code, agent->name() + ": " + restored.error().message);
    agent->collect([this, &agent](const evolution::Event& event) { tell(*agent, event); });
    if (agent->decided()) save(*agent);
    if (!agent->decided()) publish(*agent);
  }
  thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
  return {};
}

void EvolutionService::stop() {
  if (thread_.joinable()) {
    thread_.request_stop();
    thread_.join();
  }
  ObservationQueue::Batch left = queue_.close();
  if (store_ != nullptr && !agents_.empty()) {
    take(left.observations, thread_.get_stop_token());
    settle(true);
  }
  store_ = nullptr;
  for (ObservationQueue::Job& job : left.jobs) job();
}

void EvolutionService::on_payload(const ObservedPayload& payload) {
  if (dependencies_.next != nullptr) dependencies_.next->on_payload(payload);
  const Watched* const agent = watched(payload.agent);
  if (agent == nullptr) return;
  Observation observation{.agent = std::string(payload.agent),
                          .client = std::string(payload.client),
                          .tenant = std::string(payload.tenant),
                          .scenario = std::string(payload.scenario),
                          .accepted = payload.accepted};
  if (agent->counts_payloads && payload.payload.size() <= ObservationQueue::kPayloadBytesMax)
    observation.payload = payload.payload;
  observation.fragments.assign(payload.fragments.begin(), payload.fragments.end());
  (void)queue_.put(std::move(observation));
}

bool EvolutionService::on_wish(const ObservedWish& wish) {
  const bool elsewhere = dependencies_.next != nullptr && dependencies_.next->on_wish(wish);
  if (watched(wish.agent) == nullptr) return elsewhere;
  return queue_.put({.kind = Observation::Kind::kWish,
                     .agent = std::string(wish.agent),
                     .client = std::string(wish.client),
                     .tenant = std::string(wish.tenant),
                     .scenario = std::string(wish.scenario),
                     .fragments = {std::string(wish.text)}});
}

void EvolutionService::on_delivery(const ObservedDelivery& delivery) {
  if (dependencies_.next != nullptr) dependencies_.next->on_delivery(delivery);
  if (watched(delivery.agent) == nullptr) return;
  (void)queue_.put({.kind = Observation::Kind::kDelivery,
                    .agent = std::string(delivery.agent),
                    .client = std::string(delivery.client),
                    .scenario = std::string(delivery.scenario),
                    .key = std::string(delivery.key)});
}

store::Deferred<std::string> EvolutionService::ask(Question question) {
  using Answer = store::Deferred<std::string>;
  if (agents_.empty()) return answer(question);
  return Answer::later([this, question = std::move(question)](Answer::Receiver receiver) mutable {
    const auto shared = std::make_shared<Answer::Receiver>(std::move(receiver));
    ObservationQueue::Job job = [this, shared, question = std::move(question)] {
      (*shared)(store_ == nullptr ? stopped() : answer(question));
    };
    if (!queue_.put(std::move(job))) (*shared)(stopped());
  });
}

// --- the thread of the evolution ---

void EvolutionService::run(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    ObservationQueue::Batch batch = queue_.next(stop, kLook);
    if (stop.stop_requested()) {
      take(batch.observations, stop);
      for (ObservationQueue::Job& job : batch.jobs) job();
      return;
    }
    take(batch.observations, stop);
    if (!batch.jobs.empty() || now() - advanced_ >= kAdvance) {
      advanced_ = now();
      for (const auto& agent : agents_) agent->advance(advanced_);
    }
    settle(false);
    for (ObservationQueue::Job& job : batch.jobs) job();
  }
}

// Nothing is asked of anybody any more once it is told to stop. An endpoint gets the wishes of a part at a
// time: its deadline is for one part.
void EvolutionService::take(std::span<const Observation> observations, const std::stop_token& stop) {
  while (!observations.empty()) {
    const auto part = observations.first(std::min(observations.size(), kPart));
    observations = observations.subspan(part.size());
    for (const Observation& observation : part) {
      if (EvolvingAgent* agent = find(observation.agent)) agent->take(observation, now());
    }
    for (auto& [name, client] : embeddings_) embed(*find(name), client, stop);
  }
}

void EvolutionService::embed(EvolvingAgent& agent, EmbeddingClient& client,
                             const std::stop_token& stop) const {
  const auto texts = agent.waiting_texts();
  if (texts.empty()) return;
  const std::string before = client.cause();
  agent.place(client.embed(texts, stop));
  if (client.cause() == before) return;
  if (client.cause().empty()) {
    dependencies_.log.write(LogLevel::kInfo, "evolution_embedding_works", {{"agent", agent.name()}});
  } else {
    dependencies_.log.write(LogLevel::kWarn, "evolution_embedding_failed",
                            {{"agent", agent.name()},
                             {"cause", client.cause()},
                             {"rests_for_seconds", client.rests_for().count()}});
  }
}

// What was decided is saved, then shown; the rest is saved when its time has come.
void EvolutionService::settle(bool at_once) {
  for (const auto& agent : agents_) {
    agent->collect([this, &agent](const evolution::Event& event) { tell(*agent, event); });
    for (const auto& [key, count] : agent->take_withdrawn()) {
      dependencies_.log.write(
          LogLevel::kWarn, "evolution_withdrawn_key_sent",
          {{"agent", agent->name()}, {"scenario", key.first}, {"key", key.second}, {"payloads", count}});
    }
  }
  const bool is_due = at_once || dependencies_.clock.monotonic() >= save_due_;
  const MonotonicTime began = dependencies_.clock.monotonic();
  for (const auto& agent : agents_) {
    const bool is_urgent = agent->decided() && !is_failing_;
    if (agent->changed() && (is_due || is_urgent)) save(*agent);
    if (!agent->decided()) publish(*agent);
  }
  const auto took = dependencies_.clock.monotonic() - began;
  if (is_due) save_due_ = began + std::max<MonotonicTime::duration>(kSavePause, kSaveShare * took);
  const QueueFigures figures = queue_.figures();
  if (figures.dropped == dropped_told_ || !is_due) return;
  dependencies_.log.write(LogLevel::kWarn, "evolution_overloaded",
                          {{"dropped", figures.dropped - dropped_told_}, {"waiting", figures.waiting}});
  dropped_told_ = figures.dropped;
}

// What cannot be saved is tried again, and nothing of it is shown until then.
void EvolutionService::save(EvolvingAgent& agent) {
  auto text = std::make_shared<const std::string>(agent.write());
  auto saved = store_->put_evolution(agent.name(), std::move(text));
  if (saved) saved = store_->durable(store_->written()).wait();
  if (saved) {
    agent.set_kept();
  } else if (!is_failing_) {
    dependencies_.log.write(LogLevel::kError, "evolution_not_saved",
                            {{"agent", agent.name()}, {"cause", saved.error().message}});
  }
  is_failing_ = !saved;
}

// The use of a key is counted from before it is shown.
void EvolutionService::publish(EvolvingAgent& agent) {
  watched_.find(agent.name())->second.counts_payloads = agent.counts_payloads();
  const auto published = agent.publish(now(), signer_);
  if (!published) {
    dependencies_.log.write(LogLevel::kError, "evolution_not_published",
                            {{"agent", agent.name()}, {"cause", published.error().message}});
  } else if (*published) {
    dependencies_.log.write(LogLevel::kInfo, "evolution_published", {{"agent", agent.name()}});
  }
}

// Names and reasons, and no words of users.
void EvolutionService::tell(const EvolvingAgent& agent, const evolution::Event& event) const {
  if (event.kind == "carried_over") return tell_carried_over(agent, event);
  Log::Fields fields{{"agent", agent.name()}, {"scenario", event.scenario}, {"decision", event.kind}};
  const auto add = [&](std::string_view name, const JsonTree& in) {
    if (const std::string* text = a2a::find_string(in, name)) fields.emplace_back(name, *text);
  };
  for (const std::string_view name : {"reason", "key", "from", "to"}) add(name, event.members);
  if (const JsonTree* patch = a2a::find_member(event.members, "patch")) add("patch_id", *patch);
  dependencies_.log.write(LogLevel::kInfo, "evolution_decision", fields);
}

void EvolutionService::tell_carried_over(const EvolvingAgent& agent, const evolution::Event& event) const {
  const JsonTree& told = event.members;
  const auto write = [&](LogLevel level, std::string_view name, Log::Fields more) {
    Log::Fields fields{{"agent", agent.name()}, {"scenario", event.scenario}};
    std::ranges::move(more, std::back_inserter(fields));
    dependencies_.log.write(level, name, fields);
  };
  write(LogLevel::kInfo, "evolution_carried_over",
        {{"from", told["from"].get<std::string>()},
         {"to", told["to"].get<std::string>()},
         {"keys", told["keys"].size()}});
  for (const JsonTree& key : told["came_back"])
    write(LogLevel::kInfo, "evolution_key_came_back", {{"key", key.get<std::string>()}});
  for (const JsonTree& each : told["set_aside"]) {
    write(LogLevel::kWarn, "evolution_key_set_aside",
          {{"key", each["key"].get<std::string>()}, {"reason", each["reason"].get<std::string>()}});
  }
}

Result<std::string> EvolutionService::answer(const Question& question) {
  using enum Question::Verb;
  if (!question.agent.empty() && find(question.agent) == nullptr)
    return not_there("no agent of that name evolves here");
  switch (question.verb) {
    case kApprove:
    case kReject:
    case kWithdraw:
    case kVerdict:
      return decide(question);
    case kErase:
      return erase(question);
    case kStatus:
    case kPool:
    case kProposals:
    case kExplain:
    case kAudit:
    case kSamples:
      break;
  }
  JsonTree list = JsonTree::array();
  const auto append = [&list](JsonTree more) {
    for (JsonTree& each : more) list.push_back(std::move(each));
  };
  for (const auto& agent : agents_) {
    if (!question.agent.empty() && agent->name() != question.agent) continue;
    if (question.verb == kStatus) {
      const auto client = embeddings_.find(agent->name());
      list.push_back(describe_status(*agent, client == embeddings_.end() ? nullptr : &client->second, now()));
    }
    if (question.verb == kPool) append(describe_pool(*agent, question.scenario, now()));
    if (question.verb == kProposals) append(describe_proposals(*agent, question.wishes));
    if (question.verb == kSamples) append(describe_samples(*agent, question.scenario));
    if (question.verb == kAudit) {
      for (const JsonTree& line : agent->trail().lines()) {
        list.push_back(describe_decision(line));
        list.back()["agent"] = agent->name();
      }
    }
    if (question.verb == kExplain) {
      JsonTree explained = explain(*agent, question.subject, now());
      if (!explained.is_null()) append(std::move(explained));
    }
  }
  if (question.verb == kExplain && list.empty())
    return not_there("there is no patch and no key of that name");
  if (question.verb != kStatus) return a2a::dump_tree(list);
  const QueueFigures figures = queue_.figures();
  return a2a::dump_tree(
      JsonTree{{"agents", std::move(list)},
               {"observations",
                {{"taken", figures.taken}, {"dropped", figures.dropped}, {"waiting", figures.waiting}}},
               {"saved", !is_failing_}});
}

Result<std::string> EvolutionService::decide(const Question& question) {
  bool done = false;
  EvolvingAgent* by_agent = nullptr;
  for (const auto& agent : agents_) {
    if (done || (!question.agent.empty() && agent->name() != question.agent)) continue;
    by_agent = agent.get();
    if (question.verb == Question::Verb::kApprove) {
      const auto approved = agent->approve(question.subject, question.wording, question.by, now());
      if (!approved) return std::unexpected(approved.error());
      done = *approved;
    }
    if (question.verb == Question::Verb::kReject) done = agent->reject(question.subject, question.by, now());
    if (question.verb == Question::Verb::kWithdraw)
      done = agent->withdraw(question.subject, question.by, now());
    if (question.verb == Question::Verb::kVerdict)
      done = question.sample.empty()
                 ? agent->judge(question.scenario, question.subject, question.flag, question.by, now())
                 : agent->judge_sample(question.sample, question.scenario, question.subject, question.flag,
                                       question.by, now());
  }
  if (!done) return not_there(reason_not_done(question.verb));
  settle(true);
  if (by_agent->decided())
    return a2a::fail(
        a2a::ErrorCode::kInternal,
        "decided, and not saved: the ledger cannot be written; it is shown to clients once it is");
  JsonTree answer{{"agent", by_agent->name()}, {"done", true}};
  if (question.verb != Question::Verb::kVerdict) answer["patch_id"] = question.subject;
  return a2a::dump_tree(answer);
}

Result<std::string> EvolutionService::erase(const Question& question) {
  std::size_t erased = 0;
  for (const auto& agent : agents_) {
    if (!question.agent.empty() && agent->name() != question.agent) continue;
    erased += agent->erase(question.subject, question.flag, question.by, now());
  }
  if (erased == 0) return not_there("no client of that name is known here");
  settle(true);
  if (is_failing_)
    return a2a::fail(a2a::ErrorCode::kInternal,
                     "erased in memory, and not in the ledger, which cannot be written");
  return a2a::dump_tree(JsonTree{{"erased", erased}});
}

}  // namespace schemagate
