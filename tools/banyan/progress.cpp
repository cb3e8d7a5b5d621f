#include "tools/banyan/progress.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <iostream>

namespace banyan::tools {
namespace {

constexpr const char* erase_line = "\r\x1b[K";

// A line that wraps could not be erased.
std::string cut_to_width(const std::string& text) {
    winsize size{};
    const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
    return text.substr(0, known ? size.ws_col - 1u : 79u);
}

}  // namespace

progress::progress() : wanted_(isatty(STDERR_FILENO) == 1) {}

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
