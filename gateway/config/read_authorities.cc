#include "gateway/config/read_authorities.h"

#include "gateway/net/tls_client.h"

namespace schemagate {

std::string read_authorities(ConfigSection& section, const std::filesystem::path& folder) {
  std::string file;
  if (!section.read_text("ca_file", file)) return file;
  file = (folder / file).string();
  const auto made = net::TlsClient::make({.ca = file});
  if (!made) section.refuse("ca_file", made.error().detail);
  return file;
}

}  // namespace schemagate
