#include "tools/pvm/line_input.hpp"

#include <poll.h>
#include <unistd.h>

#include <cstdio>

namespace banyan::pvm_console {

void line_input::wait() {
    for (;;) {
        incoming_.arrived();
        std::fflush(stdout);
        pollfd sources[] = {{STDIN_FILENO, POLLIN, 0}, {incoming_.descriptor, POLLIN, 0}};
        if (::poll(sources, 2, -1) > 0 && sources[0].revents != 0) return;
    }
}

void line_input::take_messages_until(const std::function<bool()>& done) {
    for (;;) {
        incoming_.arrived();
        std::fflush(stdout);
        if (done()) return;
        pollfd source{incoming_.descriptor, POLLIN, 0};
        ::poll(&source, 1, -1);
    }
}

std::unique_ptr<line_input> make_line_input(line_input::messages incoming, name_list commands) {
    if (::isatty(STDIN_FILENO)) return make_terminal_input(std::move(incoming), std::move(commands));
    return make_plain_input(std::move(incoming));
}

}  // namespace banyan::pvm_console
