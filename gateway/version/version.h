// What this program is made of, for reports of bugs.
#pragma once

#include <string>
#include <string_view>

namespace schemagate {

// "0.1.0".
std::string_view program_version();

// The commit it was built from, 12 digits, followed by "+changes" where files differed from it; "unknown"
// where it was not built in a clone.
std::string_view program_commit();

// For `schemagate --version`: a line with both, a line with the A2A versions, a line with the libraries.
// OpenSSL's and SQLite's versions are those that run, the others those that it was built with.
std::string version_text();

}  // namespace schemagate
