// What mailboxes record: messages and waits, on every transport.
#include <algorithm>
#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "banyan/net/collectives.hpp"
#include "libnet/messaging/group_state.hpp"
#include "libnet/messaging/mailbox_impl.hpp"
#include "libnet/tracing/message_pairs.hpp"
#include "libnet/tracing/timeline.hpp"
#include "tests/common/every_transport.hpp"
#include "tests/common/findings.hpp"

namespace recording_test {

using namespace banyan::net;
using namespace banyan::net::tracing;
using banyan::testing::findings;
using banyan::testing::on_every_transport;

namespace {

/// Records a mailbox while it lives.
class recording {
  public:
    explicit recording(group& world, std::size_t bytes = 1 << 22)
        : box_(detail::group_state::impl_of(world.box())), recorder_(bytes) {
        use(&recorder_);
    }
    ~recording() { use(nullptr); }
    recording(const recording&) = delete;
    recording& operator=(const recording&) = delete;

    task_trace take(const group& world) {
        use(nullptr);
        task_trace t = recorder_.take();
        t.task = box_.self();
        t.rank = world.rank().value;
        t.size = world.size();
        return t;
    }

  private:
    void use(recorder* r) {
        const std::lock_guard held(box_);
        box_.use_trace(r);
    }

    detail::mailbox_impl& box_;
    recorder recorder_;
};

std::uint64_t payload_of(int from, int to, int number) {
    return static_cast<std::uint64_t>(from * 1000 + to * 100 + number);
}

/// True once a call of the mailbox is blocked in a receive with this tag.
bool waits_for(detail::mailbox_impl& box, tag wanted) {
    const std::lock_guard held(box);
    const auto seen = box.waits_now();
    return std::any_of(seen.calls.begin(), seen.calls.end(), [&](const detail::blocked_call& call) {
        return call.what == detail::blocked_call::kind::receive && !call.awaited.empty() &&
               call.awaited.front().tag == wanted;
    });
}

/// Runs `body` with the traces of all ranks, one after another on each transport.
template <class Body>
std::vector<task_trace> traces_of(int ranks, Body body) {
    std::vector<task_trace> traces(static_cast<std::size_t>(ranks));
    on_every_transport(ranks, [&](group& world) {
        recording records(world);
        body(world);
        traces[static_cast<std::size_t>(world.rank().value)] = records.take(world);
    });
    return traces;
}

}  // namespace

TEST_CASE("every message of a run is recorded at both ends and paired") {
    constexpr int ranks = 4, each = 12;
    // The length identifies the message; some are longer than the eager limit.
    const auto bytes = [](int from, int to, int number) {
        return payload_of(from, to, number) + (number % 4 == 0 ? 300'000 : 0);
    };
    const auto traces = traces_of(ranks, [&](group& world) {
        const int me = world.rank().value;
        std::vector<std::vector<std::byte>> in, out;
        std::vector<request> requests;
        for (int number = 0; number < each; ++number)
            for (int other = 0; other < ranks; ++other) {
                in.emplace_back(400'000);
                requests.push_back(world.async_recv(rank{other}, tag{number % 2}, in.back()));
                out.emplace_back(bytes(me, other, number));
                requests.push_back(world.async_send(rank{other}, tag{number % 2}, out.back()));
            }
        wait_all(requests);
    });
    const pairing found = pair_messages(traces);
    CHECK(found.pairs.size() == ranks * ranks * each);
    CHECK(found.unpaired_sends == 0);
    CHECK(found.unpaired_receives == 0);
    for (const auto& [s, r] : found.pairs) {
        const auto& send = traces[s.trace].sent[s.index];
        const auto& receive = traces[r.trace].received[r.index];
        CHECK(send.bytes == receive.bytes);
        CHECK(receive.issued <= receive.ended);
        CHECK(send.at <= receive.ended);
    }
}

TEST_CASE("claimed messages are paired whatever the order of their receives") {
    const auto traces = traces_of(2, [](group& world) {
        const std::array<int, 3> lengths{8, 200'000, 16};
        if (world.rank().value == 0) {
            for (const int length : lengths)
                world.box().send({world.task(rank{1}), tag{3}},
                                 std::vector<std::byte>(static_cast<std::size_t>(length)));
            return;
        }
        const task_id sender = world.task(rank{0});
        std::vector<claimed_message> claimed;
        for (std::size_t i = 0; i < lengths.size(); ++i)
            claimed.push_back(world.box().claim({sender, tag{3}}));
        for (auto m = claimed.rbegin(); m != claimed.rend(); ++m)
            (void)m->recv();
    });
    const pairing found = pair_messages(traces);
    REQUIRE(found.pairs.size() == 3);
    for (const auto& [s, r] : found.pairs)
        CHECK(traces[s.trace].sent[s.index].bytes == traces[r.trace].received[r.index].bytes);
}

TEST_CASE("a message that a group has claimed is paired: its receive has the context of the group") {
    const auto traces = traces_of(2, [](group& world) {
        const std::vector<std::byte> payload(16);
        if (world.rank() == rank{0})
            world.send(rank{1}, tag{3}, payload);
        else
            (void)world.claim(rank{0}, tag{3}).recv();
    });
    const pairing found = pair_messages(traces);
    CHECK(found.pairs.size() == 1);
    CHECK(found.unpaired_sends == 0);
    CHECK(found.unpaired_receives == 0);
}

TEST_CASE("a receive that comes first blocks, and its blocking is algorithmic until the send") {
    std::atomic<detail::mailbox_impl*> receiver{nullptr};
    const auto traces = traces_of(2, [&](group& world) {
        std::array<int, 1> item{};
        if (world.rank().value == 0) {
            world.recv(rank{1}, tag{1}, item);
            while (!waits_for(*receiver, tag{2}))
                std::this_thread::yield();
            world.send(rank{1}, tag{2}, item);
        } else {
            receiver = &detail::group_state::impl_of(world.box());
            world.send(rank{0}, tag{1}, item);
            world.recv(rank{0}, tag{2}, item);
        }
    });
    const timeline result = make_timeline(traces);
    const auto& list = result.tasks[1].intervals;
    const auto wait = std::find_if(list.begin(), list.end(), [](const interval& i) {
        return i.is_blocked && i.kind == wait_kind::receive && i.tag == tag{2};
    });
    REQUIRE(wait != list.end());
    const auto message = std::find_if(result.messages.begin(), result.messages.end(),
                                      [](const message_line& m) { return m.tag == tag{2}; });
    REQUIRE(message != result.messages.end());
    CHECK(message->sent >= wait->begin);  // equal only on a coarse clock
    CHECK(wait->algorithmic == message->sent - wait->begin);
    CHECK(message->received <= wait->end);
}

TEST_CASE("waits of a collective are recorded as such") {
    const auto traces = traces_of(4, [](group& world) {
        for (int i = 0; i < 20; ++i)
            barrier(world);
    });
    std::size_t waits = 0;
    for (const task_trace& t : traces)
        for (const blocked_interval& b : t.blocked) {
            CHECK(b.kind == wait_kind::collective);
            CHECK(b.begin <= b.end);
            ++waits;
        }
    CHECK(waits > 0);
}

TEST_CASE("the intervals of recorded tasks fill their run time, and each blocked interval has its two parts") {
    const auto traces = traces_of(4, [](group& world) {
        std::array<int, 1> out{1}, in{};
        for (int i = 0; i < 50; ++i) {
            (void)world.send_recv(rank{(world.rank().value + 1) % 4}, tag{1}, out, rank{(world.rank().value + 3) % 4},
                                  tag{1}, in);
            if (i % 5 == 0) barrier(world);
        }
    });
    for (const task_timeline& task : make_timeline(traces).tasks) {
        nanoseconds computing = 0, blocked = 0, at = task.begin;
        for (const interval& i : task.intervals) {
            CHECK(i.thread == 0);
            CHECK(i.begin == at);
            CHECK(i.algorithmic >= 0);
            CHECK(i.algorithmic <= (i.is_blocked ? i.length() : 0));
            (i.is_blocked ? blocked : computing) += i.length();
            at = i.end;
        }
        CHECK(blocked > 0);
        CHECK(computing + blocked == task.end - task.begin);
    }
}

TEST_CASE("a cancelled send is withdrawn unless it continues, and the next one finds its receive") {
    std::size_t received = 0;
    const auto traces = traces_of(2, [&](group& world) {
        std::vector<std::byte> large(2'000'000), small(24);
        std::array<int, 1> goes_on{};
        if (world.rank().value == 0) {
            request dropped = world.async_send(rank{1}, tag{1}, large);
            goes_on[0] = dropped.cancel() ? 0 : 1;
            world.send(rank{1}, tag{2}, goes_on);
            world.send(rank{1}, tag{1}, small);
        } else {
            world.recv(rank{0}, tag{2}, goes_on);  // until then the large message waits for a receive
            if (goes_on[0] == 1) world.recv(rank{0}, tag{1}, large);
            world.recv(rank{0}, tag{1}, small);
            received = goes_on[0] == 1 ? 3 : 2;
        }
    });
    REQUIRE(traces[0].sent.size() == 3);
    CHECK(traces[0].sent[0].withdrawn == (received == 2));
    const pairing found = pair_messages(traces);
    CHECK(found.pairs.size() == received);
    CHECK(found.unpaired_sends == 0);
    for (const auto& [s, r] : found.pairs)
        CHECK(traces[s.trace].sent[s.index].bytes == traces[r.trace].received[r.index].bytes);
}

TEST_CASE("a full recorder does not disturb the messages, and the rest is counted") {
    findings found;
    on_every_transport(2, [&](group& world) {
        recording records(world, 4 * sizeof(received_message));
        const rank other{1 - world.rank().value};
        for (int i = 0; i < 50; ++i) {
            std::array<int, 1> out{i}, in{};
            request pending = world.async_recv(other, tag{1}, in);
            world.send(other, tag{1}, out);
            pending.wait();
            found.expect(in[0] == i, "the item");
        }
        const task_trace t = records.take(world);
        const std::size_t kept = t.sent.size() + t.received.size() + t.blocked.size();
        found.expect(t.dropped > 0, "nothing is dropped");
        found.expect(kept <= 6, "more is kept than there is room for");
        found.expect(kept + t.dropped >= 100, "not all is counted");
    });
    CHECK(found.first() == "");
}

TEST_CASE("nothing is recorded before tracing is on and after it is off") {
    const auto exchange_once = [](group& world) {
        const rank other{1 - world.rank().value};
        std::array<int, 1> out{1}, in{};
        request pending = world.async_recv(other, tag{1}, in);
        world.send(other, tag{1}, out);
        pending.wait();
        barrier(world);
    };
    findings found;
    on_every_transport(2, [&](group& world) {
        exchange_once(world);
        recording records(world);
        task_trace t = records.take(world);
        exchange_once(world);
        found.expect(t.sent.empty() && t.received.empty() && t.blocked.empty(), "something is recorded");
        found.expect(t.dropped == 0, "something is dropped");
    });
    CHECK(found.first() == "");
}

}  // namespace recording_test
