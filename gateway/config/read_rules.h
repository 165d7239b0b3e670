// The section `rules` of the configuration: what callers may do.
#pragma once

#include <string_view>
#include <vector>

#include "gateway/access/grants.h"
#include "gateway/config/config.h"
#include "gateway/config/section.h"

namespace schemagate {

// What `operations` of a rule may name: every operation of A2A 1.0 and every method of an extension.
std::vector<std::string_view> rule_operations();

std::vector<access::AccessRule> read_rules(ConfigSection& root);

// What only the whole configuration tells: rules without authentication and the other way round, agents and
// skills that there are not, rules that let everybody do everything, and credentials that cross the network
// in plain text (warnings).
void check_rules(ConfigSection& root, const Config& config);

}  // namespace schemagate
