#include "gateway/config/certificate_term.h"

#include <algorithm>
#include <string_view>

#include "gateway/environment/clock.h"

namespace schemagate {
namespace {

using net::CertificateTerm;
using Time = std::chrono::system_clock::time_point;

constexpr std::chrono::days kSoon{14};

std::string date_of(Time time) {
  constexpr std::size_t kDateSize = std::string_view("2026-11-27").size();
  return format_timestamp(time).substr(0, kDateSize);
}

bool ends_soon(const CertificateTerm& term, Time now) {
  using Duration = Time::duration;
  const Duration soon = std::min<Duration>(kSoon, (term.ends - term.begins) / 2);
  return term.begins <= now && now < term.ends && term.ends < now + soon;
}

}  // namespace

std::vector<OutOfTerm> certificates_out_of_term(const net::TlsServer& tls, Time now) {
  std::vector<OutOfTerm> found;
  for (const CertificateTerm& term : tls.terms()) {
    if (term.ends <= now)
      found.push_back({term.file, "expired on " + date_of(term.ends) + ": clients refuse it"});
    if (now < term.begins)
      found.push_back({term.file, "begins on " + date_of(term.begins) + ": clients refuse it until then"});
  }
  return found;
}

std::vector<std::string> certificates_that_end_soon(const net::TlsServer& tls, Time now) {
  std::vector<std::string> found;
  for (const CertificateTerm& term : tls.terms()) {
    if (ends_soon(term, now)) found.push_back(term.file + ": expires on " + date_of(term.ends));
  }
  return found;
}

}  // namespace schemagate
