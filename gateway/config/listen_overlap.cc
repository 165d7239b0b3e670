#include "gateway/config/listen_overlap.h"

#include <string>
#include <string_view>
#include <vector>

#include "gateway/config/listen.h"
#include "gateway/config/text.h"
#include "gateway/net/ip_address.h"

namespace schemagate {
namespace {

struct Place {
  std::string name;
  std::string_view member;  // of the file
  ListenAddress listen;
};

// `::` takes IPv4, too.
bool takes(const ListenAddress& wildcard, const ListenAddress& other) {
  return wildcard.address == "::" || (wildcard.address == "0.0.0.0" && !other.address.contains(':'));
}

bool overlap(const ListenAddress& a, const ListenAddress& b) {
  if (a.port != b.port || a.port == 0) return false;
  return net::IpAddress::parse(a.address) == net::IpAddress::parse(b.address) || takes(a, b) || takes(b, a);
}

std::string shown(const ListenAddress& listen) {
  const bool is_v6 = listen.address.contains(':');
  return (is_v6 ? "[" + listen.address + "]" : listen.address) + ":" + std::to_string(listen.port);
}

std::vector<Place> places_of(const Config& config) {
  std::vector<Place> places;
  for (const ListenerConfig& each : config.listeners) {
    const bool is_short = each.name.empty();
    places.push_back({is_short ? "listen" : "listeners." + each.name,
                      is_short ? "listen" : "listeners",
                      {each.options.address, each.options.port}});
  }
  if (!config.admin.address.empty())
    places.push_back({"admin.listen", "admin", {config.admin.address, config.admin.port}});
  return places;
}

}  // namespace

void check_addresses(ConfigSection& root, const Config& config) {
  for (const std::string_view member : {"listen", "listeners", "admin"}) {
    if (root.is_refused(member)) return;
  }
  const std::vector<Place> places = places_of(config);
  for (std::size_t later = 1; later < places.size(); ++later) {
    for (std::size_t first = 0; first < later; ++first) {
      const auto& [a, b] = std::tie(places[first], places[later]);
      if (!overlap(a.listen, b.listen)) continue;
      const bool is_same = shown(a.listen) == shown(b.listen);
      root.refuse(b.member, b.name + " and " + a.name + " both listen on " + shown(b.listen) +
                                (is_same ? "" : ", which takes " + shown(a.listen)));
    }
  }
}

}  // namespace schemagate
