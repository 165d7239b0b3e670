// Which key that is there the wishes of a cluster are nearest to, where no name says so (structured-data
// draft, section 6.2.2, conflict detection): by their words beside the key's name and description, and by the
// vectors of a model where the key came from wishes of the same space. Neither tells for sure that two keys
// are one, so this is told to people and decides nothing. Pure; safe from any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "extension/evolution/lifecycle/key.h"
#include "extension/evolution/pool/pool.h"
#include "extension/schema_interaction/schema_template.h"

namespace schemagate::evolution {

struct NearKey {
  std::string name = {};  // empty: none is near
  double cosine = 0;
};

// From these cosines on.
inline constexpr double kNearByWords = 0.4;
inline constexpr double kNearByModelBelowTheta = 0.1;  // so much below the threshold of one wish

// `client` is for whom the new key would be; empty: for everybody. Keys of other clients are not near, nor is
// the one that the cluster itself has brought.
NearKey find_near_key(const Cluster& cluster, std::string_view client, const Pool& pool,
                      const schema_interaction::SchemaTemplate& base, const std::vector<EvolvedKey>& keys,
                      const Settings& settings, const Stemmer& stemmer);

}  // namespace schemagate::evolution
