#include "daemon/common/pvm_address.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <string>

#include "daemon/client/try_connect.hpp"
#include "libnet/base/own_file.hpp"
#include "libnet/base/secret.hpp"
#include "libnet/pvm3/service_address.hpp"

namespace banyan::daemon::pvm {

using pvm3::service_file;

namespace {

bool write_all(int descriptor, const std::string& text) {
    return ::write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

// Other users cannot guess the name, so they cannot put a file there first.
std::string draft_of(const std::filesystem::path& file) {
    std::array<std::byte, 8> random;
    net::fill_random(random);
    std::string draft = file.string() + ".";
    for (const std::byte b : random)
        draft += fmt::format("{:02x}", std::to_integer<int>(b));
    return draft;
}

}  // namespace

bool is_running(const std::filesystem::path& socket) {
    try {
        net::asio::io_context io;
        return !socket.empty() && try_connect(io, {socket}).what != connect_attempt::outcome::refused;
    } catch (const std::exception&) {  // the socket of another user, or a path that is too long
        return false;
    }
}

// The file appears complete, and a link that another user has put there is replaced, not followed.
bool name_service(const std::filesystem::path& socket) {
    const auto path = service_file("pvmd");
    if (is_running(net::first_line_of_own_file(path))) return true;
    const std::string draft = draft_of(path);
    const int descriptor = ::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (descriptor < 0) return false;
    const bool written = write_all(descriptor, socket.string() + "\n");
    ::close(descriptor);
    if (written && ::rename(draft.c_str(), path.c_str()) == 0) return true;
    ::unlink(draft.c_str());
    return false;
}

address_file::address_file(const std::filesystem::path& socket) : socket_(socket) {
    name_service(socket);
}

// Another service may have replaced the file; then it stays.
address_file::~address_file() {
    const auto path = service_file("pvmd");
    if (net::first_line_of_own_file(path) == socket_.string()) ::unlink(path.c_str());
}

}  // namespace banyan::daemon::pvm
