#include "daemon/common/kept_state.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <span>

#include "banyan/net/error.hpp"
#include "libnet/base/shortage.hpp"

namespace banyan::daemon {

net::sha256_digest host_name_digest(const std::string& name) {
    return net::sha256(std::as_bytes(std::span(name)));
}

int make_kept_state() {
    const int descriptor = ::memfd_create("banyan-kept-state", MFD_CLOEXEC);
    if (descriptor >= 0 && ::ftruncate(descriptor, sizeof(kept_state)) == 0) return descriptor;
    const int why = errno;
    if (descriptor >= 0) ::close(descriptor);
    throw net::error(net::errc::resource_limit,
                     "no shared memory for the coordinator: " + net::detail::shortage_text(why));
}

kept_state& map_kept_state(int descriptor) {
    struct stat found {};
    const bool is_one = ::fstat(descriptor, &found) == 0 && found.st_size == sizeof(kept_state);
    void* memory = MAP_FAILED;
    if (is_one) memory = ::mmap(nullptr, sizeof(kept_state), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (memory == MAP_FAILED)
        throw net::error(net::errc::launch_failed,
                         "no shared memory from the keeper: " + net::detail::shortage_text(is_one ? errno : EBADF));
    ::madvise(memory, sizeof(kept_state), MADV_DONTDUMP);
    return *static_cast<kept_state*>(memory);
}

}  // namespace banyan::daemon
