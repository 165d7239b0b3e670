#include "gateway/net/ip_address.h"

#include <gtest/gtest.h>

#include "gateway/net/peer.h"

namespace schemagate::net {
namespace {

std::string network_of(std::string_view text) {
  return IpAddress::parse(text)->network();
}

TEST(IpAddress, NetworkIsTheAddressOfIpv4) {
  EXPECT_EQ(network_of("192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(network_of("::ffff:192.0.2.1"), "192.0.2.1") << "mapped, it is the same client";
  EXPECT_NE(network_of("192.0.2.1"), network_of("192.0.2.2"));
}

TEST(IpAddress, NetworkOfIpv6HasItsFirst64Bits) {
  EXPECT_EQ(network_of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
  EXPECT_EQ(network_of("2001:db8:1:2::"), network_of("2001:db8:1:2:ffff:ffff:ffff:ffff"));
  EXPECT_NE(network_of("2001:db8:1:2::1"), network_of("2001:db8:1:3::1"));
  EXPECT_EQ(network_of("::1"), "::/64");
}

TEST(PeerIdentity, ComesFromAnAddressAndItsNetwork) {
  PeerIdentity peer{.tls = true, .listener = 3};
  peer.comes_from(*IpAddress::parse("2001:db8::7"));
  EXPECT_EQ(peer.address, "2001:db8::7");
  EXPECT_EQ(peer.network, "2001:db8::/64");
  peer.comes_from(*IpAddress::parse("192.0.2.1"));
  EXPECT_EQ(peer.address, "192.0.2.1");
  EXPECT_EQ(peer.network, "192.0.2.1");
  EXPECT_TRUE(peer.tls);
  EXPECT_EQ(peer.listener, 3u);
}

}  // namespace
}  // namespace schemagate::net
