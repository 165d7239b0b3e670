#include "gateway/version/version.h"

#include <openssl/crypto.h>
#include <sqlite3.h>

namespace schemagate {

std::string_view program_version() {
  return SCHEMAGATE_VERSION;
}

std::string_view program_commit() {
  return
#include "commit.inc"
      ;
}

std::string version_text() {
  std::string text = "schemagate " + std::string(program_version());
  text.append(" (commit ").append(program_commit()).append(")\nspeaks A2A 0.3 and 1.0\n");
  text.append("libraries: OpenSSL ").append(OpenSSL_version(OPENSSL_VERSION_STRING));
  text.append(", SQLite ").append(sqlite3_libversion());
  return text.append(", ").append(SCHEMAGATE_LIBRARIES);
}

}  // namespace schemagate
