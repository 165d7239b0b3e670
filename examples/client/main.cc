// A client in a few lines: finds an agent by its URL, sends a fight as typed data, prints what comes of it.
#include <cstdio>
#include <string>
#include <variant>

#include "a2a/client/client.h"
#include "a2a/json/text.h"
#include "a2a/model/metadata.h"

using namespace schemagate;

namespace {

a2a::SendRequest fight(std::string_view a, std::string_view b) {
  std::string data = "{";
  a2a::append_string_member(data, "a", a);
  a2a::append_string_member(data, "b", b);
  data += '}';
  a2a::Part part{.kind = a2a::PartKind::kData, .content = std::move(data)};
  a2a::set_mime_type(part, "application/json;schema=fightComparison");
  a2a::Message message{.message_id = "fight-" + std::string(a) + "-" + std::string(b),
                       .role = a2a::Role::kUser};
  message.parts.push_back(std::move(part));
  a2a::SendRequest request;
  request.message = std::move(message);
  return request;
}

void print(const a2a::Task& task) {
  std::printf("%s\n", std::string(a2a::name_v0_3(task.status.state)).c_str());
  for (const a2a::Artifact& artifact : task.artifacts) {
    for (const a2a::Part& part : artifact.parts) {
      std::printf("%s: %s\n",
                  part.metadata_mime_type.empty() ? "unlabelled" : part.metadata_mime_type.c_str(),
                  part.content.c_str());
    }
  }
}

int fail(const a2a::client::Failure& failure) {
  std::fprintf(stderr, "%s\n", failure.error.message.c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: fight_client URL CONTESTANT CONTESTANT\n");
    return 2;
  }
  const auto found = a2a::client::discover(argv[1]);
  if (!found) return fail(found.error());
  const a2a::client::Client client(found->interface);
  const auto result = client.send(fight(argv[2], argv[3]));
  if (!result) return fail(result.error());
  if (const auto* task = std::get_if<a2a::Task>(&*result)) print(*task);
  return 0;
}
