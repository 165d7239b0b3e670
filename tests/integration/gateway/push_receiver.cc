#include "tests/integration/gateway/push_receiver.h"

#include <utility>

namespace schemagate {

PushReceiver::PushReceiver(Answer answer)
    : answer_(answer ? std::move(answer) : [](std::size_t) { return PushReceiver::answer(200); }),
      acceptor_([this](const std::stop_token& stop) { accept_all(stop); }) {}

PushReceiver::~PushReceiver() {
  acceptor_.request_stop();
  acceptor_.join();
}

std::string PushReceiver::url() const {
  return "http://127.0.0.1:" + std::to_string(listener_.port()) + "/hook";
}

std::string PushReceiver::answer(int status, const std::string& more_headers) {
  return "HTTP/1.1 " + std::to_string(status) + " X\r\n" + more_headers + "Content-Length: 0\r\n\r\n";
}

void PushReceiver::accept_all(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    if (!listener_.has_waiting(std::chrono::milliseconds(20))) continue;
    connections_.emplace_back([this, socket = listener_.accept()]() mutable { serve(std::move(socket)); });
  }
}

void PushReceiver::serve(net::RawSocket socket) {
  HttpReader reader(socket);
  auto request = reader.read();
  if (!request) return;
  std::size_t number = 0;
  {
    const std::lock_guard lock(mutex_);
    number = got_.size();
    got_.push_back(std::move(*request));
  }
  came_.notify_all();
  const std::string bytes = answer_(number);
  bytes.empty() ? static_cast<void>(socket.ends()) : static_cast<void>(socket.send(bytes));
}

std::vector<HttpMessage> PushReceiver::wait_for(std::size_t count) const {
  std::unique_lock lock(mutex_);
  came_.wait_for(lock, net::RawSocket::kTimeout, [&] { return got_.size() >= count; });
  return got_;
}

std::size_t PushReceiver::count() const {
  const std::lock_guard lock(mutex_);
  return got_.size();
}

}  // namespace schemagate
