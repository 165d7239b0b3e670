#include "extension/evolution/pool/clients.h"

#include <utility>

namespace schemagate::evolution {
namespace {

constexpr Instant kForgotten = 30 * kDay;
// Set in the tenant of a client that has none, so that it is no other's.
constexpr std::uint64_t kOwnTenant = std::uint64_t{1} << 63;

std::uint64_t tenant_number(std::string_view tenant) {
  std::uint64_t value = 0xcbf29ce484222325U;
  for (const char c : tenant) value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return value & ~kOwnTenant;
}

bool count_in(Instant& begin, std::size_t& count, Instant length, std::size_t max, Instant now) {
  if (now - begin >= length || now < begin) {
    begin = now;
    count = 0;
  }
  return count < max;
}

}  // namespace

void Clients::know(std::string_view name, Instant first_seen) {
  if (clients_.contains(name)) return;
  if (clients_.size() >= kClientsMax) return;
  add(name, first_seen);
}

Client& Clients::see(std::string_view name, std::string_view tenant, Instant now) {
  auto found = clients_.find(name);
  if (found == clients_.end()) {
    make_room(now);
    if (clients_.size() >= kClientsMax) name = "";
    found = clients_.find(name);
    if (found == clients_.end()) {
      add(name, now);
      found = clients_.find(name);
    }
  }
  Client& client = found->second;
  client.last_seen = now;
  if (!tenant.empty() && !name.empty()) client.tenant = tenant_number(tenant);
  return client;
}

bool Clients::within_limits(Client& client, const Settings& settings, Instant now) {
  const bool minute = count_in(client.minute_begin, client.minute_count, kMinute, settings.per_minute, now);
  const bool day = count_in(client.day_begin, client.day_count, kDay, settings.per_day, now);
  if (!minute || !day) return false;
  ++client.minute_count;
  ++client.day_count;
  return true;
}

bool Clients::is_old_enough(const Client& client, const Settings& settings, Instant now) {
  return static_cast<double>(now - client.first_seen) >=
         settings.minimum_age_hours * static_cast<double>(kHour);
}

const Client* Clients::find(std::string_view name) const {
  const auto found = clients_.find(name);
  return found == clients_.end() ? nullptr : &found->second;
}

std::optional<std::string> Clients::name_of(ClientNumber number) const {
  for (const auto& [name, client] : clients_) {
    if (client.number == number) return name;
  }
  return std::nullopt;
}

void Clients::set_opted_out(std::string_view name, bool out, Instant now) {
  see(name, "", now).opted_out = out;
}

void Clients::forget(std::string_view name) {
  if (const auto found = clients_.find(name); found != clients_.end()) clients_.erase(found);
}

void Clients::restore(Table clients, ClientNumber last) {
  clients_ = std::move(clients);
  last_ = last;
}

Client& Clients::add(std::string_view name, Instant first_seen) {
  Client& client = clients_[std::string(name)];
  client.number = name.empty() ? kAnonymous : ++last_;
  client.tenant = kOwnTenant | client.number;
  client.first_seen = client.last_seen = first_seen;
  return client;
}

void Clients::make_room(Instant now) {
  if (clients_.size() < kClientsMax) return;
  std::erase_if(clients_, [now](const auto& row) {
    return now - row.second.last_seen > kForgotten && !row.second.opted_out;
  });
  if (clients_.size() < kClientsMax) return;
  std::erase_if(clients_, [now](const auto& row) {
    const Client& client = row.second;
    return !client.opted_out && client.last_seen - client.first_seen < kDay && client.last_seen < now;
  });
}

}  // namespace schemagate::evolution
