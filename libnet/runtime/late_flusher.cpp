#include "libnet/runtime/late_flusher.hpp"

#include <exception>

#include "libnet/base/background_thread.hpp"
#include "libnet/runtime/gathering.hpp"

namespace banyan::net::detail {

void late_flusher::stop() {
    if (!thread_.joinable()) return;
    ending_ = true;
    bell_.ring();
    thread_.join();
}

bool late_flusher::ring() {
    bell_.ring();
    try {
        if (!thread_.joinable()) thread_ = start_background_thread("buffered sends", [this] { run(); });
    } catch (const std::exception&) {  // no thread, or no memory for it
    }
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
