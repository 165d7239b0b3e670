// Plays the probes against a listener: an ambiguous message never reaches the handler.
#include <gtest/gtest.h>

#include "tests/integration/net/probes.h"
#include "tests/integration/net/test_server.h"

namespace schemagate::net {

void PrintTo(const Probe& probe, std::ostream* out) {
  *out << probe.name;
}

namespace {

class FramingProbe : public testing::TestWithParam<Probe> {};

TEST_P(FramingProbe, HasItsOnlyAcceptableOutcome) {
  auto seen = std::make_shared<SeenRequests>();
  auto server = start_echo(seen);
  RawSocket client = RawSocket::connect(server->port());
  client.send(GetParam().bytes);
  client.half_close();
  EXPECT_EQ(statuses_in(client.receive_all()), GetParam().statuses);
  EXPECT_EQ(seen->text(), GetParam().seen);
}

// The same with the bytes one by one: no outcome depends on how the network cuts them.
TEST_P(FramingProbe, HasTheSameOutcomeInSmallPieces) {
  auto seen = std::make_shared<SeenRequests>();
  auto server = start_echo(seen);
  RawSocket client = RawSocket::connect(server->port());
  std::string_view bytes = GetParam().bytes;
  std::size_t step = bytes.size() > 1000 ? 1000 : 1;
  for (std::size_t at = 0; at < bytes.size() && client.send(bytes.substr(at, step)); at += step) {
  }
  client.half_close();
  EXPECT_EQ(statuses_in(client.receive_all()), GetParam().statuses);
  EXPECT_EQ(seen->text(), GetParam().seen);
}

std::string name_of(const testing::TestParamInfo<Probe>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(Smuggling, FramingProbe, testing::ValuesIn(smuggling_probes()), name_of);
INSTANTIATE_TEST_SUITE_P(Chunking, FramingProbe, testing::ValuesIn(chunking_probes()), name_of);
INSTANTIATE_TEST_SUITE_P(Pipelining, FramingProbe, testing::ValuesIn(pipelining_probes()), name_of);
INSTANTIATE_TEST_SUITE_P(Field, FramingProbe, testing::ValuesIn(field_probes()), name_of);
INSTANTIATE_TEST_SUITE_P(RequestLine, FramingProbe, testing::ValuesIn(request_line_probes()), name_of);
INSTANTIATE_TEST_SUITE_P(Host, FramingProbe, testing::ValuesIn(host_probes()), name_of);

}  // namespace
}  // namespace schemagate::net
