#include "gateway/evolution/embedding_breaker.h"

#include <algorithm>

namespace schemagate {

void EmbeddingBreaker::note_success() {
  failures_ = 0;
  rests_until_ = {};
}

void EmbeddingBreaker::note_failure(MonotonicTime now, std::chrono::seconds asked) {
  constexpr int kDoublingsMax = 10;
  ++failures_;
  std::chrono::seconds pause{0};
  if (failures_ >= kFailuresMax)
    pause = kFirstPause * (1 << std::min(failures_ - kFailuresMax, kDoublingsMax));
  pause = std::clamp(pause, std::min(std::max(asked, std::chrono::seconds(0)), kLongestPause), kLongestPause);
  rests_until_ = now + pause;
}

}  // namespace schemagate
