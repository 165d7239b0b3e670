// Whether files are others than before, without reading them.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <vector>

namespace schemagate {

// The time is that of the last change of content, owner or mode, in nanoseconds: a file that could not be
// read and can be now is another one, too. Symbolic links are followed.
struct FileStamp {
  dev_t device = 0;
  ino_t inode = 0;
  off_t size = 0;
  time_t seconds = 0;
  long nanoseconds = 0;
  bool operator==(const FileStamp&) const = default;
};

// Of no file: FileStamp(). Any thread.
FileStamp stamp_of(const std::filesystem::path& file);

// Files that are looked at again and again, every second or so. Make it before they are read for the first
// time. Used on one thread at a time.
class FileWatch {
 public:
  explicit FileWatch(std::vector<std::filesystem::path> files);

  // True, once: they have changed, and have stood as they are since the last look. Whoever writes a file need
  // not do so in one step.
  bool have_changed();

 private:
  std::vector<FileStamp> stamps() const;

  const std::vector<std::filesystem::path> files_;
  std::vector<FileStamp> seen_;
  bool is_changing_ = false;  // they were others at the last look
};

}  // namespace schemagate
