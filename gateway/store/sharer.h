// As whom an owner shares what is kept with others (owner_queues.h), and in whose account it stands.
//
//   run_owner("4f1d", "5:alice")            // "plan/4f1d/5:alice": what agents are sent for a run of alice's
//   sharer("plan/4f1d/5:alice")             // "5:alice"
#pragma once

#include <string>
#include <string_view>

namespace schemagate::store {

// Owners whose names begin so are runs of plans.
inline constexpr std::string_view kRunOwners = "plan/";

// A run as whoever has asked for it, any other owner as itself. Runs of ledgers from before that was known
// share as one.
inline std::string_view sharer(std::string_view owner) {
  if (!owner.starts_with(kRunOwners)) return owner;
  const std::size_t end = owner.find('/', kRunOwners.size());
  return end == std::string_view::npos ? kRunOwners : owner.substr(end + 1);
}

// `run` has no slash. `asker`: whose task the run is, which may be that of another run.
inline std::string run_owner(std::string_view run, std::string_view asker) {
  std::string name(kRunOwners);
  return name.append(run).append(1, '/').append(sharer(asker));
}

// Whether it is that run, whoever has asked for it.
inline bool is_of_run(std::string_view owner, std::string_view run) {
  if (!owner.starts_with(kRunOwners)) return false;
  owner.remove_prefix(kRunOwners.size());
  return owner.substr(0, owner.find('/')) == run;
}

}  // namespace schemagate::store
