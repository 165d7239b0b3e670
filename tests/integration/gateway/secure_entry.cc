#include "tests/integration/gateway/secure_entry.h"

#include <cstdlib>
#include <ctime>
#include <fstream>

namespace schemagate {
namespace {

std::string claims_of_tester() {
  return Json{{"iss", access::kIssuer},
              {"aud", access::kAudience},
              {"sub", "tester"},
              {"exp", std::time(nullptr) + 3'600}}
      .dump();
}

}  // namespace

const SecureEntry* SecureEntry::in_use() {
  const char* wanted = std::getenv("SCHEMAGATE_TEST_ENTRY");
  if (wanted == nullptr || std::string_view(wanted) != "https") return nullptr;
  static const SecureEntry kEntry;
  return &kEntry;
}

SecureEntry::SecureEntry()
    : certificate_(ca_.issue()),
      token_(issuer_.token(claims_of_tester())),
      key_set_file_((ca_.folder() / "keys.json").string()),
      client_(net::TlsSide::Role::kClient, {.ca = ca_.file()}) {
  std::ofstream(key_set_file_) << issuer_.key_set();
}

Json SecureEntry::configuration() const {
  const Json certificate{{"cert", certificate_.certificate}, {"key", certificate_.key}};
  const Json issuer{
      {"issuer", access::kIssuer}, {"audience", {access::kAudience}}, {"jwks_file", key_set_file_}};
  return {{"listen", nullptr},
          {"listeners", {{"main", {{"address", "127.0.0.1:0"}, {"certificates", {{"main", certificate}}}}}}},
          {"authentication", {{"tokens", {{"issuer", issuer}}}}},
          {"rules", {{"whoever_is_known", Json::object()}}}};
}

net::TlsPeer SecureEntry::connect(std::uint16_t port) const {
  return {client_, net::RawSocket::connect(port), "localhost"};
}

}  // namespace schemagate
