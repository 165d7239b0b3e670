#include "gateway/push/name_lookup.h"

#include <netdb.h>
#include <sys/socket.h>

#include <thread>
#include <utility>

namespace schemagate::push {

std::vector<IpAddress> resolve_by_system(const std::string& host) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (::getaddrinfo(host.c_str(), nullptr, &hints, &found) != 0) return {};
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(found, ::freeaddrinfo);
  std::vector<IpAddress> addresses;
  for (const addrinfo* entry = found; entry != nullptr; entry = entry->ai_next) {
    if (const auto address = IpAddress::from(*entry->ai_addr)) addresses.push_back(*address);
  }
  return addresses;
}

std::optional<std::vector<IpAddress>> NameLookup::find(const std::string& host,
                                                       std::chrono::milliseconds time,
                                                       const std::stop_token& stop) {
  const auto deadline = std::chrono::steady_clock::now() + time;
  const auto found = std::make_shared<std::optional<std::vector<IpAddress>>>();
  Places& places = *places_;
  std::unique_lock lock(places.mutex);
  const auto has_place = [&places] { return places.busy < kAtOnceMax; };
  if (!places.changed.wait_until(lock, stop, deadline, has_place)) return std::nullopt;
  std::thread([places = places_, found, host, resolve = resolve_] {
    auto addresses = resolve(host);
    const std::lock_guard held(places->mutex);
    *found = std::move(addresses);
    --places->busy;
    places->changed.notify_all();
  }).detach();
  ++places.busy;
  places.changed.wait_until(lock, stop, deadline, [&found] { return found->has_value(); });
  return std::move(*found);
}

}  // namespace schemagate::push
