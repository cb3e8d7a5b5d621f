#include "libnet/messaging/background_flusher.hpp"

#include <algorithm>
#include <exception>

#include "libnet/base/background_thread.hpp"

namespace banyan::net::detail {

void background_flusher::stop() {
    if (!thread_.joinable()) return;
    ending_ = true;
    wake_.signal();
    thread_.join();
}

bool background_flusher::flush_soon() {
    if (due_ && pause_ <= shortest_pause) return true;
    return request();
}

void background_flusher::complete_sends() {
    if (!no_thread_) no_thread_ = !request();
}

bool background_flusher::request() {
    pause_ = shortest_pause;
    wake_.signal();
    try {
        if (!thread_.joinable()) thread_ = start_background_thread("buffered sends", [this] { run(); });
    } catch (const std::exception&) {  // no thread, or no memory for it
    }
    return due_ = thread_.joinable();
}

background_flusher::microseconds background_flusher::pause_after(left_over left) {
    if (left.failed)
        pause_ = longest_pause;
    else if (left.sends)
        pause_ = left.moved ? shortest_pause : std::min(2 * pause_, longest_pause);
    due_ = left.writes || left.sends;
    if (!due_) return microseconds{0};
    if (left.writes) pause_ = shortest_pause;
    return pause_;
}

void background_flusher::run() {
    while (!ending_) {
        wake_.sleep({});
        std::this_thread::sleep_for(shortest_pause);
        for (auto pause = flush_(); !ending_ && pause.count() > 0; pause = flush_())
            wake_.sleep(pause);
    }
}

}  // namespace banyan::net::detail
