#include "libnet/runtime/late_flusher.hpp"

#include <signal.h>

#include <exception>

#include "libnet/runtime/gathering.hpp"

namespace banyan::net::detail {
namespace {

// Signals are for the threads of the program. No thread if the system has none, or no memory for its stack.
std::thread start_without_signals(std::function<void()> body) {
    sigset_t all, before;
    sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    std::thread started;
    try {
        started = std::thread(std::move(body));
    } catch (const std::exception&) {
    }
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return started;
}

}  // namespace

late_flusher::~late_flusher() {
    if (!thread_.joinable()) return;
    ending_ = true;
    bell_.ring();
    thread_.join();
}

bool late_flusher::ring() {
    bell_.ring();
    if (!thread_.joinable()) thread_ = start_without_signals([this] { run(); });
    return thread_.joinable();
}

void late_flusher::run() {
    while (!ending_) {
        bell_.sleep({});
        std::this_thread::sleep_for(gathering::most_delay);
        for (auto pause = flush_(); !ending_ && pause.count() > 0; pause = flush_())
            bell_.sleep(pause);
    }
}

}  // namespace banyan::net::detail
