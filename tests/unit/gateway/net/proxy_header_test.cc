#include "gateway/net/proxy_header.h"

#include <gtest/gtest.h>

#include <random>

namespace schemagate::net {
namespace {

using ProxyState = ProxyHeader::State;
using a2a::http::Headers;

const std::string kStart("\r\n\r\n\0\r\nQUIT\n", 12);

std::string header_of(char command, char family, const std::string& addresses) {
  const auto size = static_cast<char>(addresses.size());
  return kStart + command + family + '\0' + size + addresses;
}
const std::string kV4Addresses("\xc0\x00\x02\x01\x7f\x00\x00\x01\x12\x34\x01\xbb", 12);

TEST(ProxyHeader, TellsTheClientOfEitherFamily) {
  const ProxyHeader v4 = read_proxy_header(header_of(0x21, 0x11, kV4Addresses) + "GET /");
  EXPECT_EQ(v4.state, ProxyState::kComplete);
  EXPECT_EQ(v4.size, 28u);
  EXPECT_EQ(v4.client->text(), "192.0.2.1");
  const std::string v6_addresses = std::string("\x20\x01\x0d\xb8", 4) + std::string(11, '\0') + '\x07' +
                                   std::string(16, '\0') + std::string(4, '\0');
  const ProxyHeader v6 = read_proxy_header(header_of(0x21, 0x21, v6_addresses));
  EXPECT_EQ(v6.client->text(), "2001:db8::7");
}

TEST(ProxyHeader, TellsNobodyOfAProxysOwnConnectionAndOfOtherFamilies) {
  for (const std::string& header : {header_of(0x20, 0x00, ""), header_of(0x20, 0x11, kV4Addresses),
                                    header_of(0x21, 0x00, "tlv"), header_of(0x21, 0x31, "unix")}) {
    const ProxyHeader read = read_proxy_header(header);
    EXPECT_EQ(read.state, ProxyState::kComplete);
    EXPECT_FALSE(read.client);
  }
}

TEST(ProxyHeader, AsksForExactlyTheBytesThatAreMissing) {
  const std::string whole = header_of(0x21, 0x11, kV4Addresses);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const ProxyHeader read = read_proxy_header(whole.substr(0, size));
    EXPECT_EQ(read.state, ProxyState::kIncomplete) << size;
    EXPECT_EQ(read.size, size == 0 ? 15u : size < 16 ? 16u : whole.size()) << size;
  }
}

TEST(ProxyHeader, RefusesWhatIsNone) {
  std::string large = header_of(0x21, 0x11, kV4Addresses);
  large[14] = '\x04';
  for (const std::string& bytes :
       {std::string("GET / HTTP/1.1\r\n"), std::string("POST /flight HTTP/1.1\r\n"),
        header_of(0x11, 0x11, kV4Addresses), header_of(0x22, 0x11, kV4Addresses),
        header_of(0x21, 0x11, kV4Addresses.substr(1)), header_of(0x21, 0x21, kV4Addresses), large}) {
    EXPECT_EQ(read_proxy_header(bytes).state, ProxyState::kMalformed) << bytes;
  }
}

// The examples of section 2.1 of the specification.
TEST(ProxyLine, TellsTheClientOfEitherFamily) {
  const std::string v4 = "PROXY TCP4 255.255.255.255 255.255.255.255 65535 65535\r\n";
  const ProxyHeader read = read_proxy_header(v4 + "GET / HTTP/1.1\r\n");
  EXPECT_EQ(read.state, ProxyState::kComplete);
  EXPECT_EQ(read.size, v4.size());
  EXPECT_EQ(read.client->text(), "255.255.255.255");
  const std::string ones = "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff";
  EXPECT_EQ(read_proxy_header("PROXY TCP6 " + ones + " " + ones + " 65535 65535\r\n").client->text(), ones);
  const ProxyHeader v6 = read_proxy_header("PROXY TCP6 2001:db8::7 ::1 0 443\r\n");
  EXPECT_EQ(v6.client->text(), "2001:db8::7");
  EXPECT_EQ(read_proxy_header("PROXY TCP4 192.168.0.1 192.168.0.11 56324 443\r\n").client->text(),
            "192.168.0.1");
}

TEST(ProxyLine, TellsNobodyWhereTheProxyKnowsNobody) {
  const std::string ones = "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff";
  const std::string longest = "PROXY UNKNOWN " + ones + " " + ones + " 65535 65535\r\n";
  ASSERT_EQ(longest.size(), kProxyLineMax);
  for (const std::string& line :
       {std::string("PROXY UNKNOWN\r\n"), longest, std::string("PROXY UNKNOWN what ever\r\n")}) {
    const ProxyHeader read = read_proxy_header(line);
    EXPECT_EQ(read.state, ProxyState::kComplete) << line;
    EXPECT_EQ(read.size, line.size());
    EXPECT_FALSE(read.client);
  }
}

// What follows the line is TLS's or HTTP's: no byte of it may be asked for.
TEST(ProxyLine, AsksForNoByteBehindItsEnd) {
  for (const std::string line : {"PROXY UNKNOWN\r\n", "PROXY TCP4 192.0.2.1 127.0.0.1 1 2\r\n",
                                 "PROXY TCP6 ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff ::1 65535 65535\r\n"}) {
    for (std::size_t size = 0; size < line.size(); ++size) {
      const ProxyHeader read = read_proxy_header(line.substr(0, size));
      EXPECT_EQ(read.state, ProxyState::kIncomplete) << line << size;
      EXPECT_GT(read.size, size) << line << size;
      EXPECT_LE(read.size, line.size()) << line << size;
    }
  }
}

TEST(ProxyLine, RefusesWhatIsNotToTheLetter) {
  const std::string start = "PROXY TCP4 192.0.2.1 127.0.0.1 ";
  for (const std::string& line : {start + "1 2\n",
                                  start + "1 2\r\r\n",
                                  start + "1 2\rX",
                                  start + "1\r\n",
                                  start + "1 2 3\r\n",
                                  start + "1  2\r\n",
                                  start + " 1 2\r\n",
                                  start + "1 2 \r\n",
                                  start + "01 2\r\n",
                                  start + "1 65536\r\n",
                                  start + "-1 2\r\n",
                                  start + "+1 2\r\n",
                                  start + "1 99999999999\r\n",
                                  start + "1 x\r\n",
                                  start + "1\t2\r\n",
                                  std::string("PROXY TCP4 192.0.2.1 127.0.0.1 1 2") + '\0' + "\r\n",
                                  std::string("PROXY TCP4 192.0.2.01 127.0.0.1 1 2\r\n"),
                                  std::string("PROXY TCP4 ::ffff:192.0.2.1 ::1 1 2\r\n"),
                                  std::string("PROXY TCP4 192.0.2.1 ::1 1 2\r\n"),
                                  std::string("PROXY TCP6 192.0.2.1 ::1 1 2\r\n"),
                                  std::string("PROXY TCP6 fe80::1%eth0 ::1 1 2\r\n"),
                                  std::string("PROXY TCP4 192.0.2 127.0.0.1 1 2\r\n"),
                                  std::string("PROXY TCP5 192.0.2.1 127.0.0.1 1 2\r\n"),
                                  std::string("PROXY UNKNOWNS\r\n     "),
                                  std::string("PROXY unknown\r\n"),
                                  std::string("proxy TCP4 192.0.2.1 127.0.0.1 1 2\r\n"),
                                  std::string("PROXY  TCP4 192.0.2.1 127.0.0.1 1 2\r\n"),
                                  std::string("PROXY\r\n        "),
                                  "PROXY UNKNOWN " + std::string(93, 'x'),
                                  "PROXY UNKNOWN " + std::string(92, 'x') + "\r\n"}) {
    EXPECT_EQ(read_proxy_header(line).state, ProxyState::kMalformed) << line;
  }
}

// Whoever reads goes on as long as more is asked for: each time it must be more than there is, and never too
// much.
TEST(ProxyHeader, AsksForMoreEachTimeWhateverComes) {
  std::mt19937 random(42);
  const std::vector<std::string> whole = {header_of(0x21, 0x11, kV4Addresses),
                                          "PROXY TCP4 192.0.2.1 127.0.0.1 4660 443\r\n", "PROXY UNKNOWN\r\n"};
  for (int i = 0; i < 20'000; ++i) {
    std::string bytes = whole[random() % whole.size()] + std::string(random() % 120, '\r');
    for (std::size_t changes = random() % 4; changes > 0; --changes)
      bytes[random() % bytes.size()] =
          "\r\n \x21\xff"
          "P9:"[random() % 8];
    ProxyHeader read = read_proxy_header({});
    std::size_t known = 0;
    while (read.state == ProxyState::kIncomplete && read.size <= bytes.size()) {
      ASSERT_GT(read.size, known) << testing::PrintToString(bytes);
      ASSERT_LE(read.size, kProxyHeaderMax) << testing::PrintToString(bytes);
      known = read.size;
      read = read_proxy_header(bytes.substr(0, known));
    }
    if (read.state == ProxyState::kComplete) {
      ASSERT_EQ(read.size, known) << testing::PrintToString(bytes);
    }
  }
}

std::vector<AddressRange> trusted() {
  return {*AddressRange::parse("10.0.0.0/8"), *AddressRange::parse("fd00::/8")};
}
std::string client_of(const Headers& headers) {
  const auto client = forwarded_client(headers, trusted());
  return client ? client->text() : "none";
}

TEST(ForwardedClient, IsTheLastAddressThatIsNoTrustedProxys) {
  EXPECT_EQ(client_of({{"X-Forwarded-For", "192.0.2.1"}}), "192.0.2.1");
  EXPECT_EQ(client_of({{"X-Forwarded-For", "6.6.6.6, 192.0.2.1, 10.0.0.2"}}), "192.0.2.1");
  EXPECT_EQ(client_of({{"X-Forwarded-For", "6.6.6.6"}, {"x-forwarded-for", "192.0.2.1"}}), "192.0.2.1");
  EXPECT_EQ(client_of({{"X-Forwarded-For", "10.0.0.3, 10.0.0.2"}}), "10.0.0.3");
  EXPECT_EQ(client_of({{"X-Forwarded-For", "[2001:db8::1]:443"}}), "2001:db8::1");
  EXPECT_EQ(client_of({{"X-Forwarded-For", "192.0.2.1:5678"}}), "192.0.2.1");
}

TEST(ForwardedClient, StopsAtWhatIsNoAddress) {
  EXPECT_EQ(client_of({}), "none");
  EXPECT_EQ(client_of({{"X-Forwarded-For", "unknown"}}), "none");
  EXPECT_EQ(client_of({{"X-Forwarded-For", "192.0.2.1, _hidden, 10.0.0.2"}}), "10.0.0.2");
  EXPECT_EQ(client_of({{"X-Forwarded-For", "192.0.2.1, "}}), "none");
}

TEST(ForwardedTls, IsWhatTheProxySaysOnce) {
  EXPECT_EQ(forwarded_tls({{"X-Forwarded-Proto", "https"}}), true);
  EXPECT_EQ(forwarded_tls({{"X-Forwarded-Proto", "HTTP"}}), false);
  EXPECT_EQ(forwarded_tls({{"X-Forwarded-Proto", "https, http"}}), std::nullopt);
  EXPECT_EQ(forwarded_tls({{"X-Forwarded-Proto", "ftp"}}), std::nullopt);
  EXPECT_EQ(forwarded_tls({}), std::nullopt);
}

}  // namespace
}  // namespace schemagate::net
