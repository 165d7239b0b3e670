#include "gateway/task/context_references.h"

#include <algorithm>
#include <utility>

namespace schemagate {
namespace {

using a2a::Result;
using std::chrono::seconds;

constexpr seconds kSkew{agent_context::kClockSkew};
constexpr seconds kLifeMax{agent_context::kReferenceLifeMax};
// What an agent gives is wanted as long as its run goes on, however long that waits for somebody, and goes
// with it. References to it live shorter.
constexpr std::chrono::days kOutputLife{30};

// A record is called by its subtask, "4f1d-3", or that with something behind a dot; the run is "4f1d".
std::string_view run_in(std::string_view uri) {
  std::string_view id = uri.substr(0, uri.find('?'));
  id.remove_prefix(id.rfind('/') + 1);
  return id.substr(0, id.rfind('-'));
}

}  // namespace

ContextReferences::ContextReferences(const ContextStoreConfig& config, std::string public_url,
                                     store::RecordStore& records, const Clock& clock)
    : config_(config), public_url_(std::move(public_url)), records_(records), clock_(clock) {}

seconds ContextReferences::life(seconds call_time) const {
  return std::min(std::max(config_.lifetime, call_time), kLifeMax);
}

std::int64_t ContextReferences::expiry(seconds call_time) const {
  return std::chrono::ceil<seconds>(clock_.utc() + life(call_time)).time_since_epoch().count();
}

Result<std::string> ContextReferences::keep(KeptContext&& kept) const {
  const Reference reference{.store = public_url_,
                            .id = kept.id,
                            .audience = std::move(kept.audience),
                            .expires = expiry(kept.call_time),
                            .digest = agent_context::content_digest(kept.content)};
  auto uri = agent_context::sign_reference(reference, config_.keys);
  if (!uri) return uri;
  const store::WallTime until{seconds(reference.expires) + kSkew};
  auto put = records_.put_record({std::move(kept.id), std::move(kept.run), std::move(kept.content), until},
                                 clock_.utc());
  if (!put) return std::unexpected(std::move(put.error()));
  return uri;
}

Result<std::string> ContextReferences::refer_to_place(const std::string& sub_task_id, std::string audience,
                                                      seconds call_time) const {
  return agent_context::sign_reference({.store = public_url_,
                                        .id = output_of(sub_task_id),
                                        .audience = std::move(audience),
                                        .expires = expiry(call_time),
                                        .digest = {},
                                        .use = agent_context::ReferenceUse::kWrite},
                                       config_.keys);
}

bool ContextReferences::needs_renewal(std::string_view uri, seconds call_time) const {
  const auto anybody = [](std::string_view) { return true; };
  const auto reference = agent_context::verify_reference(uri, anybody, seconds_now(), config_.keys);
  return !reference || reference->expires - seconds_now() < life(call_time).count() / 2;
}

Result<std::string> ContextReferences::keep_place(KeptContext&& kept) const {
  auto uri = refer_to_place(kept.id, std::move(kept.audience), kept.call_time);
  if (!uri) return uri;
  const auto now = clock_.utc();
  auto put = records_.put_record({output_of(kept.id), std::move(kept.run), {}, now + kOutputLife}, now);
  if (!put) return std::unexpected(std::move(put.error()));
  return uri;
}

Result<void> ContextReferences::keep_output(KeptContext&& kept) const {
  const auto now = clock_.utc();
  auto put = records_.put_record(
      {output_of(kept.id), std::move(kept.run), std::move(kept.content), now + kOutputLife}, now);
  if (!put) return std::unexpected(std::move(put.error()));
  return {};
}

Result<std::string> ContextReferences::refer_to_output(const std::string& sub_task_id, std::string audience,
                                                       std::string digest, seconds call_time) const {
  return agent_context::sign_reference({.store = public_url_,
                                        .id = output_of(sub_task_id),
                                        .audience = std::move(audience),
                                        .expires = expiry(call_time),
                                        .digest = std::move(digest)},
                                       config_.keys);
}

bool ContextReferences::is_own(std::string_view uri) const {
  return uri.starts_with(public_url_ + "/contexts/");
}

Result<ContextReferences::Reference, ContextReferences::Fault> ContextReferences::check_handed(
    std::string_view uri, std::string_view agent, std::string_view owner) const {
  const auto is_reader = [&](std::string_view audience) {
    return audience == agent && store::is_of_run(owner, run_in(uri));
  };
  return agent_context::verify_reference(uri, is_reader, seconds_now(), config_.keys);
}

ContextReferences::Fault ContextReferences::fault_of_answered(std::string_view uri,
                                                              std::string_view agent) const {
  const auto reference = agent_context::verify_reference(uri, agent, seconds_now(), config_.keys);
  return reference ? Fault::kWrongAudience : reference.error();
}

Result<ContextReferences::Reference, ContextReferences::Fault> ContextReferences::check(
    std::string_view target, const Principal& caller, agent_context::ReferenceUse use) const {
  const auto is_reader = [this, &caller](std::string_view audience) {
    const auto reader = config_.readers.find(audience);
    return caller.is_authenticated && reader != config_.readers.end() && reader->second == caller.owner;
  };
  auto reference = agent_context::verify_reference(public_url_ + std::string(target), is_reader,
                                                   seconds_now(), config_.keys);
  if (reference && reference->use != use) return std::unexpected(Fault::kMalformed);
  return reference;
}

Result<std::string, ContextReferences::Fault> ContextReferences::open(
    std::optional<store::ContextRecord>&& record, const Reference& reference) {
  if (!record) return std::unexpected(Fault::kRevoked);
  if (!agent_context::has_digest(record->content, reference.digest))
    return std::unexpected(Fault::kDigestChanged);
  return std::move(record->content);
}

std::int64_t ContextReferences::seconds_now() const {
  return std::chrono::floor<seconds>(clock_.utc()).time_since_epoch().count();
}

}  // namespace schemagate
