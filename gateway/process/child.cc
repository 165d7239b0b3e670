#include "gateway/process/child.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>
#include <utility>
#include <vector>

namespace schemagate::process {
namespace {

using net::FailureKind;

std::unexpected<net::Failure> refused(std::string_view what, int error) {
  return net::failed(FailureKind::kLocal,
                     std::string(what) + ": " + std::error_code(error, std::system_category()).message());
}

struct Pipe {
  Descriptor read;
  Descriptor write;
};

net::Result<Pipe> make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return refused("cannot be given pipes", errno);
  return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

void make_nonblocking(const Descriptor& end) {
  fcntl(end.get(), F_SETFL, fcntl(end.get(), F_GETFL) | O_NONBLOCK);
}

// posix_spawn() takes arrays of char*, which it does not write to.
std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

class Actions {
 public:
  Actions() { posix_spawn_file_actions_init(&actions_); }
  Actions(const Actions&) = delete;
  Actions& operator=(const Actions&) = delete;
  ~Actions() { posix_spawn_file_actions_destroy(&actions_); }
  posix_spawn_file_actions_t* get() { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

// What the gateway has set for itself does not go on to the child: blocked and ignored signals, its group.
class Attributes {
 public:
  Attributes() {
    posix_spawnattr_init(&attributes_);
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes_, &signals);
    for (const int ignored : {SIGPIPE, SIGXFSZ, SIGHUP, SIGINT, SIGTERM}) sigaddset(&signals, ignored);
    posix_spawnattr_setsigdefault(&attributes_, &signals);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(&attributes_,
                             POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;
  ~Attributes() { posix_spawnattr_destroy(&attributes_); }
  const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_{};
};

// `ends`: of the child, for its standard input, output and error.
net::Result<pid_t> spawn(const Command& command, const std::array<int, 3>& ends) {
  Actions actions;
  for (int standard = 0; standard < 3; ++standard)
    posix_spawn_file_actions_adddup2(actions.get(), ends.at(static_cast<std::size_t>(standard)), standard);
  posix_spawn_file_actions_addclosefrom_np(actions.get(), 3);  // sockets, too: not all close by themselves
  if (!command.folder.empty()) posix_spawn_file_actions_addchdir_np(actions.get(), command.folder.c_str());
  const Attributes attributes;
  const std::vector<char*> words = pointers_to(command.words);
  const std::vector<char*> environment = pointers_to(command.environment);
  pid_t id = 0;
  const int error =
      posix_spawnp(&id, words.front(), actions.get(), attributes.get(), words.data(), environment.data());
  if (error != 0) return refused("cannot be started", error);
  return id;
}

// Before the child is sent anything. What it opens until then is no matter.
void limit_open_files(pid_t id, std::uint64_t most) {
  rlimit files{};
  if (most == 0 || prlimit(id, RLIMIT_NOFILE, nullptr, &files) != 0) return;
  files.rlim_cur = std::min<rlim_t>(most, files.rlim_max);
  (void)prlimit(id, RLIMIT_NOFILE, &files, nullptr);
}

std::string ending(int status) {
  if (WIFSIGNALED(status)) return "was ended by signal " + std::to_string(WTERMSIG(status));
  return "ended with exit code " + std::to_string(WEXITSTATUS(status));
}

}  // namespace

Descriptor::Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  if (this != &other) {
    close();
    number_ = std::exchange(other.number_, -1);
  }
  return *this;
}

void Descriptor::close() {
  if (number_ >= 0) ::close(number_);
  number_ = -1;
}

Child::Child(pid_t id, Descriptor exit, Descriptor input, Descriptor output, Descriptor errors)
    : id_(id),
      exit_(std::move(exit)),
      input_(std::move(input)),
      output_(std::move(output)),
      errors_(std::move(errors)) {
  for (const Descriptor* end : {&input_, &output_, &errors_}) make_nonblocking(*end);
}

net::Result<std::unique_ptr<Child>> Child::start(const Command& command) {
  auto input = make_pipe();
  if (!input) return std::unexpected(std::move(input.error()));
  auto output = make_pipe();
  if (!output) return std::unexpected(std::move(output.error()));
  auto errors = make_pipe();
  if (!errors) return std::unexpected(std::move(errors.error()));
  const auto id = spawn(command, {input->read.get(), output->write.get(), errors->write.get()});
  if (!id) return std::unexpected(id.error());
  limit_open_files(*id, command.open_files);
  Descriptor exit(static_cast<int>(syscall(SYS_pidfd_open, *id, 0)));
  const int no_exit = exit.get() < 0 ? errno : 0;
  std::unique_ptr<Child> child(new Child(*id, std::move(exit), std::move(input->write),
                                         std::move(output->read), std::move(errors->read)));
  if (no_exit != 0) return refused("cannot be watched", no_exit);
  return child;
}

Child::~Child() {
  if (id_ != 0) (void)end(std::chrono::milliseconds(0));
}

bool Child::has_exited(std::chrono::milliseconds wait) const {
  const auto end = std::chrono::steady_clock::now() + wait;
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    pollfd watched{.fd = exit_.get(), .events = POLLIN, .revents = 0};
    const int ready = poll(&watched, 1, static_cast<int>(std::max<std::int64_t>(0, left.count())));
    if (ready >= 0 || errno != EINTR) return ready > 0;
  }
}

// The group goes before the child is waited for: as long as that is a zombie, nobody else gets its number.
std::string Child::end(std::chrono::milliseconds grace) {
  input_.close();
  if (grace.count() > 0 && !has_exited(std::chrono::milliseconds(0))) {
    kill(-id_, SIGTERM);
    (void)has_exited(grace);
  }
  kill(-id_, SIGKILL);
  int status = 0;
  while (waitpid(id_, &status, 0) < 0 && errno == EINTR) {
  }
  id_ = 0;
  return ending(status);
}

}  // namespace schemagate::process
