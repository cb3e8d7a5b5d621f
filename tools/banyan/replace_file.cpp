#include "tools/banyan/replace_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ext/stdio_filebuf.h>
#include <fstream>
#include <ios>
#include <optional>
#include <system_error>
#include <utility>

#include "tools/banyan/verb.hpp"

namespace banyan::tools {

namespace fs = std::filesystem;

namespace {

using file_filler = std::function<void(std::ostream&)>;

// Where the contents go, without symbolic links, and the file that is there now.
struct destination {
    fs::path file;
    std::optional<struct stat> old;
};

fs::path folder_of_file(const fs::path& file) {
    return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

// Links in /proc lead to open files. Other programs would still write to the old one.
bool is_proc(const fs::path& folder) {
    struct statfs info {};
    return ::statfs(folder.c_str(), &info) == 0 && info.f_type == PROC_SUPER_MAGIC;
}

bool is_replaceable(const fs::path& file, const struct stat& now) {
    const bool has_access_list = ::lgetxattr(file.c_str(), "system.posix_acl_access", nullptr, 0) > 0;
    return S_ISREG(now.st_mode) && now.st_nlink == 1 && !has_access_list && ::access(file.c_str(), W_OK) == 0;
}

// In a folder where all users can make files, a link of another user may lead to any file of this user. open(2) then
// refuses it if fs.protected_symlinks is set, as it is by default; the rule is the same.
bool is_trusted_link(const fs::path& folder, const struct stat& link) {
    constexpr mode_t shared = S_ISVTX | S_IWOTH;
    struct stat around {};
    if (::stat(folder.c_str(), &around) != 0) return false;
    return (around.st_mode & shared) != shared || link.st_uid == ::geteuid() || link.st_uid == around.st_uid;
}

// Nothing if the file must be written in place.
std::optional<destination> destination_of(fs::path file) {
    constexpr int most_links = 40;  // as in the kernel
    for (int links = 0; links <= most_links; ++links) {
        if (is_proc(folder_of_file(file))) return std::nullopt;
        struct stat now {};
        if (::lstat(file.c_str(), &now) != 0) return destination{std::move(file), std::nullopt};
        if (!S_ISLNK(now.st_mode)) {
            if (!is_replaceable(file, now)) return std::nullopt;
            return destination{std::move(file), now};
        }
        if (!is_trusted_link(folder_of_file(file), now)) return std::nullopt;
        std::error_code unreadable;
        const fs::path next = fs::read_symlink(file, unreadable);
        if (unreadable) return std::nullopt;
        file = file.parent_path() / next;
    }
    return std::nullopt;
}

// A file that is being written. The destructor closes and removes it, unless it was renamed. It does not change errno.
struct unfinished_file {
    unfinished_file(fs::path name, int opened) : file(std::move(name)), descriptor(opened) {}
    ~unfinished_file() {
        const int kept = errno;
        close();
        if (!file.empty()) ::unlink(file.c_str());
        errno = kept;
    }
    unfinished_file(const unfinished_file&) = delete;
    unfinished_file& operator=(const unfinished_file&) = delete;
    // False, with errno, if an earlier write has failed.
    bool close() { return descriptor < 0 || ::close(std::exchange(descriptor, -1)) == 0; }

    const fs::path file;
    int descriptor;
};

// A new file beside the old one, with its owner and at most its permissions. Its descriptor is -1, with errno, if it
// cannot be made.
unfinished_file make_part(const destination& goal) {
    constexpr int most_tries = 100;
    const mode_t mode = goal.old ? goal.old->st_mode & 0777U : 0666U;
    for (int i = 0; i < most_tries; ++i) {
        fs::path file = folder_of_file(goal.file) / fmt::format(".banyan-part-{}-{}", ::getpid(), i);
        const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (descriptor < 0 && errno == EEXIST) continue;
        if (descriptor < 0) break;
        const bool is_owned = !goal.old || ::fchown(descriptor, goal.old->st_uid, goal.old->st_gid) == 0;
        if (is_owned) return {std::move(file), descriptor};
        ::close(descriptor);
        ::unlink(file.c_str());
        errno = EPERM;
        break;
    }
    return {fs::path(), -1};
}

// In a folder that others may change, the name may lead elsewhere meanwhile. So the file is written through its
// descriptor. False, with errno, if not all was written.
bool fill_open_file(int descriptor, const file_filler& fill) {
    const int copy = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    if (copy < 0) return false;
    __gnu_cxx::stdio_filebuf<char> buffer(copy, std::ios::out);  // closes the copy
    std::ostream out(&buffer);
    errno = 0;
    fill(out);
    out.flush();
    return buffer.close() != nullptr && !out.fail();
}

// False, with errno, if not all was written.
bool fill_file(const fs::path& file, const file_filler& fill) {
    errno = 0;
    std::ofstream out(file);
    fill(out);
    out.close();
    return !out.fail();
}

enum class replacement { done, failed, in_place };

// If the new file is refused because of the folder or the file system, the old file can still be written in place, for
// example if it alone is mounted into a read-only folder. If there is no space for the new file, it cannot.
replacement after_error(const destination& goal) {
    const bool is_refused = errno == EACCES || errno == EPERM || errno == EROFS || errno == EBUSY;
    return is_refused || !goal.old ? replacement::in_place : replacement::failed;
}

replacement replace_by_part(const destination& goal, const file_filler& fill) {
    unfinished_file fresh = make_part(goal);
    if (fresh.descriptor < 0) return after_error(goal);
    if (!fill_open_file(fresh.descriptor, fill)) return replacement::failed;
    if (goal.old && ::fchmod(fresh.descriptor, goal.old->st_mode & 07777U) != 0) return after_error(goal);
    if (!fresh.close()) return replacement::failed;
    return ::rename(fresh.file.c_str(), goal.file.c_str()) == 0 ? replacement::done : after_error(goal);
}

}  // namespace

void replace_file(const fs::path& file, const std::string& option, const file_filler& fill) {
    const auto goal = destination_of(file);
    const auto result = goal ? replace_by_part(*goal, fill) : replacement::in_place;
    if (result == replacement::done) return;
    if (result == replacement::in_place && fill_file(file, fill)) return;
    throw verb_error(exit_status::failed,
                     fmt::format("{}: {} cannot be written: {}", option, file.string(), std::strerror(errno)));
}

}  // namespace banyan::tools
