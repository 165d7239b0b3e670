// Where the names of stores may lead: nobody is called at an address that is not allowed.
#include "gateway/task/foreign_contexts.h"

#include <gmock/gmock.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <optional>

#include "extension/agent_context/context_uri.h"

namespace schemagate {
namespace {

class ForeignAddresses : public testing::Test {
 protected:
  // What comes of reading a record of store.example, whose name leads there.
  std::string fault_at(const std::vector<std::string>& addresses, const std::string& allowed = "") {
    boost::asio::io_context context;
    std::vector<push::AddressRange> ranges;
    if (!allowed.empty()) ranges.push_back(*push::AddressRange::parse(allowed));
    const std::vector<ContextSource> sources{{.name = "store",
                                              .origin = *a2a::uri::parse_url("http://store.example:1"),
                                              .guard = push::AddressGuard(std::move(ranges)),
                                              .requires_digest = false,
                                              .timeout = std::chrono::seconds(5)}};
    const auto resolve = [&addresses](const std::string&) {
      std::vector<net::IpAddress> found;
      for (const std::string& each : addresses) found.push_back(*net::IpAddress::parse(each));
      return found;
    };
    const auto upstream = net::make_upstream_client(context.get_executor(), {});
    ForeignContexts contexts({context.get_executor(), *upstream, sources, clock_, log_, resolve});
    std::optional<a2a::Result<ForeignContext, ForeignFault>> reading;
    const auto read = [&]() -> net::Awaitable<void> {
      reading.emplace(co_await contexts.read("http://store.example:1/c", "a"));
    };
    boost::asio::co_spawn(context, read, [](const std::exception_ptr& thrown) { EXPECT_FALSE(thrown); });
    while (!reading && context.run_one() > 0) {
    }
    return reading && !*reading ? std::string(name(reading->error())) : "read";
  }

  const SystemClock clock_;
  const Log log_{LogLevel::kOff};
};

TEST_F(ForeignAddresses, ANameThatLeadsIntoTheNetworkIsNotFollowed) {
  for (const char* const address : {"127.0.0.1", "169.254.169.254", "10.0.0.1", "::1", "::ffff:192.168.0.1"})
    EXPECT_EQ(fault_at({address}), "address_not_allowed") << address;
}

TEST_F(ForeignAddresses, OneForbiddenAddressAmongOthersIsEnough) {
  EXPECT_EQ(fault_at({"8.8.8.8", "127.0.0.1"}), "address_not_allowed");
}

TEST_F(ForeignAddresses, AnAllowedRangeIsCalled) {
  EXPECT_EQ(fault_at({"127.0.0.1"}, "127.0.0.0/8"), "unavailable") << "nobody listens at port 1";
  EXPECT_EQ(fault_at({"127.0.0.1"}, "10.0.0.0/8"), "address_not_allowed");
}

TEST_F(ForeignAddresses, ANameThatLeadsNowhereMayDoSoLater) {
  EXPECT_EQ(fault_at({}), "unavailable");
}

}  // namespace
}  // namespace schemagate
