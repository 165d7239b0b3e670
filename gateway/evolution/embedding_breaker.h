// When an embeddings endpoint that fails is left alone, and for how long: from three failures in a row on for
// 30 seconds, twice as long each time that it fails again, 10 minutes at most. An endpoint that asks for a
// pause gets it at once. A value; the time comes from its user.
#pragma once

#include <chrono>

#include "gateway/environment/clock.h"

namespace schemagate {

class EmbeddingBreaker {
 public:
  static constexpr int kFailuresMax = 3;
  static constexpr std::chrono::seconds kFirstPause{30};
  static constexpr std::chrono::seconds kLongestPause{600};

  bool lets_through(MonotonicTime now) const { return now >= rests_until_; }
  void note_success();
  // `asked`: for how long the endpoint wants to be left alone; 0: it has not said.
  void note_failure(MonotonicTime now, std::chrono::seconds asked);

  // Without one success since.
  int failures() const { return failures_; }
  MonotonicTime rests_until() const { return rests_until_; }

 private:
  int failures_ = 0;
  MonotonicTime rests_until_{};
};

}  // namespace schemagate
