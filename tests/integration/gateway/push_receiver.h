// A receiver of push notifications that answers as a test tells it and remembers what it got. Loopback, a
// port of its own, one thread per connection.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "tests/integration/gateway/http_message.h"

namespace schemagate {

class PushReceiver {
 public:
  // What is answered to notification number `count`, from 0; nothing when it is empty.
  using Answer = std::function<std::string(std::size_t count)>;

  explicit PushReceiver(Answer answer = {});
  ~PushReceiver();
  PushReceiver(const PushReceiver&) = delete;
  PushReceiver& operator=(const PushReceiver&) = delete;

  std::string url() const;
  // Waits until there are so many; fewer when they do not come.
  std::vector<HttpMessage> wait_for(std::size_t count) const;
  std::size_t count() const;

  static std::string answer(int status, const std::string& more_headers = {});

 private:
  void accept_all(const std::stop_token& stop);
  void serve(net::RawSocket socket);

  const Answer answer_;
  net::RawListener listener_;
  mutable std::mutex mutex_;
  mutable std::condition_variable came_;
  std::vector<HttpMessage> got_;
  std::vector<std::jthread> connections_;  // the acceptor's alone
  std::jthread acceptor_;
};

}  // namespace schemagate
