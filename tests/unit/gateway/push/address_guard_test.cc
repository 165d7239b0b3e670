// Where a webhook must not lead.
#include "gateway/push/address_guard.h"

#include <gtest/gtest.h>
#include <netinet/in.h>

#include <bit>
#include <tuple>

namespace schemagate::push {
namespace {

IpAddress address(std::string_view text) {
  const auto parsed = IpAddress::parse(text);
  EXPECT_TRUE(parsed) << text;
  return parsed.value_or(*IpAddress::parse("0.0.0.0"));
}

TEST(AddressGuard, RefusesEverythingThatIsNotPublic) {
  for (const char* text : {"0.0.0.0",
                           "0.1.2.3",
                           "10.0.0.1",
                           "10.255.255.255",
                           "100.64.0.1",
                           "100.127.255.255",
                           "127.0.0.1",
                           "127.255.0.1",
                           "169.254.0.1",
                           "169.254.169.254",
                           "172.16.0.1",
                           "172.31.255.255",
                           "192.0.0.8",
                           "192.0.2.1",
                           "192.88.99.1",
                           "192.168.0.1",
                           "198.18.0.1",
                           "198.19.255.255",
                           "198.51.100.1",
                           "203.0.113.1",
                           "224.0.0.1",
                           "239.255.255.255",
                           "240.0.0.1",
                           "255.255.255.255",
                           "168.63.129.16",
                           "::",
                           "::1",
                           "::7f00:1",
                           "::ffff:127.0.0.1",
                           "::ffff:10.0.0.1",
                           "::ffff:0:10.0.0.1",
                           "64:ff9b::a00:1",
                           "64:ff9b::7f00:1",
                           "64:ff9b:1::a00:1",
                           "100::1",
                           "2001::1",
                           "2001:db8::1",
                           "2001:10::1",
                           "2001:20::1",
                           "2002:a00:1::",
                           "2002:7f00:1::1",
                           "2002:c0a8:101::",
                           "3fff::1",
                           "fc00::1",
                           "fd00:ec2::254",
                           "fe80::1",
                           "fec0::1",
                           "ff02::1",
                           "ff0e::1",
                           "4000::1"}) {
    EXPECT_FALSE(AddressGuard().allows(address(text))) << text;
  }
}

TEST(AddressGuard, AllowsThePublicInternet) {
  for (const char* text :
       {"1.1.1.1", "8.8.8.8", "100.63.255.255", "100.128.0.1", "172.15.255.255", "172.32.0.1", "192.167.0.1",
        "198.17.255.255", "223.255.255.255", "2606:4700::1111", "2a00:1450::1", "2001:4860:4860::8888",
        "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::1"}) {
    EXPECT_TRUE(AddressGuard().allows(address(text))) << text;
  }
}

TEST(AddressGuard, AllowsWhatTheOperatorNames) {
  const AddressGuard guard({*AddressRange::parse("10.1.0.0/16"), *AddressRange::parse("fd00::/8"),
                            *AddressRange::parse("127.0.0.1")});
  EXPECT_TRUE(guard.allows(address("10.1.255.255")));
  EXPECT_TRUE(guard.allows(address("::ffff:10.1.0.1"))) << "the same destination";
  EXPECT_TRUE(guard.allows(address("fd12::1")));
  EXPECT_TRUE(guard.allows(address("127.0.0.1")));
  EXPECT_FALSE(guard.allows(address("10.2.0.0")));
  EXPECT_FALSE(guard.allows(address("127.0.0.2")));
  EXPECT_FALSE(guard.allows(address("fc00::1")));
  EXPECT_TRUE(guard.allows(address("8.8.8.8")));
}

TEST(AddressRange, TakesWholeRangesOnly) {
  for (const char* text : {"10.0.0.1/8", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/x", "10.0/8", "fd00::1/8",
                           "::/129", "", "/8", "host", "10.0.0.0/-1", "10.0.0.0/8 "}) {
    EXPECT_FALSE(AddressRange::parse(text)) << text;
  }
  EXPECT_TRUE(AddressRange::parse("0.0.0.0/0")->contains(address("8.8.8.8")));
  EXPECT_FALSE(AddressRange::parse("0.0.0.0/0")->contains(address("2606:4700::1111")));
  EXPECT_TRUE(AddressRange::parse("10.0.0.0/9")->contains(address("10.127.0.0")));
  EXPECT_FALSE(AddressRange::parse("10.0.0.0/9")->contains(address("10.128.0.0")));
}

TEST(IpAddress, KnowsOneTextualForm) {
  for (const char* text : {"127.1", "0x7f.0.0.1", "017700000001", "2130706433", "127.0.0.1 ", "::1%lo",
                           "[::1]", "010.0.0.1", ""}) {
    EXPECT_FALSE(IpAddress::parse(text)) << text;
  }
  EXPECT_EQ(address("::ffff:1.2.3.4").text(), "1.2.3.4");
  EXPECT_EQ(address("2606:4700:0:0::1111").text(), "2606:4700::1111");
}

TEST(IpAddress, IsReadFromWhatTheSystemResolves) {
  sockaddr_in v4{};
  v4.sin_family = AF_INET;
  v4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  EXPECT_EQ(IpAddress::from(*std::bit_cast<const sockaddr*>(&v4)), address("127.0.0.1"));
  sockaddr_in6 v6{};
  v6.sin6_family = AF_INET6;
  v6.sin6_addr = in6addr_loopback;
  EXPECT_EQ(IpAddress::from(*std::bit_cast<const sockaddr*>(&v6)), address("::1"));
  sockaddr other{};
  other.sa_family = AF_UNIX;
  EXPECT_FALSE(IpAddress::from(other));
}

TEST(AddressRange, EndsAtTheBitThatItNames) {
  for (const auto& [range, inside, outside] :
       {std::tuple("128.0.0.0/1", "255.255.255.255", "127.255.255.255"),
        std::tuple("10.1.2.0/23", "10.1.3.255", "10.1.4.0"),
        std::tuple("10.1.2.3/32", "10.1.2.3", "10.1.2.2"), std::tuple("10.1.2.2/31", "10.1.2.3", "10.1.2.4"),
        std::tuple("fe80::/10", "febf:ffff::1", "fec0::"),
        std::tuple("2001:db8::/127", "2001:db8::1", "2001:db8::2"),
        std::tuple("2001:db8::1/128", "2001:db8::1", "2001:db8::")}) {
    const auto parsed = AddressRange::parse(range);
    ASSERT_TRUE(parsed) << range;
    EXPECT_TRUE(parsed->contains(address(inside))) << range;
    EXPECT_FALSE(parsed->contains(address(outside))) << range;
  }
  EXPECT_TRUE(AddressRange::parse("::/0")->contains(address("ffff::1")));
  EXPECT_FALSE(AddressRange::parse("10.1.2.1/31")) << "the last bit is set";
  EXPECT_FALSE(AddressRange::parse("128.0.0.0/0")) << "the first bit is set";
}

}  // namespace
}  // namespace schemagate::push
