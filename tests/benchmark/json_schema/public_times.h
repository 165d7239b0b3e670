// Times validation over schemas that are fetched for a run.
#pragma once

#include <filesystem>

namespace schemagate {

// For every NAME.schema.json of `folder`, draft-07 unless it says otherwise, with its instances in
// NAME.jsonl, one a line: prints a line of JSON with `name`, `compile`, and `document`, `explain` and `whole`
// (from the text to the verdict) as arrays with one value per instance, all in nanoseconds, the least of many
// short rounds. Instances that are invalid have null. A schema that does not compile has `refused` instead.
// False when the folder has none.
bool print_public_times(const std::filesystem::path& folder);

}  // namespace schemagate
