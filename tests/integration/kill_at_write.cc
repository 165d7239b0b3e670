// For LD_PRELOAD: kills the process with SIGKILL at its n-th write of the ledger, before it has begun or once
// it is on the disk. One write is whatever SQLite writes until it waits for the disk. Counted from the moment
// when the file that KILL_ARMED names is there.
//
//   LD_PRELOAD=libkill_at_write.so KILL_ARMED=/tmp/x/armed KILL_AT=before:3 schemagate serve …
#include <dlfcn.h>
#include <sys/types.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <cstring>

namespace {

std::atomic<int> writes_done{0};

bool is_armed() {
  const char* const file = std::getenv("KILL_ARMED");
  return file != nullptr && access(file, F_OK) == 0;
}

void kill_at(const char* moment, int number) {
  const char* const wanted = std::getenv("KILL_AT");
  const std::size_t length = std::strlen(moment);
  if (wanted == nullptr || std::strncmp(wanted, moment, length) != 0) return;
  if (std::atoi(wanted + length + 1) == number) (void)kill(getpid(), SIGKILL);
}

}  // namespace

extern "C" ssize_t pwrite64(int file, const void* bytes, size_t count, off64_t offset) {
  using Function = ssize_t (*)(int, const void*, size_t, off64_t);
  static const auto real = reinterpret_cast<Function>(dlsym(RTLD_NEXT, "pwrite64"));
  if (is_armed()) kill_at("before", writes_done + 1);
  return real(file, bytes, count, offset);
}

extern "C" int fdatasync(int file) {
  using Function = int (*)(int);
  static const auto real = reinterpret_cast<Function>(dlsym(RTLD_NEXT, "fdatasync"));
  const int result = real(file);
  if (is_armed()) kill_at("after", ++writes_done);
  return result;
}
