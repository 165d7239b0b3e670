#include "gateway/task/sent_message.h"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "a2a/json/text.h"
#include "a2a/model/metadata.h"

namespace schemagate {
namespace {

constexpr std::string_view kClientsMessageId = "https://schemagate.dev/v1/messageId";
constexpr std::size_t kMessageIdBytesMax = 256;  // what we take from a client; others may do as we do
constexpr int kPagesMax = 5;
constexpr int kTasksOfPage = 100;
constexpr int kMessagesOfTask = 20;

std::vector<std::string> texts_of(const a2a::Message& message) {
  std::vector<std::string> texts;
  for (const a2a::Part& part : message.parts) {
    if (part.kind == a2a::PartKind::kText) texts.push_back(part.content);
  }
  return texts;
}

bool is_same(const a2a::Message& one, const a2a::Message& other) {
  return one.message_id == other.message_id && one.role == other.role && texts_of(one) == texts_of(other);
}

using IsSought = std::function<bool(const a2a::Message&)>;

std::optional<store::UpstreamIds> find_in(const a2a::TaskPage& page, const IsSought& is_it) {
  for (const a2a::Task& task : page.tasks) {
    if (std::ranges::any_of(task.history, is_it)) return store::UpstreamIds{task.id, task.context_id};
  }
  return std::nullopt;
}

net::Awaitable<std::optional<store::UpstreamIds>> find_task(AgentClient& client,
                                                            const std::string& context_id,
                                                            const IsSought& is_it) {
  a2a::ListTasksRequest request;
  request.context_id = context_id;
  request.page_size = kTasksOfPage;
  request.history_length = kMessagesOfTask;
  for (int i = 0; i < kPagesMax; ++i) {
    const auto page = co_await client.list(request);
    if (!page) co_return std::nullopt;
    auto found = find_in(*page, is_it);
    if (found || page->next_page_token.empty()) co_return found;
    request.page_token = page->next_page_token;
  }
  co_return std::nullopt;
}

}  // namespace

void remove_given_id(a2a::Message& message) {
  if (a2a::member_of(message.metadata, kClientsMessageId).empty()) return;
  message.metadata = a2a::without_member(message.metadata, kClientsMessageId);
}

void give_new_id(a2a::Message& message, const std::string& unique) {
  message.metadata =
      a2a::with_member(message.metadata, kClientsMessageId, a2a::in_quotes(message.message_id));
  const bool fits = message.message_id.size() + 1 + unique.size() <= kMessageIdBytesMax;
  message.message_id = fits ? message.message_id + '~' + unique : unique;
}

net::Awaitable<std::optional<store::UpstreamIds>> find_task_of(AgentClient& client,
                                                               const a2a::Message& message) {
  const IsSought is_it = [&message](const a2a::Message& each) { return is_same(each, message); };
  co_return co_await find_task(client, message.context_id, is_it);
}

net::Awaitable<std::optional<store::UpstreamIds>> find_task_of(AgentClient& client, std::string message_id) {
  const IsSought is_it = [&message_id](const a2a::Message& each) {
    return each.message_id == message_id && each.role == a2a::Role::kUser;
  };
  const std::string any_context;
  co_return co_await find_task(client, any_context, is_it);
}

}  // namespace schemagate
