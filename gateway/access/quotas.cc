#include "gateway/access/quotas.h"

#include <algorithm>
#include <cmath>

namespace schemagate::access {
namespace {

// Beyond it those are forgotten who have not asked for anything lately.
constexpr std::size_t kHoldersMax = 100'000;

bool counts_what_is_kept(const QuotaLimits& limits) {
  return limits.stored_bytes != 0 || limits.push_configs != 0;
}

std::shared_ptr<store::Accounts> make_accounts(const QuotaSettings& settings) {
  const bool needed = counts_what_is_kept(settings.principal) || counts_what_is_kept(settings.address);
  return needed ? std::make_shared<store::Accounts>() : nullptr;
}

constexpr std::string_view kOfPrincipal = "quotas.principal";
constexpr std::string_view kOfAddress = "quotas.address";

std::string told(std::string_view option, std::string_view member, std::size_t limit) {
  return std::string(option).append(".").append(member).append(": ").append(std::to_string(limit));
}

std::string full_of(const QuotaLimits& limits, std::string_view option, const store::Kept& kept,
                    const Addition& addition) {
  if (limits.stored_bytes != 0 && kept.bytes + addition.bytes > limits.stored_bytes)
    return "too much is kept of this caller's tasks (" + told(option, "stored_bytes", limits.stored_bytes) +
           ")";
  if (limits.push_configs != 0 && addition.push_config && kept.push_configs >= limits.push_configs)
    return "this caller has too many push notification configs (" +
           told(option, "push_configs", limits.push_configs) + ")";
  return {};
}

std::size_t index_of(QuotaKind kind) {
  return static_cast<std::size_t>(kind);
}

}  // namespace

std::size_t QuotaTable::limit_of(QuotaKind kind) const {
  return kind == QuotaKind::kTask ? limits_.running_tasks : limits_.streams;
}

double QuotaTable::bucket_size() const {
  return static_cast<double>(limits_.burst == 0 ? limits_.requests_per_second : limits_.burst);
}

void QuotaTable::fill(Holder& holder, MonotonicTime now) const {
  const std::chrono::duration<double> passed = now - holder.filled_at;
  const double more = passed.count() * static_cast<double>(limits_.requests_per_second);
  holder.requests = std::min(bucket_size(), holder.requests + more);
  holder.filled_at = now;
}

QuotaTable::Holder& QuotaTable::find(Holders& holders, const std::string& name, MonotonicTime now) const {
  const auto known = holders.find(name);
  if (known != holders.end()) return known->second;
  if (holders.size() >= kHoldersMax) {
    std::erase_if(holders, [&](const auto& entry) {
      Holder holder = entry.second;
      fill(holder, now);
      return holder.taken == std::array<std::size_t, 2>{} && holder.requests >= bucket_size();
    });
  }
  return holders.emplace(name, Holder{.requests = bucket_size(), .filled_at = now}).first->second;
}

std::optional<std::chrono::seconds> QuotaTable::take_request(const std::string& holder) {
  if (limits_.requests_per_second == 0) return std::nullopt;
  const MonotonicTime now = clock_.monotonic();
  return holders_.with([&](Holders& holders) -> std::optional<std::chrono::seconds> {
    Holder& found = find(holders, holder, now);
    fill(found, now);
    if (found.requests >= 1) {
      found.requests -= 1;
      return std::nullopt;
    }
    const double wait = (1 - found.requests) / static_cast<double>(limits_.requests_per_second);
    return std::chrono::seconds(std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(wait))));
  });
}

void QuotaTable::give_back_request(const std::string& holder) {
  if (limits_.requests_per_second == 0) return;
  holders_.with([&](Holders& holders) {
    const auto found = holders.find(holder);
    if (found != holders.end()) found->second.requests = std::min(found->second.requests + 1, bucket_size());
  });
}

bool QuotaTable::take(QuotaKind kind, const std::string& holder, std::vector<Seat>& seats) {
  const std::size_t limit = limit_of(kind);
  if (limit == 0) return true;
  const MonotonicTime now = clock_.monotonic();
  const bool granted = holders_.with([&](Holders& holders) {
    std::size_t& taken = find(holders, holder, now).taken[index_of(kind)];
    if (taken >= limit) return false;
    ++taken;
    return true;
  });
  if (granted) seats.emplace_back(*this, kind, holder);
  return granted;
}

std::string QuotaTable::told_of_requests() const {
  return told(option_, "requests_per_second", limits_.requests_per_second);
}

std::string QuotaTable::told_of(QuotaKind kind) const {
  return told(option_, kind == QuotaKind::kTask ? "running_tasks" : "streams", limit_of(kind));
}

void QuotaTable::give_back(QuotaKind kind, const std::string& holder) {
  holders_.with([&](Holders& holders) {
    const auto found = holders.find(holder);
    if (found != holders.end()) --found->second.taken[index_of(kind)];
  });
}

Quotas::Quotas(const QuotaSettings& settings, const Clock& clock)
    : principals(settings.principal, kOfPrincipal, clock),
      addresses(settings.address, kOfAddress, clock),
      accounts(make_accounts(settings)),
      settings_(settings) {}

std::string Quotas::full(const Principal& caller, const std::string& address,
                         const Addition& addition) const {
  if (accounts == nullptr) return {};
  std::string here = full_of(settings_.address, kOfAddress, accounts->of_address(address), addition);
  if (!here.empty() || !caller.is_authenticated) return here;
  return full_of(settings_.principal, kOfPrincipal, accounts->of_owner(caller.owner), addition);
}

std::optional<Quotas::Wait> Quotas::take_request(const Payer& payer) {
  const auto take = [](QuotaTable& table, const std::string& holder) -> std::optional<Wait> {
    const auto time = holder.empty() ? std::nullopt : table.take_request(holder);
    return time ? std::optional(Wait{*time, table.told_of_requests()}) : std::nullopt;
  };
  if (auto wait = take(principals, payer.principal)) return wait;
  auto wait = take(addresses, payer.address);
  if (wait && !payer.principal.empty()) principals.give_back_request(payer.principal);
  return wait;
}

std::string Quotas::take(QuotaKind kind, const Payer& payer, std::vector<QuotaTable::Seat>& seats) {
  const auto take = [&](QuotaTable& table, const std::string& holder) {
    return holder.empty() || table.take(kind, holder, seats);
  };
  if (!take(addresses, payer.address)) return addresses.told_of(kind);
  return take(principals, payer.principal) ? "" : principals.told_of(kind);
}

}  // namespace schemagate::access
