#include "gateway/task/run_places.h"

#include <utility>
#include <vector>

namespace schemagate {
std::variant<RunPlaces::Place, RunPlaces::Denied> RunPlaces::take(const Payer& payer,
                                                                  std::size_t size) const {
  struct Held {
    net::SharedLimit::Part part;
    std::vector<access::QuotaTable::Seat> seats;
  };
  std::vector<access::QuotaTable::Seat> seats;
  std::string used_up = quotas_.take(access::QuotaKind::kTask, payer, seats);
  if (!used_up.empty()) return Denied{std::move(used_up)};
  auto part = running_.part_of(payer.holder());
  if (!part.grow_to(size)) return Denied{};
  auto held = std::make_shared<Held>(std::move(part), std::move(seats));
  net::SharedLimit::Part* place = &held->part;
  return Place(std::move(held), place);
}

std::optional<access::Quotas::Wait> RunPlaces::take_request(const Payer& payer) const {
  return quotas_.take_request(payer);
}

}  // namespace schemagate
