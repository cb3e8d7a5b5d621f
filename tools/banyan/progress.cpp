#include "tools/banyan/progress.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <csignal>
#include <iostream>
#include <system_error>

#include "libnet/base/environment.hpp"
#include "tools/banyan/terminal_text.hpp"

namespace banyan::tools {
namespace {

using clock = std::chrono::steady_clock;

constexpr const char* erase_line = "\r\x1b[K";

// A line that wraps could not be erased.
std::string cut_to_width(const std::string& text) {
    winsize size{};
    const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
    return text.substr(0, known ? size.ws_col - 1u : 79u);
}

}  // namespace

bool progress::is_on_terminal() {
    return isatty(STDERR_FILENO) == 1 && net::environment_value("TERM") != "dumb";
}

progress::progress() : on_terminal_(is_on_terminal()), pace_(on_terminal_, clock::now()) {}

progress::~progress() {
    if (ticker_.joinable()) {
        ticker_.request_stop();
        ticker_.join();
    }
    clear();
}

void progress::say(const std::string& text) {
    const std::lock_guard lock(mutex_);
    show(pace_.say(text, clock::now()));
    if (!ticker_.joinable()) start_ticker();
    changed_.notify_one();
}

// If there is no memory for a thread, the time is not shown.
void progress::start_ticker() {
    try {
        ticker_ = std::jthread([this](const std::stop_token& stopping) { tick(stopping); });
    } catch (const std::system_error&) {
    }
}

void progress::clear() {
    const std::lock_guard lock(mutex_);
    pace_.clear(clock::now());
    erase();
}

void progress::show(const std::optional<std::string>& text) {
    if (!text) return;
    erase();
    std::cerr << (on_terminal_ ? cut_to_width(terminal_text_of(*text)) : *text) << std::flush;
    shown_ = on_terminal_;
}

void progress::erase() {
    if (shown_) std::cerr << erase_line << std::flush;
    shown_ = false;
}

void progress::tick(const std::stop_token& stopping) {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);  // signals are for the thread of the verb
    std::unique_lock lock(mutex_);
    while (!stopping.stop_requested()) {
        const auto due = pace_.due();
        const auto has_changed = [&] { return pace_.due() != due; };
        if (due)
            changed_.wait_until(lock, stopping, *due, has_changed);
        else
            changed_.wait(lock, stopping, has_changed);
        if (!stopping.stop_requested()) show(pace_.wait(clock::now()));
    }
}

}  // namespace banyan::tools
