// What the command line names: text, files, standard input. Bounded; never partly read.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include "a2a/client/failure.h"
#include "a2a/model/message.h"
#include "gateway/cli/console.h"

namespace schemagate::cli {

inline constexpr std::size_t kInputBytesMax = 16 << 20;

// A whole file of at most `bytes_max`, or standard input for "-". Errors: kArgument with the path.
a2a::client::Outcome<std::string> read_file(const Console& console, const std::string& path,
                                            std::size_t bytes_max = kInputBytesMax);

// Whether a place is asked for over HTTP rather than opened.
bool is_url(std::string_view place);

inline constexpr std::chrono::milliseconds kFetchTime{15'000};
struct FetchTerms {
  std::size_t bytes_max;
  a2a::tls::Files tls = {};
  std::chrono::milliseconds time = kFetchTime;
};
// The body of a 200 answer. Errors: those of the exchange; kProtocol for other answers.
a2a::client::Outcome<std::string> fetch_text(const std::string& address, std::string_view accept,
                                             const FetchTerms& terms);

// "@path": that file; "-": standard input; anything else is the text itself.
a2a::client::Outcome<std::string> read_argument(const Console& console, const std::string& argument);

// A data part holding the JSON of `argument` (see read_argument), labelled with the schema when that is not
// empty. Errors: kArgument for JSON that is none (with the place) and for names that cannot be declared.
a2a::client::Outcome<a2a::Part> data_part(const Console& console, const std::string& argument,
                                          const std::string& schema);

// A raw part with the file's bytes and its name without folders; the media type follows from the extension.
a2a::client::Outcome<a2a::Part> file_part(const Console& console, const std::string& path);

// 1-based line and column (in bytes) of an offset, for messages that editors understand.
struct LineColumn {
  std::size_t line;
  std::size_t column;
};
LineColumn line_column_at(std::string_view text, std::size_t offset);

}  // namespace schemagate::cli
