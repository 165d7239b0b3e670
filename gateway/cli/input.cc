#include "gateway/cli/input.h"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <istream>

#include "a2a/client/http.h"
#include "a2a/json/document.h"
#include "a2a/model/metadata.h"
#include "extension/object_schemas/mode.h"

namespace schemagate::cli {
namespace {

using a2a::client::Cause;
using a2a::client::Outcome;

Outcome<std::string> read_all(std::istream& in, const std::string& name, std::size_t bytes_max) {
  std::string text;
  std::array<char, 1 << 16> piece;
  while (in.read(piece.data(), piece.size()) || in.gcount() > 0) {
    text.append(piece.data(), static_cast<std::size_t>(in.gcount()));
    if (text.size() > bytes_max) {
      return failed(Cause::kArgument, name + ": larger than " + std::to_string(bytes_max >> 20) + " MiB");
    }
  }
  if (in.bad()) return failed(Cause::kArgument, name + ": cannot be read");
  return text;
}

std::string_view media_type_of(std::string_view extension) {
  struct Row {
    std::string_view extension;
    std::string_view media_type;
  };
  constexpr std::array kRows = {
      Row{".txt", "text/plain"}, Row{".md", "text/markdown"},      Row{".csv", "text/csv"},
      Row{".html", "text/html"}, Row{".json", "application/json"}, Row{".pdf", "application/pdf"},
      Row{".png", "image/png"},  Row{".jpg", "image/jpeg"},        Row{".jpeg", "image/jpeg"},
      Row{".gif", "image/gif"},  Row{".webp", "image/webp"},       Row{".wav", "audio/wav"},
      Row{".mp3", "audio/mpeg"}, Row{".mp4", "video/mp4"}};
  auto row = std::ranges::find(kRows, extension, &Row::extension);
  return row == kRows.end() ? "application/octet-stream" : row->media_type;
}

std::string base64(std::string_view bytes) {
  std::string text(4 * ((bytes.size() + 2) / 3) + 1, '\0');
  auto* out = reinterpret_cast<unsigned char*>(text.data());
  auto* in = reinterpret_cast<const unsigned char*>(bytes.data());
  text.resize(static_cast<std::size_t>(EVP_EncodeBlock(out, in, static_cast<int>(bytes.size()))));
  return text;
}

}  // namespace

Outcome<std::string> read_file(const Console& console, const std::string& path, std::size_t bytes_max) {
  if (path == "-") return read_all(console.in, "standard input", bytes_max);
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return failed(Cause::kArgument, path + ": is a folder");
  std::ifstream file(path, std::ios::binary);
  if (!file) return failed(Cause::kArgument, path + ": cannot be opened");
  return read_all(file, path, bytes_max);
}

bool is_url(std::string_view place) {
  return place.starts_with("http://") || place.starts_with("https://");
}

Outcome<std::string> fetch_text(const std::string& address, std::string_view accept,
                                const FetchTerms& terms) {
  auto url = a2a::client::parse_url(address);
  if (!url) return std::unexpected(url.error());
  a2a::client::OutgoingRequest request{.url = *std::move(url),
                                       .headers = {{"Accept", std::string(accept)}},
                                       .timeouts = {.silence = std::chrono::seconds(10), .total = terms.time},
                                       .body_bytes_max = terms.bytes_max,
                                       .tls = terms.tls};
  auto answer = a2a::client::perform(request);
  if (!answer) return std::unexpected(answer.error());
  if (answer->status == 200) return std::move(answer->body);
  return failed(Cause::kProtocol, "HTTP " + std::to_string(answer->status), answer->status);
}

Outcome<std::string> read_argument(const Console& console, const std::string& argument) {
  if (argument == "-") return read_file(console, argument);
  if (argument.starts_with('@')) return read_file(console, argument.substr(1));
  return argument;
}

Outcome<a2a::Part> data_part(const Console& console, const std::string& argument, const std::string& schema) {
  auto text = read_argument(console, argument);
  if (!text) return std::unexpected(text.error());
  a2a::JsonDocument document;
  auto value = document.parse(*text, {.bytes_max = kInputBytesMax});
  if (!value) return failed(Cause::kArgument, "--data: " + value.error().message);
  a2a::Part part{
      .kind = a2a::PartKind::kData, .content = std::string(value->raw()), .media_type = "application/json"};
  if (schema.empty()) return part;
  if (!object_schemas::is_schema_name(schema)) {
    return failed(Cause::kArgument, "--schema: expected a name of letters, digits, \".\", \"_\" and \"-\"");
  }
  a2a::set_mime_type(part, object_schemas::format_mode(schema));
  return part;
}

Outcome<a2a::Part> file_part(const Console& console, const std::string& path) {
  auto bytes = read_file(console, path);
  if (!bytes) return std::unexpected(bytes.error());
  std::filesystem::path name(path);
  return a2a::Part{.kind = a2a::PartKind::kRaw,
                   .content = base64(*bytes),
                   .media_type = std::string(media_type_of(name.extension().string())),
                   .filename = name.filename().string()};
}

LineColumn line_column_at(std::string_view text, std::size_t offset) {
  text = text.substr(0, offset);
  auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n'));
  auto line_begin = text.rfind('\n');
  return {lines + 1, line_begin == std::string_view::npos ? text.size() + 1 : text.size() - line_begin};
}

}  // namespace schemagate::cli
