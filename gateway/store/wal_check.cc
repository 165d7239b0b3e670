#include "gateway/store/wal_check.h"

#include <array>
#include <bit>
#include <cstdint>
#include <fstream>
#include <optional>
#include <span>
#include <vector>

namespace schemagate::store {
namespace {

constexpr std::size_t kHeadBytes = 32;
constexpr std::size_t kFrameHeadBytes = 24;
constexpr std::size_t kPageBytesMin = 512;
constexpr std::size_t kPageBytesMax = 65'536;
constexpr std::uint32_t kMagic = 0x377f0682;  // its last bit: checksums read their words big-endian

using Bytes = std::span<const unsigned char>;

std::uint32_t big_endian(Bytes bytes, std::size_t at) {
  return (std::uint32_t{bytes[at]} << 24) | (std::uint32_t{bytes[at + 1]} << 16) |
         (std::uint32_t{bytes[at + 2]} << 8) | std::uint32_t{bytes[at + 3]};
}

std::uint64_t pair_at(Bytes bytes, std::size_t at) {
  return (std::uint64_t{big_endian(bytes, at)} << 32) | big_endian(bytes, at + 4);
}

// The checksum of the format: two running sums over pairs of words.
class Checksum {
 public:
  Checksum(std::uint64_t before, bool is_big_endian)
      : first_(static_cast<std::uint32_t>(before >> 32)),
        second_(static_cast<std::uint32_t>(before)),
        is_big_endian_(is_big_endian) {}

  Checksum& add(Bytes bytes) {
    for (std::size_t at = 0; at + 8 <= bytes.size(); at += 8) {
      first_ += word(bytes, at) + second_;
      second_ += word(bytes, at + 4) + first_;
    }
    return *this;
  }
  std::uint64_t sum() const { return (std::uint64_t{first_} << 32) | second_; }

 private:
  std::uint32_t word(Bytes bytes, std::size_t at) const {
    const std::uint32_t number = big_endian(bytes, at);
    return is_big_endian_ ? number : std::byteswap(number);
  }

  std::uint32_t first_;
  std::uint32_t second_;
  bool is_big_endian_;
};

struct Head {
  std::size_t page_bytes;
  std::uint64_t salts;
  std::uint64_t checksum;
  bool is_big_endian;
};

// nullopt: it is not what was written.
std::optional<Head> read_head(Bytes head) {
  const std::uint32_t magic = big_endian(head, 0);
  if ((magic & ~1U) != kMagic) return std::nullopt;
  const bool is_big_endian = (magic & 1U) != 0;
  const std::uint64_t checksum = pair_at(head, 24);
  if (Checksum(0, is_big_endian).add(head.first(24)).sum() != checksum) return std::nullopt;
  const std::size_t page_bytes = big_endian(head, 8);
  const bool is_page =
      std::has_single_bit(page_bytes) && page_bytes >= kPageBytesMin && page_bytes <= kPageBytesMax;
  if (!is_page) return std::nullopt;
  return Head{page_bytes, pair_at(head, 16), checksum, is_big_endian};
}

// Takes one frame after the other. What an earlier use of the file has left behind has other salts.
class FrameCheck {
 public:
  explicit FrameCheck(const Head& head) : head_(head), before_(head.checksum) {}

  void take(Bytes frame) {
    ++number_;
    const std::uint64_t checksum = pair_at(frame, 16);
    const int flipped = std::popcount(pair_at(frame, 8) ^ head_.salts);
    const bool is_ours = flipped <= 1;
    const bool fits = flipped == 0 && big_endian(frame, 0) != 0 &&
                      Checksum(before_, head_.is_big_endian)
                              .add(frame.first(8))
                              .add(frame.subspan(kFrameHeadBytes))
                              .sum() == checksum;
    if (is_ours) finding_.frames = number_;
    if (fits && finding_.frame != 0 && follows_commit_) finding_.state = WalState::kDamaged;
    if (!fits && finding_.frame == 0) finding_.frame = number_;
    const bool is_torn = is_ours && finding_.frame != 0 && finding_.state == WalState::kWhole;
    if (is_torn) finding_.state = WalState::kTorn;
    follows_commit_ = is_ours && big_endian(frame, 4) != 0;
    before_ = checksum;
  }
  WalFinding finding() const { return finding_.state == WalState::kWhole ? WalFinding{} : finding_; }

 private:
  Head head_;
  std::uint64_t before_;         // the checksum that the frame before has, whether it fits or not
  bool follows_commit_ = false;  // that frame ends a transaction: what follows was written when it was safe
  std::size_t number_ = 0;
  WalFinding finding_;
};

bool read(std::ifstream& file, std::span<unsigned char> bytes) {
  file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  return static_cast<std::size_t>(file.gcount()) == bytes.size();
}

}  // namespace

WalFinding check_wal(const std::string& path) {
  std::ifstream file(path + "-wal", std::ios::binary);
  std::array<unsigned char, kHeadBytes> bytes{};
  if (!file || !read(file, bytes)) return {};
  const auto head = read_head(bytes);
  if (!head) {
    std::array<unsigned char, kFrameHeadBytes + kPageBytesMin> some_frame{};
    return {read(file, some_frame) ? WalState::kDamaged : WalState::kWhole};
  }
  FrameCheck check(*head);
  std::vector<unsigned char> frame(kFrameHeadBytes + head->page_bytes);
  while (read(file, frame)) check.take(frame);
  return check.finding();
}

}  // namespace schemagate::store
