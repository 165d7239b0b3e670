// Writes the heads of the messages that we send. Nothing with a control character leaves: a header that holds
// one makes the whole head invalid.
#pragma once

#include <cstdint>
#include <ctime>
#include <string>
#include <string_view>

#include "gateway/net/http.h"
#include "gateway/net/upstream_request.h"
#include "gateway/net/url.h"

namespace schemagate::net {

// The Date header's line, written anew once per second.
class DateLine {
 public:
  std::string_view at(std::time_t now);

 private:
  std::time_t written_ = -1;
  std::string line_;
};

// In every answer: its media type is what it says, whatever a browser makes of the bytes.
inline constexpr std::string_view kNoSniffLine = "X-Content-Type-Options: nosniff\r\n";

enum class BodyForm { kNone, kLength, kChunked, kUntilClose };

struct AnswerHead {
  BodyForm form = BodyForm::kLength;
  std::uint64_t length = 0;
  bool http_1_0 = false;  // what the client speaks
  bool keep_alive = true;
  std::string_view lines = {};  // of the listener, each with its end
};

// Replaces `out`. Hop-by-hop fields, Content-Length and Date of `response` are left out: they are the
// listener's. False when the status is not 200 to 599 or a header is invalid.
bool write_answer_head(std::string& out, const HttpResponse& response, AnswerHead how,
                       std::string_view date_line);

// Replaces `out`. Host, Content-Length and hop-by-hop fields of `request` are left out; those of a
// WebSocket's handshake are written for its key. False when the method, the target or a header is invalid.
bool write_request_head(std::string& out, const Url& url, const UpstreamRequest& request);

}  // namespace schemagate::net
