#include "libnet/base/shortage.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

namespace banyan::net::detail {

bool is_shortage(const std::error_code& failed) {
    return failed == std::errc::too_many_files_open || failed == std::errc::too_many_files_open_in_system ||
           failed == std::errc::no_buffer_space || failed == std::errc::not_enough_memory;
}

std::string shortage_text(const std::error_code& failed) {
    rlimit limit{};
    if (failed != std::errc::too_many_files_open || ::getrlimit(RLIMIT_NOFILE, &limit) != 0) return failed.message();
    return fmt::format("out of file descriptors: {} are allowed (ulimit -n)", limit.rlim_cur);
}

std::string shortage_text(int error_number) {
    return shortage_text(std::error_code(error_number, std::generic_category()));
}

}  // namespace banyan::net::detail
