// One child process with pipes to its standard input, output and error.
//
//   auto child = Child::start({.words = {"python3", "agent.py"}});
//   if (!child) return child.error();              // the program is not there, …
//   poll((*child)->output(), …);
//   log((*child)->end(3s));                        // "ended with exit code 0"
#pragma once

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <string>

#include "gateway/net/failure.h"
#include "gateway/process/command.h"

namespace schemagate::process {

// A file descriptor that is closed with it; -1: none.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor() { close(); }
  int get() const { return number_; }
  void close();

 private:
  int number_ = -1;
};

// Runs in a process group of its own, with default signals and no open file but the three pipes. Used on one
// thread.
class Child {
 public:
  // Errors: kLocal, with what the system says; the words of the command are not repeated.
  static net::Result<std::unique_ptr<Child>> start(const Command& command);
  // As end() without grace.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  pid_t id() const { return id_; }
  // Without waiting: reads and writes of the gateway's ends give EAGAIN.
  int input() const { return input_.get(); }
  int output() const { return output_.get(); }
  int errors() const { return errors_.get(); }
  // Readable once the child has ended, whoever still holds its pipes.
  int exit() const { return exit_.get(); }

  // Ends the whole group: closes its input and sends SIGTERM, waits for the child at most `grace`, then sends
  // SIGKILL to whatever is left. Leaves no zombie. Returns how the child ended, as a sentence whose subject
  // is missing: "ended with exit code 3", "was ended by signal 9". Once.
  std::string end(std::chrono::milliseconds grace);

 private:
  Child(pid_t id, Descriptor exit, Descriptor input, Descriptor output, Descriptor errors);
  bool has_exited(std::chrono::milliseconds wait) const;

  pid_t id_;  // 0: it is waited for
  Descriptor exit_;
  Descriptor input_;
  Descriptor output_;
  Descriptor errors_;
};

}  // namespace schemagate::process
