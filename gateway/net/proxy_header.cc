#include "gateway/net/proxy_header.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <vector>

#include "a2a/http/grammar.h"
#include "a2a/text/ascii.h"

namespace schemagate::net {
namespace {

using State = ProxyHeader::State;

constexpr std::string_view kSignature("\r\n\r\n\0\r\nQUIT\n", 12);
constexpr std::size_t kFixedBytes = 16;
constexpr std::string_view kLineStart = "PROXY ";
constexpr std::string_view kLineEnd = "\r\n";
constexpr std::string_view kUnknown = "UNKNOWN";
constexpr std::size_t kLineBytesMin = kLineStart.size() + kUnknown.size() + kLineEnd.size();
constexpr unsigned kLocal = 0x20;    // version 2: the proxy itself, for example to see whether we are there
constexpr unsigned kProxied = 0x21;  // version 2: for a client
constexpr unsigned kTcpV4 = 0x11;
constexpr unsigned kTcpV6 = 0x21;
constexpr std::size_t kV4Bytes = 12;  // two addresses, two ports
constexpr std::size_t kV6Bytes = 36;

std::uint8_t byte_at(std::string_view bytes, std::size_t at) {
  return static_cast<std::uint8_t>(bytes[at]);
}

template <std::size_t N>
std::array<std::uint8_t, N> bytes_of(std::string_view bytes) {
  std::array<std::uint8_t, N> out{};
  std::ranges::transform(bytes.substr(0, N), out.begin(),
                         [](char c) { return static_cast<std::uint8_t>(c); });
  return out;
}

ProxyHeader read_whole(std::string_view header) {
  const unsigned command = byte_at(header, 12);
  const unsigned family = byte_at(header, 13);
  const std::string_view addresses = header.substr(kFixedBytes);
  ProxyHeader read{State::kComplete, header.size()};
  if (command == kLocal) return read;
  if (family == kTcpV4) {
    if (addresses.size() < kV4Bytes) return {State::kMalformed};
    read.client = IpAddress::mapped(bytes_of<4>(addresses));
  }
  if (family == kTcpV6) {
    if (addresses.size() < kV6Bytes) return {State::kMalformed};
    read.client = IpAddress::of(bytes_of<16>(addresses));
  }
  return read;
}

// What is between the blanks, when there are so many of them.
template <std::size_t N>
std::optional<std::array<std::string_view, N>> fields_of(std::string_view text) {
  if (std::ranges::count(text, ' ') != N - 1) return std::nullopt;
  std::array<std::string_view, N> fields;
  for (std::string_view& field : fields) {
    field = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(field.size() + 1, text.size()));
  }
  return fields;
}

// 0 to 65535, without zeros in front.
bool is_port(std::string_view text) {
  unsigned port = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), port);
  const bool is_number = read.ec == std::errc() && read.ptr == text.data() + text.size();
  return is_number && port <= 0xffff && (text.size() == 1 || text.front() != '0');
}

// Source, destination, and their ports.
std::optional<IpAddress> client_in(std::string_view text, bool is_v6) {
  const auto fields = fields_of<4>(text);
  if (!fields || !is_port((*fields)[2]) || !is_port((*fields)[3])) return std::nullopt;
  const auto address = [is_v6](std::string_view field) {
    return field.contains(':') == is_v6 ? IpAddress::parse(field) : std::nullopt;
  };
  return address((*fields)[1]) ? address((*fields)[0]) : std::nullopt;
}

// Version 1: the line without its end. What follows UNKNOWN is to be ignored.
ProxyHeader read_whole_line(std::string_view line) {
  ProxyHeader read{State::kComplete, line.size() + kLineEnd.size()};
  line.remove_prefix(kLineStart.size());
  if (line == kUnknown || line.starts_with(std::string(kUnknown) + ' ')) return read;
  const bool is_v6 = line.starts_with("TCP6 ");
  if (!is_v6 && !line.starts_with("TCP4 ")) return {State::kMalformed};
  read.client = client_in(line.substr(5), is_v6);
  return read.client ? read : ProxyHeader{State::kMalformed};
}

