#include "gateway/task/lost_stream.h"

#include "gateway/config/text.h"

namespace schemagate {

using a2a::ErrorCode;

void LostStream::miss(const a2a::Result<void>& subscribed) {
  if (!broken_) return;
  const bool is_without = subscribed || subscribed.error().code == ErrorCode::kTaskNotFound ||
                          subscribed.error().code == ErrorCode::kInvalidAgentResponse;
  if (is_without) broken_->is_missed = true;
}

void LostStream::note(const a2a::TaskStatus& status, MonotonicTime now) {
  if (!broken_ || status == broken_->status) return;
  broken_->status = status;
  broken_->since = now;
}

std::optional<a2a::Error> LostStream::reason_lost(MonotonicTime now,
                                                  std::chrono::milliseconds standstill_max) const {
  if (!broken_ || !broken_->is_missed) return std::nullopt;
  a2a::Error error = broken_->error;
  if (error.code != ErrorCode::kInvalidAgentResponse) return error;
  if (now - broken_->since < standstill_max) return std::nullopt;
  error.message +=
      "; it streams the task no more, which has stood still for longer than outage_timeout allows (" +
      format_duration(standstill_max) + ")";
  return error;
}

}  // namespace schemagate
