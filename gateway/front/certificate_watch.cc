#include "gateway/front/certificate_watch.h"

#include <algorithm>
#include <utility>

#include "gateway/config/certificate_term.h"

namespace schemagate {

CertificateWatch::CertificateWatch(const std::vector<ListenerConfig>& listeners, const Clock& clock,
                                   const Log& log)
    : clock_(clock), log_(log) {
  for (const ListenerConfig& each : listeners) {
    if (each.options.tls) watched_.push_back({each});
  }
}

void CertificateWatch::forget_what_was_told(Watched& watched) {
  watched.told.clear();
  watched.ends_told_at.reset();
}

void CertificateWatch::look() {
  for (Watched& each : watched_) {
    if (reload(each.listener)) forget_what_was_told(each);
    tell(each);
    tell_ends(each);
  }
}

// Says once for each change of the files what has become of it. True: they have been read.
bool CertificateWatch::reload(const ListenerConfig& listener) const {
  const auto reloaded = listener.options.tls->reload();
  if (!reloaded) {
    log_.write(LogLevel::kError, "certificates_not_reloaded",
               {{"listener", listener.name}, {"cause", reloaded.error().detail}});
    return false;
  }
  if (*reloaded) log_.write(LogLevel::kInfo, "certificates_reloaded", {{"listener", listener.name}});
  return *reloaded;
}

void CertificateWatch::tell(Watched& watched) const {
  std::vector<std::string> found;
  for (const OutOfTerm& each : certificates_out_of_term(*watched.listener.options.tls, clock_.utc())) {
    const std::string& cause = found.emplace_back(each.file + ": " + each.text);
    if (std::ranges::find(watched.told, cause) == watched.told.end())
      log_.write(LogLevel::kWarn, "certificate_not_in_force",
                 {{"listener", watched.listener.name}, {"cause", cause}});
  }
  watched.told = std::move(found);
}

// A clock that is put back does not make it silent.
void CertificateWatch::tell_ends(Watched& watched) const {
  constexpr std::chrono::days kPause{1};
  const auto now = clock_.utc();
  const auto& last = watched.ends_told_at;
  if (last && *last <= now && now < *last + kPause) return;
  for (const std::string& cause : certificates_that_end_soon(*watched.listener.options.tls, now))
    log_.write(LogLevel::kWarn, "certificate_ends_soon",
               {{"listener", watched.listener.name}, {"cause", cause}});
  watched.ends_told_at = now;
}

}  // namespace schemagate
