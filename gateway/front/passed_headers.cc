#include "gateway/front/passed_headers.h"

#include <algorithm>

#include "a2a/text/ascii.h"
#include "gateway/agent/nested_runs.h"

namespace schemagate {
namespace {

constexpr std::string_view kTraceParent = "traceparent";
constexpr std::string_view kTraceState = "tracestate";
constexpr std::size_t kTraceStateBytesMax = 512;

bool is_lower_hex(std::string_view text) {
  return text.find_first_not_of("0123456789abcdef") == text.npos;
}

bool is_zero(std::string_view text) {
  return text.find_first_not_of('0') == text.npos;
}

void add_trace(std::vector<net::Header>& passed, const std::vector<net::Header>& headers) {
  const std::string_view parent = net::find_header(headers, kTraceParent);
  if (trace_id_of(parent).empty()) return;
  passed.push_back({std::string(kTraceParent), std::string(parent)});
  const std::string_view state = net::find_header(headers, kTraceState);
  if (!state.empty() && state.size() <= kTraceStateBytesMax)
    passed.push_back({std::string(kTraceState), std::string(state)});
}

void add_nested_runs(std::vector<net::Header>& passed, const std::vector<net::Header>& headers) {
  const int runs = nested_runs(headers);
  if (runs > 0) passed.push_back({std::string(kNestedRunsField), std::to_string(runs)});
}

}  // namespace

std::string_view trace_id_of(std::string_view traceparent) {
  // version-traceid-parentid-flags; later versions may go on behind a further dash.
  constexpr std::size_t kBytes = 55;
  if (traceparent.size() < kBytes || traceparent[2] != '-' || traceparent[35] != '-' ||
      traceparent[52] != '-')
    return {};
  const std::string_view version = traceparent.substr(0, 2);
  const std::string_view trace = traceparent.substr(3, 32);
  const std::string_view parent = traceparent.substr(36, 16);
  const std::string_view flags = traceparent.substr(53, 2);
  const bool ends_well = traceparent.size() == kBytes || (version != "00" && traceparent[kBytes] == '-');
  const bool is_hex =
      is_lower_hex(version) && is_lower_hex(trace) && is_lower_hex(parent) && is_lower_hex(flags);
  return ends_well && is_hex && version != "ff" && !is_zero(trace) && !is_zero(parent) ? trace
                                                                                       : std::string_view();
}

a2a::Result<std::vector<net::Header>, Refusal> passed_headers(const std::vector<net::Header>& headers,
                                                              const std::vector<std::string>& names) {
  std::vector<net::Header> passed;
  add_trace(passed, headers);
  add_nested_runs(passed, headers);
  std::size_t bytes = 0;
  for (const net::Header& header : headers) {
    const auto is_same = [&header](const std::string& name) {
      return a2a::text::equals_ignore_case(name, header.name);
    };
    if (names.empty() || std::ranges::none_of(names, is_same)) continue;
    bytes += header.name.size() + header.value.size();
    passed.push_back(header);
  }
  if (bytes <= kPassedBytesMax) return passed;
  return std::unexpected(
      Refusal{.error = {a2a::ErrorCode::kInvalidRequest,
                        "the header fields that are passed on to the agent are larger than 8 KiB"},
              .http_status = 431});
}

}  // namespace schemagate
