// A text that the gateway shows to others and tells nobody: a key, a token, a password.
//
//   auto file = SecretFile::read("agent.token", "Bearer ");
//   if (!file) return refuse(file.error().message);
//   const Secret token(*file);
//   request.headers.emplace_back("Authorization", token.value());   // as it is in the file now
//   (*file)->renew();                                               // every second or so
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "a2a/error.h"
#include "a2a/http/message.h"
#include "gateway/environment/file_stamp.h"
#include "gateway/store/guarded.h"

namespace schemagate {

inline constexpr std::size_t kSecretBytesMax = 8 << 10;

// Why no header may have that value: it is empty, too long, or has other characters. Empty: it may.
std::string secret_problem(std::string_view value);

// A secret in a file of its own: without the ends of line behind it.
class SecretFile {
 public:
  // `prefix` stands before what the file has. Errors (kInvalidParams): those of read_file(),
  // secret_problem(); the file's content is in none.
  static a2a::Result<std::shared_ptr<SecretFile>> read(std::filesystem::path path, std::string prefix = {});

  // What was read last. Any thread.
  std::string value() const;
  // Reads the file again when it has changed since, and has stood unchanged from one call to the next:
  // whoever writes it need not do so in one step. True: there is another value, or the file has the same one
  // again after an error. Errors: as read(), once for each change; the last value stays. One caller at a
  // time.
  a2a::Result<bool> renew();
  const std::filesystem::path& path() const { return path_; }

 private:
  SecretFile(std::filesystem::path path, std::string prefix);
  a2a::Result<std::string> read_value() const;

  const std::filesystem::path path_;
  const std::string prefix_;
  FileWatch watch_;
  bool has_failed_ = false;  // the last renewal
  store::Guarded<std::string> value_;
};

// Copies share the file.
class Secret {
 public:
  Secret() = default;
  Secret(std::string text) : text_(std::move(text)) {}
  explicit Secret(std::shared_ptr<SecretFile> file) : file_(std::move(file)) {}

  // There is none. A file's is never empty.
  bool empty() const { return !file_ && text_.empty(); }
  std::string value() const { return file_ ? file_->value() : text_; }
  // nullptr: it does not change.
  const std::shared_ptr<SecretFile>& file() const { return file_; }

 private:
  std::string text_ = {};
  std::shared_ptr<SecretFile> file_ = {};
};

// A header field of the operator's.
struct FixedHeader {
  std::string name;
  Secret value;
};
using FixedHeaders = std::vector<FixedHeader>;

// As they are now, behind what `out` has.
void append(const FixedHeaders& headers, a2a::http::Headers& out);

}  // namespace schemagate
