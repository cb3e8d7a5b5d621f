// The part of the postbox that delivers what was sent when the process ends without closing it.
#include <exception>
#include <mutex>

#include "libnet/runtime/postbox.hpp"

namespace banyan::net::detail {
namespace {

using namespace std::chrono_literals;

constexpr auto between_looks = 1ms;  // the system does not tell when the last byte is acknowledged
constexpr auto longest_lock = 1s;    // a call that keeps the lock for longer is the one that called exit()

}  // namespace

// Other threads may be inside calls, or be the very call that exit() was called from: links and operations stay.
std::optional<bool> postbox::deliver_buffered(std::chrono::milliseconds linger) noexcept {
    if (!turn_.try_lock_until(deadline::clock::now() + longest_lock)) return std::nullopt;
    const std::lock_guard held(*this, std::adopt_lock);
    try {
        const deadline until(linger);
        const std::function<bool()> finished = [&] {
            return !protocol_.has_buffered_sends() && !protocol_.has_output() && all_delivered();
        };
        protocol_.close();
        flush_all();
        while (!finished() && !until.passed())
            wait_until(finished, deadline(std::min(until.when(), deadline::clock::now() + between_looks)));
        return finished();
    } catch (const std::exception&) {  // no memory, or nothing left in the system
        return false;
    }
}

}  // namespace banyan::net::detail
