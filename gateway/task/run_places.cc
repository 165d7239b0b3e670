#include "gateway/task/run_places.h"

#include <utility>
#include <vector>

namespace schemagate {
namespace {

using Seats = std::vector<access::QuotaTable::Seat>;

bool take_seat(access::QuotaTable& quotas, const std::string& holder, Seats& seats) {
  return holder.empty() || quotas.take(access::QuotaKind::kTask, holder, seats);
}

std::optional<std::chrono::seconds> take_from(access::QuotaTable& quotas, const std::string& holder) {
  if (holder.empty()) return std::nullopt;
  return quotas.take_request(holder);
}

}  // namespace

std::variant<RunPlaces::Place, RunPlaces::Denied> RunPlaces::take(const Payer& payer,
                                                                  std::size_t size) const {
  struct Held {
    net::SharedLimit::Part part;
    Seats seats;
  };
  Seats seats;
  const bool is_granted = take_seat(quotas_.addresses, payer.address, seats) &&
                          take_seat(quotas_.principals, payer.principal, seats);
  if (!is_granted) return Denied::kQuota;
  auto part = running_.part_of(payer.holder());
  if (!part.grow_to(size)) return Denied::kFull;
  auto held = std::make_shared<Held>(std::move(part), std::move(seats));
  net::SharedLimit::Part* place = &held->part;
  return Place(std::move(held), place);
}

std::optional<std::chrono::seconds> RunPlaces::take_request(const Payer& payer) const {
  if (const auto wait = take_from(quotas_.addresses, payer.address)) return wait;
  return take_from(quotas_.principals, payer.principal);
}

}  // namespace schemagate