// Version 1. How much is missing says the text alone: at least the line's end.
ProxyHeader read_line(std::string_view bytes) {
  const std::size_t known = std::min(bytes.size(), kLineStart.size());
  if (bytes.substr(0, known) != kLineStart.substr(0, known)) return {State::kMalformed};
  if (bytes.size() < kLineBytesMin) return {State::kIncomplete, kLineBytesMin};
  const std::size_t end = bytes.find_first_of(kLineEnd);
  const bool is_at_end = end == bytes.npos || end + 1 == bytes.size();
  if (is_at_end && bytes.size() < kProxyLineMax && !bytes.ends_with('\n'))
    return {State::kIncomplete, std::min(bytes.size() + (bytes.ends_with('\r') ? 1 : 2), kProxyLineMax)};
  const bool is_line = end != bytes.npos && bytes.substr(end).starts_with(kLineEnd);
  if (!is_line || end + kLineEnd.size() > kProxyLineMax) return {State::kMalformed};
  return read_whole_line(bytes.substr(0, end));
}

// The values of all fields of that name, in order, as one list.
std::vector<std::string_view> elements_of(const a2a::http::Headers& headers, std::string_view name) {
  std::vector<std::string_view> elements;
  for (const a2a::http::Header& header : headers) {
    if (!a2a::text::equals_ignore_case(header.name, name)) continue;
    std::string_view list = header.value;
    while (const auto element = a2a::http::next_list_element(list)) elements.push_back(*element);
  }
  return elements;
}

// "192.0.2.1", "192.0.2.1:80", "2001:db8::1", "[2001:db8::1]", "[2001:db8::1]:80".
std::optional<IpAddress> address_in(std::string_view text) {
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    return end == text.npos ? std::nullopt : IpAddress::parse(text.substr(1, end - 1));
  }
  if (std::ranges::count(text, ':') == 1) text = text.substr(0, text.find(':'));
  return IpAddress::parse(text);
}

}  // namespace

ProxyHeader read_proxy_header(std::string_view bytes) {
  if (bytes.empty()) return {State::kIncomplete, kLineBytesMin};
  if (bytes.front() == kLineStart.front()) return read_line(bytes);
  const std::size_t known = std::min(bytes.size(), kSignature.size());
  if (bytes.substr(0, known) != kSignature.substr(0, known)) return {State::kMalformed};
  if (bytes.size() < kFixedBytes) return {State::kIncomplete, kFixedBytes};
  const unsigned command = byte_at(bytes, 12);
  if (command != kLocal && command != kProxied) return {State::kMalformed};
  const std::size_t size = kFixedBytes + (std::size_t{byte_at(bytes, 14)} << 8U) + byte_at(bytes, 15);
  if (size > kProxyHeaderMax) return {State::kMalformed};
  if (bytes.size() < size) return {State::kIncomplete, size};
  return read_whole(bytes.substr(0, size));
}

bool is_trusted(const IpAddress& address, std::span<const AddressRange> trusted) {
  return std::ranges::any_of(trusted,
                             [&address](const AddressRange& range) { return range.contains(address); });
}

std::optional<IpAddress> forwarded_client(const a2a::http::Headers& headers,
                                          std::span<const AddressRange> trusted) {
  std::optional<IpAddress> client;
  const auto elements = elements_of(headers, "X-Forwarded-For");
  for (auto element = elements.rbegin(); element != elements.rend(); ++element) {
    const auto address = address_in(*element);
    if (!address) break;
    client = address;
    if (!is_trusted(*address, trusted)) break;
  }
  return client;
}

std::optional<bool> forwarded_tls(const a2a::http::Headers& headers) {
  const auto elements = elements_of(headers, "X-Forwarded-Proto");
  if (elements.size() != 1) return std::nullopt;
  if (a2a::text::equals_ignore_case(elements[0], "https")) return true;
  return a2a::text::equals_ignore_case(elements[0], "http") ? std::optional(false) : std::nullopt;
}

}  // namespace schemagate::net
