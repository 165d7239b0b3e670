// The security members of a card, in the forms of both versions.
#pragma once

#include "a2a/json/tree.h"
#include "gateway/access/card_security.h"

namespace schemagate {

// Add `securitySchemes`, the requirements of the card and those of its skills which need scopes. A card that
// gets both has schemes with the members of both: readers of one version pass over those of the other.
// Nothing is added where nobody is asked who he is.
void add_v0_3_security(a2a::JsonTree& card, const access::CardSecurity& security);
void add_v1_0_security(a2a::JsonTree& card, const access::CardSecurity& security);

}  // namespace schemagate
