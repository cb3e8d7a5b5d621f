// What a trace has of the waits for a replicated array.
#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <mutex>
#include <thread>
#include <vector>

#include "banyan/grid/replicated_array.hpp"
#include "banyan/net/thread_world.hpp"
#include "libnet/messaging/group_state.hpp"
#include "libnet/messaging/mailbox_impl.hpp"
#include "libnet/tracing/recorder.hpp"

namespace traced_array_test {

using banyan::grid::replicated_array;
namespace net = banyan::net;
namespace tracing = banyan::net::tracing;

namespace {

constexpr auto limit = std::chrono::seconds(30);

// Records a mailbox while it lives.
class recording {
  public:
    explicit recording(const net::group& world) : box_(net::detail::group_state::impl_of(world.box())) {
        use(&recorder_);
    }
    ~recording() { use(nullptr); }
    recording(const recording&) = delete;
    recording& operator=(const recording&) = delete;

    tracing::task_trace take() {
        use(nullptr);
        return recorder_.take();
    }

  private:
    void use(tracing::recorder* recorder) {
        const std::lock_guard held(box_);
        box_.use_trace(recorder);
    }

    net::detail::mailbox_impl& box_;
    tracing::recorder recorder_{1 << 20};
};

// Rank 0 writes the item when rank 1 waits for it.
void write_and_wait(const net::group& world, std::atomic<bool>& is_awaited) {
    replicated_array<int> array(world, 1, 0, limit);
    array.write(0, 1, limit);
    if (world.rank().value == 0) {
        for (const net::deadline last(limit); !is_awaited && !last.passed();)
            std::this_thread::yield();
        array.write(0, 7, limit);
    } else {
        const auto is_seven = [&](int now) {
            is_awaited = true;  // its thread keeps the lock of the copy until it sleeps
            return now == 7;
        };
        array.wait_until(0, is_seven, limit);
    }
    array.close(limit);
}

}  // namespace

TEST_CASE("replicated_array: in a trace the threads of the program are blocked, and the array's own thread is not") {
    std::vector<tracing::task_trace> traces(2);
    std::atomic<bool> is_awaited{false};
    net::run_threads(2, [&](net::group& world) {
        recording records(world);
        write_and_wait(world, is_awaited);
        traces[static_cast<std::size_t>(world.rank().value)] = records.take();
    });
    for (const tracing::task_trace& t : traces)
        CHECK(std::ranges::all_of(t.blocked, [](const tracing::blocked_interval& b) { return b.thread == 0; }));
    CHECK(std::ranges::any_of(traces[1].blocked, [](const tracing::blocked_interval& b) {
        return b.kind == tracing::wait_kind::other && b.begin < b.end;
    }));
}

}  // namespace traced_array_test
