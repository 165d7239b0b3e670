// What times of the configuration do not fit together.
#pragma once

#include "gateway/config/config.h"
#include "gateway/config/section.h"

namespace schemagate {

// Warns of a time that never comes since another one is over before: limits.blocking_timeout beyond the
// request_timeout of an agent that is never called by a stream, that beyond its task_timeout,
// push.give_up_after beyond limits.task_retention. Only of times that stand in the file.
void check_times(ConfigSection& root, const Config& config);

}  // namespace schemagate
