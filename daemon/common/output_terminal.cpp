#include "daemon/common/output_terminal.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

namespace banyan::daemon {
namespace {

// True on success.
bool make_raw(int terminal, const terminal_size& size) {
    termios settings{};
    if (::tcgetattr(terminal, &settings) != 0) return false;
    ::cfmakeraw(&settings);
    winsize window{};
    window.ws_row = static_cast<unsigned short>(size.rows);
    window.ws_col = static_cast<unsigned short>(size.columns);
    return ::tcsetattr(terminal, TCSANOW, &settings) == 0 && ::ioctl(terminal, TIOCSWINSZ, &window) == 0;
}

}  // namespace

std::optional<std::array<int, 2>> make_output_terminal(const terminal_size& size, const char* device) {
    const int ours = ::open(device, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (ours < 0) return std::nullopt;
    int unlocked = 0;
    int theirs = -1;
    // By descriptor, because the name can refer to another terminal in another mount namespace.
    if (::ioctl(ours, TIOCSPTLCK, &unlocked) == 0) theirs = ::ioctl(ours, TIOCGPTPEER, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    if (theirs >= 0 && make_raw(theirs, size)) return std::array{ours, theirs};
    if (theirs >= 0) ::close(theirs);
    ::close(ours);
    return std::nullopt;
}

}  // namespace banyan::daemon
