#include "gateway/admin/metrics_page.h"

#include <gmock/gmock.h>

#include <string>

namespace schemagate {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(MetricsPage, TellsWhatIsKeptAndHowItIs) {
  StoreReadings store{.tasks = 7};
  store.health.writing = a2a::fail(a2a::ErrorCode::kInternal, "the disk is full");
  store.health.unreadable_tasks = 2;
  store.ledger = store::LedgerFigures{3, 40};
  store.push = PushFigures{5, 4, 1};
  GatewayReadings gateway;
  gateway.store = store;
  const std::string text = write_metrics(gateway, {}, EventCounts());
  for (const char* const sample :
       {"schemagate_ready 1", "schemagate_tasks_kept 7", "schemagate_tasks_unreadable 2",
        "schemagate_store_writable 0", "schemagate_ledger_commits_total 3",
        "schemagate_ledger_changes_total 40", "schemagate_push_deliveries_total{outcome=\"delivered\"} 5",
        "schemagate_push_deliveries_total{outcome=\"failed\"} 4",
        "schemagate_push_deliveries_total{outcome=\"given_up\"} 1"}) {
    EXPECT_THAT(text, HasSubstr(std::string("\n") + sample + "\n"));
  }
}

TEST(MetricsPage, SaysNothingOfAStoreThatIsLoading) {
  const std::string text = write_metrics({}, {}, EventCounts());
  EXPECT_THAT(text, HasSubstr("\nschemagate_ready 0\n"));
  for (const char* const metric :
       {"schemagate_tasks_kept", "schemagate_store_writable", "schemagate_ledger", "schemagate_push"})
    EXPECT_THAT(text, Not(HasSubstr(metric)));
}

TEST(MetricsPage, TellsWhenCertificatesExpireAndWhoIsUp) {
  constexpr std::chrono::sys_days kEnd{std::chrono::year(2027) / 1 / 31};
  GatewayReadings gateway;
  gateway.certificates = {{"edge", "/etc/edge.pem", kEnd},
                          {"", "a.pem", kEnd + std::chrono::milliseconds(500)}};
  gateway.agents = {{"fight", true}, {"flight", false}};
  const std::string text = write_metrics(gateway, {}, EventCounts());
  for (const char* const sample :
       {"schemagate_certificate_expiry_time_seconds{listener=\"edge\",file=\"/etc/edge.pem\"} 1801353600",
        "schemagate_certificate_expiry_time_seconds{file=\"a.pem\"} 1801353600.5",
        "schemagate_agent_up{agent=\"fight\"} 1", "schemagate_agent_up{agent=\"flight\"} 0"}) {
    EXPECT_THAT(text, HasSubstr(std::string("\n") + sample + "\n"));
  }
}

}  // namespace
}  // namespace schemagate
