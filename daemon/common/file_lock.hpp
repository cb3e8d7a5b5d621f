// A lock between processes of one user.
#pragma once

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

namespace banyan::daemon {

/// Waits until no other process has the lock of the file, and has it during the life of the object, or until the
/// process ends. Makes the file if it does not exist; it stays. If the file cannot be opened, there is no lock.
class file_lock {
  public:
    explicit file_lock(const std::filesystem::path& file)
        : descriptor_(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600)) {
        while (descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
        }
    }
    file_lock(const file_lock&) = delete;
    file_lock& operator=(const file_lock&) = delete;
    ~file_lock() {
        if (descriptor_ >= 0) ::close(descriptor_);
    }

  private:
    int descriptor_;
};

}  // namespace banyan::daemon
