#include "gateway/push/push_notification.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>

#include "a2a/text/ascii.h"
#include "a2a/wire/codec.h"

namespace schemagate::push {
namespace {

using a2a::wire::Version;

std::string event_id(const std::string& task_id, std::uint64_t version) {
  return task_id + '-' + std::to_string(version);
}

std::string base64(const unsigned char* bytes, unsigned int size) {
  std::array<unsigned char, 4 * ((EVP_MAX_MD_SIZE + 2) / 3) + 1> text{};
  const int length = EVP_EncodeBlock(text.data(), bytes, static_cast<int>(size));
  return {text.begin(), text.begin() + length};
}

std::string signature_of(const Notification& notification, const std::string& timestamp,
                         const std::vector<std::uint8_t>& key) {
  const std::string signed_text = notification.id + '.' + timestamp + '.' + notification.body;
  const std::vector<unsigned char> bytes(signed_text.begin(), signed_text.end());
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), bytes.data(), bytes.size(), digest.data(),
       &size);
  return "v1," + base64(digest.data(), size);
}

bool is_bearer(std::string_view scheme) {
  return a2a::text::equals_ignore_case(scheme, "bearer");
}

const std::string& chosen_scheme(const std::vector<std::string>& schemes) {
  const auto bearer = std::ranges::find_if(schemes, is_bearer);
  return bearer == schemes.end() ? schemes.front() : *bearer;
}

}  // namespace

Notification notification_of(const a2a::StreamEvent& event, const std::string& task_id,
                             std::uint64_t version) {
  return {event_id(task_id, version), a2a::wire::encode_stream_event(Version::kV1_0, event, false),
          "application/a2a+json"};
}

Notification notification_of(const a2a::Task& task, std::uint64_t version) {
  return {event_id(task.id, version), a2a::wire::encode_task(Version::kV0_3, task), "application/json"};
}

a2a::http::Headers headers_of(const Notification& notification, const a2a::PushConfig& config,
                              const std::vector<std::uint8_t>* key,
                              std::chrono::system_clock::time_point now) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now.time_since_epoch());
  const std::string timestamp = std::to_string(seconds.count());
  a2a::http::Headers headers = {{"Content-Type", std::string(notification.media_type)},
                                {"webhook-id", notification.id},
                                {"webhook-timestamp", timestamp}};
  if (!config.schemes.empty() && !config.credentials.empty()) {
    headers.emplace_back("Authorization", chosen_scheme(config.schemes) + ' ' + config.credentials);
  }
  if (!config.token.empty()) headers.emplace_back("X-A2A-Notification-Token", config.token);
  if (key != nullptr) {
    headers.emplace_back("webhook-signature", signature_of(notification, timestamp, *key));
  }
  return headers;
}

}  // namespace schemagate::push
