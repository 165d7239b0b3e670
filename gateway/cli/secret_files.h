// Files with secrets that options name.
#pragma once

#include "gateway/cli/console.h"

namespace schemagate::cli {

// Whatever file an option of the verb, or of its own verbs, names with a secret in it: when others than its
// owner may read or change it, that is said on console.err, and the verb goes on. `console` outlives the
// verb.
void warn_of_exposed_secrets(CLI::App& verb, const Console& console);

}  // namespace schemagate::cli
