// Takes out of an operation's result what its caller may not see. Pure.
#pragma once

#include "gateway/access/hidden_fields.h"
#include "gateway/front/operation_values.h"

namespace schemagate {

// Cards, templates and push notification configs have no data of the agent's; the events of a StreamedTask
// are hidden as they are written, what it begins with likewise.
void hide(OperationResult& result, const access::HiddenFields& hidden);

}  // namespace schemagate
