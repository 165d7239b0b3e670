// Any JSON as a request and as an agent's answer; every envelope that we write for it is JSON that reads
// back.
#include <optional>
#include <string>

#include "a2a/wire/jsonrpc.h"
#include "property.h"

namespace schemagate {

namespace {

using a2a::wire::Version;

a2a::Error read_back(std::string_view id, Version version, const a2a::Error& error) {
  const std::string text = a2a::wire::error_envelope(id, version, error);
  a2a::JsonDocument document;
  const auto root = document.parse(text, {.bytes_max = 64 << 20});
  fuzz::require(root.has_value(), "an error envelope is JSON");
  const auto answer = a2a::wire::parse_answer(*root, id);
  fuzz::require(!answer, "an error envelope is an error");
  return answer.error();
}

void check_error(std::string_view id, const a2a::Error& error) {
  for (const Version version : {Version::kV0_3, Version::kV1_0}) {
    const a2a::Error once = read_back(id, version, error);
    fuzz::require(once.code == error.code, "a code survives the wire");
    fuzz::require(once.violations == error.violations, "violations survive the wire");
    fuzz::require(read_back(id, version, once) == once, "an error that was read is stable");
  }
}

void check_call(a2a::JsonValue root, std::optional<Version> header) {
  const auto call = a2a::wire::parse_call(root, header);
  if (!call) return check_error(call.error().id, call.error().error);
  const std::string text =
      a2a::wire::request_envelope(call->id, call->version, call->operation,
                                  call->params.is_object() ? call->params.raw() : std::string_view("{}"));
  a2a::JsonDocument document;
  const auto again = document.parse(text, {.bytes_max = 64 << 20});
  fuzz::require(again.has_value(), "a request envelope is JSON");
  const auto same = a2a::wire::parse_call(*again, call->version);
  fuzz::require(same && same->id == call->id && same->operation == call->operation, "a request reads back");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  a2a::JsonDocument document;
  const auto root = document.parse(fuzz::text_of(data, size));
  if (!root) return 0;
  check_call(*root, std::nullopt);
  check_call(*root, Version::kV0_3);
  check_call(*root, Version::kV1_0);
  const auto answer = a2a::wire::parse_answer(*root);
  if (!answer) check_error("null", answer.error());
  return 0;
}

}  // namespace schemagate
