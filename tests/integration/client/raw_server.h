// A server that sends bytes as scripted, however wrong they are. Loopback, a free port, one thread.
#pragma once

#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace schemagate {

enum class AfterBytes { kClose, kHold };

class RawServer {
 public:
  // Answers every connection with `pieces`, each in a segment of its own, after reading one request. `repeat`
  // sends the last piece again and again until the client leaves.
  explicit RawServer(std::vector<std::string> pieces, AfterBytes after = AfterBytes::kClose,
                     bool repeat = false);
  ~RawServer();
  RawServer(const RawServer&) = delete;
  RawServer& operator=(const RawServer&) = delete;

  std::string url(const std::string& path = "/") const;
  int requests() const { return requests_; }

 private:
  void serve();
  void answer(int connection);

  std::vector<std::string> pieces_;
  AfterBytes after_;
  bool repeat_;
  int listener_;
  int port_ = 0;
  std::atomic<int> requests_ = 0;
  std::atomic<bool> stopping_ = false;
  std::thread thread_;
};

}  // namespace schemagate
