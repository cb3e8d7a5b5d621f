#include "daemon/common/virtual_machine_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "daemon/common/runtime_directory.hpp"

namespace banyan::daemon {
namespace fs = std::filesystem;
namespace {

/// How long another command may take to remove a folder.
constexpr int removal_limit_ms = 5000;

std::string text_of(int error_number) {
    return std::generic_category().message(error_number);
}

int open_folder(const fs::path& path) {
    return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/// False if the open folder has been removed. Another one may have its name.
bool is_still_at(const fs::path& path, int descriptor) {
    struct stat open {};
    struct stat named {};
    return ::fstat(descriptor, &open) == 0 && ::lstat(path.c_str(), &named) == 0 && open.st_dev == named.st_dev &&
           open.st_ino == named.st_ino;
}

/// A descriptor with the shared lock; -1 if the folder does not exist or another command is removing it.
int lock_folder(const fs::path& path) {
    const int descriptor = open_folder(path);
    if (descriptor < 0 && errno == ENOENT) return -1;
    if (descriptor < 0) throw_unusable(path, "cannot be opened: " + text_of(errno));
    const int failed = ::flock(descriptor, LOCK_SH | LOCK_NB) == 0 ? 0 : errno;
    if (failed == 0 && is_still_at(path, descriptor)) return descriptor;
    ::close(descriptor);
    if (failed != 0 && failed != EWOULDBLOCK) throw_unusable(path, "cannot be locked: " + text_of(failed));
    return -1;
}

/// Removes the folder if it can be locked exclusively. A shared lock of this descriptor does not prevent that.
bool remove_locked(const fs::path& path, int descriptor) {
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) return false;
    std::error_code ignored;
    if (is_still_at(path, descriptor)) fs::remove_all(path, ignored);
    return true;
}

}  // namespace

virtual_machine_folder virtual_machine_folder::create(const std::string& id) {
    return make(id, true);
}

virtual_machine_folder virtual_machine_folder::join(const std::string& id) {
    return make(id, false);
}

virtual_machine_folder virtual_machine_folder::make(const std::string& id, bool is_new) {
    const fs::path path = virtual_machine_directory(id);
    bool made = false;  // by this call; another command may have removed it before it was locked
    for (int waited = 0; waited < removal_limit_ms; ++waited) {
        if (is_new && ::mkdir(path.c_str(), 0700) != 0 && (errno != EEXIST || !made))
            throw_unusable(path, "cannot be created: " + text_of(errno));
        if (!is_new) make_private_directory(path);
        made = true;
        if (const int descriptor = lock_folder(path); descriptor >= 0) return {path, descriptor};
        ::poll(nullptr, 0, 1);
    }
    throw_unusable(path, "another command has been removing it for 5 s");
}

virtual_machine_folder virtual_machine_folder::adopt(const std::string& id, int descriptor) {
    return {virtual_machine_directory(id), descriptor};
}

void virtual_machine_folder::remove_within(std::chrono::milliseconds limit) {
    const auto end = std::chrono::steady_clock::now() + limit;
    while (!remove_locked(path_, descriptor_) && std::chrono::steady_clock::now() < end)
        ::poll(nullptr, 0, 1);
    release();
}

void virtual_machine_folder::release() {
    ::close(std::exchange(descriptor_, -1));
}

virtual_machine_folder::virtual_machine_folder(virtual_machine_folder&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

virtual_machine_folder::~virtual_machine_folder() {
    if (descriptor_ < 0) return;
    remove_locked(path_, descriptor_);
    ::close(descriptor_);
}

bool remove_if_unused(const fs::path& folder) {
    const int descriptor = open_folder(folder);
    if (descriptor < 0) return errno == ENOENT;
    const bool removed = remove_locked(folder, descriptor);
    ::close(descriptor);
    return removed;
}

}  // namespace banyan::daemon
