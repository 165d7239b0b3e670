#include "gateway/front/request_quota.h"

namespace schemagate {

Step take_request(access::QuotaTable& quotas, const std::string& holder) {
  const auto wait = quotas.take_request(holder);
  if (!wait) return {};
  return std::unexpected(
      too_many("too many requests from this caller (" + quotas.told_of_requests() + ")", *wait));
}

}  // namespace schemagate
