#include "tools/banyan/progress.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <iostream>

#include "tools/banyan/verb.hpp"

namespace banyan::tools {
namespace {

constexpr const char* erase_line = "\r\x1b[K";

// One line must not wrap: a wrapped one cannot be taken back.
std::string cut_to_width(const std::string& text) {
    winsize size{};
    const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
    return text.substr(0, known ? size.ws_col - 1u : 79u);
}

}  // namespace

progress::progress() : wanted_(progress_wanted()) {}

progress::~progress() {
    clear();
}

void progress::say(const std::string& text) {
    if (!wanted_) return;
    std::cerr << erase_line << cut_to_width(text) << std::flush;
    shown_ = true;
}

void progress::clear() {
    if (shown_) std::cerr << erase_line << std::flush;
    shown_ = false;
}

}  // namespace banyan::tools
