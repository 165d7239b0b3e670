#include "gateway/task/sent_message.h"

#include <gtest/gtest.h>

#include "fake_core.h"

namespace schemagate {
namespace {

std::string task_json(const std::string& id, const std::string& message_id, const std::string& text) {
  return R"({"id":")" + id + R"(","contextId":"c-)" + id +
         R"(","status":{"state":"TASK_STATE_WORKING"},"history":[{"messageId":")" + message_id +
         R"(","role":"ROLE_USER","parts":[{"text":")" + text + R"("}]}]})";
}
std::string page_json(const std::string& tasks, const std::string& next = {}) {
  return R"({"tasks":[)" + tasks + R"(],"nextPageToken":")" + next + R"(","pageSize":100,"totalSize":2})";
}

class SentMessage : public testing::Test {
 protected:
  std::string find(const std::string& message_id, const std::string& text) {
    a2a::Message message{.message_id = message_id, .role = a2a::Role::kUser};
    message.parts.push_back({.content = text});
    const std::vector<std::string> extensions;
    const std::string holder;
    const AgentCaller caller{extensions, holder};
    AgentClient client(core_.services.client, *core_.agent, caller,
                       core_.clock.monotonic() + std::chrono::seconds(10));
    const auto found = core_.run(find_task_of(client, message));
    return found ? found->task_id + " " + found->context_id : "";
  }

  FakeCore core_;
};

TEST_F(SentMessage, IsFoundByItsIdAndWhatItSays) {
  core_.upstream.results["ListTasks"] =
      gives(page_json(task_json("t1", "m-1", "one") + "," + task_json("t2", "m-2", "two")));
  EXPECT_EQ(find("m-2", "two"), "t2 c-t2");
  EXPECT_EQ(find("m-3", "two"), "");
  EXPECT_EQ(find("m-2", "one"), "") << "somebody else's with the same id";
}

TEST_F(SentMessage, IsFoundOnALaterPage) {
  core_.upstream.results["ListTasks"] = [pages = 0]() mutable -> net::Result<std::string> {
    return pages++ == 0 ? page_json("", "p2") : page_json(task_json("t3", "m-3", "three"));
  };
  EXPECT_EQ(find("m-3", "three"), "t3 c-t3");
}

TEST_F(SentMessage, PagesWithoutEndAreNotReadToTheEnd) {
  core_.upstream.results["ListTasks"] = gives(page_json("", "again"));
  EXPECT_EQ(find("m-1", "one"), "");
  EXPECT_EQ(core_.upstream.count("ListTasks"), 5U);
}

TEST_F(SentMessage, AnAgentThatGivesNoListHasNothing) {
  core_.upstream.results["ListTasks"] = breaks();
  EXPECT_EQ(find("m-1", "one"), "");
  core_.upstream.results["ListTasks"] = gives("{}");
  EXPECT_EQ(find("m-1", "one"), "");
}

}  // namespace
}  // namespace schemagate
