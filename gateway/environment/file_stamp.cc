#include "gateway/environment/file_stamp.h"

#include <sys/stat.h>

#include <utility>

namespace schemagate {

FileStamp stamp_of(const std::filesystem::path& file) {
  struct stat found{};
  if (::stat(file.c_str(), &found) != 0) return {};
  return {found.st_dev, found.st_ino, found.st_size, found.st_ctim.tv_sec, found.st_ctim.tv_nsec};
}

FileWatch::FileWatch(std::vector<std::filesystem::path> files) : files_(std::move(files)), seen_(stamps()) {}

bool FileWatch::have_changed() {
  std::vector<FileStamp> found = stamps();
  if (found == seen_) return std::exchange(is_changing_, false);
  seen_ = std::move(found);
  is_changing_ = true;
  return false;
}

std::vector<FileStamp> FileWatch::stamps() const {
  std::vector<FileStamp> all;
  all.reserve(files_.size());
  for (const std::filesystem::path& file : files_) all.push_back(stamp_of(file));
  return all;
}

}  // namespace schemagate
