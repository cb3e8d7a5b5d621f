// The messages and threads of a replicated array. Each rank has a service thread. Rank 0's is the sequencer: it
// receives the writes of all ranks, joins those that have arrived to a batch, and sends each batch to all ranks. The
// threads of the others receive the batches. Messages of one rank to another keep their order, so all copies apply the
// same order.
#include <atomic>
#include <condition_variable>
#include <cstring>
#include <limits>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "banyan/grid/replicated_array.hpp"
#include "banyan/net/same_call.hpp"
#include "banyan/part/error.hpp"
#include "libgrid/replica.hpp"
#include "libnet/base/background_thread.hpp"
#include "libnet/base/fork_count.hpp"
#include "libnet/messaging/client_wait.hpp"
#include "libnet/messaging/service_thread.hpp"

namespace banyan::grid::detail {
namespace {

constexpr net::rank sequencer_rank{0};
constexpr net::tag write_tag{0};   // to the sequencer: writes of one rank
constexpr net::tag batch_tag{1};   // from the sequencer: ordered writes
constexpr net::tag close_tag{2};   // to the sequencer: no more writes of one rank
constexpr net::tag end_tag{3};     // from the sequencer: no more writes
constexpr net::tag failed_tag{4};  // to and from the sequencer: a text
constexpr net::tag no_tag{5};      // of no message: a receive of it ends when its rank is lost
constexpr std::size_t batch_bytes = std::size_t{1} << 20;
// How soon a service thread notices that its array is destroyed without close(). It sleeps until then.
constexpr std::chrono::milliseconds stop_interval{200};

std::span<const std::byte> bytes_of_text(const std::string& text) {
    return std::as_bytes(std::span(text));
}

std::string text_of(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// The items. In debug mode their length is compared between the ranks; items may have unused bytes, so the values are
// not.
std::vector<std::byte> same_items(const net::group& tasks, std::vector<std::byte> items, net::deadline until) {
    net::expect_same_call(tasks, "replicated_array", {{"bytes", items.size()}}, until);
    return items;
}

}  // namespace

struct replication::state {
    net::group tasks;
    mutable std::mutex lock;  // guards the members up to `closed`
    mutable std::condition_variable changed;
    replica copy;
    std::optional<net::error> failure;
    bool stopping = false;
    bool closed = false;
    bool ended = false;                   // no more writes come
    int closes = 0;                       // of the sequencer's service thread: ranks that have called close()
    bool told = false;                    // of the service thread: the failure has come from another rank
    mutable std::atomic<int> clients{0};  // threads of the program that wait for the service thread
    const net::detail::maker_process made_in;
    std::thread service;
    std::vector<net::group_request> losses;  // of the sequencer: end when their ranks are lost

    state(const net::group& g, std::vector<std::byte> items, net::deadline until)
        : tasks(g.duplicate(until)), copy(std::move(items), tasks.rank().value) {}

    [[nodiscard]] bool is_sequencer() const { return tasks.rank() == sequencer_rank; }
    [[nodiscard]] bool is_stopping() const {
        const std::lock_guard guard(lock);
        return stopping;
    }
    void throw_failure() const {
        if (failure) throw net::error(*failure);
    }

    write_outcome write(std::size_t first_byte, std::span<const std::byte> items, write_kind kind, net::deadline until);
    void wait(const char* what, const std::function<bool()>& ready, net::deadline until) const;
    void serve() noexcept;
    void serve_until_end();
    std::optional<net::group_message> next_message();
    std::optional<net::group_message> waiting_message();
    void expect_losses();
    void check_losses();
    bool take(const net::group_message& message, std::vector<std::byte>& batch);
    void apply(std::span<const std::byte> batch);
    void order(std::span<const std::byte> message, std::vector<std::byte>& batch);
    void send_to_others(net::tag tag, std::span<const std::byte> bytes);
    void fail(const net::error& why);
    void tell(const std::string& text) noexcept;
    void abandon() noexcept;
};

// The sequencer receives from any rank, and so would not learn of the loss of one that sends nothing.
void replication::state::expect_losses() {
    if (!is_sequencer()) return;
    for (int r = 1; r < tasks.size(); ++r)
        losses.push_back(tasks.async_recv(net::rank{r}, no_tag, std::span<std::byte>()));
}

void replication::state::check_losses() {
    for (net::group_request& each : losses)
        if (each.test()) each.wait();  // throws
}

// The next message; nothing as soon as the array is being destroyed, even if other ranks still write.
std::optional<net::group_message> replication::state::next_message() {
    const std::optional<net::rank> from = is_sequencer() ? std::nullopt : std::optional(sequencer_rank);
    for (;;) {
        if (is_stopping()) return std::nullopt;
        try {
            return tasks.recv(from, net::any_tag, stop_interval);
        } catch (const net::error& e) {
            if (e.which() != net::errc::timeout) throw;
        }
        check_losses();
    }
}

// A message that has arrived. It is claimed: if its sender withdraws it, a plain receive would wait for another one.
std::optional<net::group_message> replication::state::waiting_message() {
    auto waiting = tasks.try_claim(net::any_source, net::any_tag);
    if (!waiting) return std::nullopt;
    try {
        return waiting->recv();
    } catch (const net::error& e) {
        if (e.which() != net::errc::cancelled) throw;
        return std::nullopt;
    }
}

// True if the message is the last one. Writes that have got an order are appended to the batch.
bool replication::state::take(const net::group_message& message, std::vector<std::byte>& batch) {
    const net::tag tag = message.info.tag;
    if (tag == failed_tag) {
        told = true;
        throw net::error(net::errc::peer_lost, text_of(message.payload));
    }
    if (tag == write_tag) order(message.payload, batch);
    if (tag == batch_tag) apply(message.payload);
    if (tag == close_tag) return ++closes == tasks.size();
    return tag == end_tag;
}

void replication::state::serve_until_end() {
    expect_losses();
    for (bool is_last = false; !is_last;) {
        const auto first = next_message();
        if (!first) return;
        std::vector<std::byte> batch;
        is_last = take(*first, batch);
        while (!is_last && batch.size() < batch_bytes && is_sequencer()) {
            const auto more = waiting_message();
            if (!more) break;
            is_last = take(*more, batch);
        }
        if (!batch.empty()) send_to_others(batch_tag, batch);
    }
    if (is_sequencer()) send_to_others(end_tag, {});
    {
        const std::lock_guard guard(lock);
        ended = true;
    }
    changed.notify_all();
}

void replication::state::serve() noexcept {
    const net::detail::service_thread serving(clients);
    try {
        serve_until_end();
    } catch (const net::error& e) {
        fail(e);
    } catch (const std::exception& e) {
        fail(net::error(net::errc::protocol_violation, e.what()));
    }
}

void replication::state::apply(std::span<const std::byte> batch) {
    {
        const std::lock_guard guard(lock);
        copy.apply(batch);
    }
    changed.notify_all();
}

// The writes get their order and are applied to the sequencer's copy.
void replication::state::order(std::span<const std::byte> message, std::vector<std::byte>& batch) {
    {
        const std::lock_guard guard(lock);
        copy.order(message, batch);
    }
    changed.notify_all();
}

// A rank that has left the array, or is stopped, does not receive. So the wait ends when this array is destroyed. Each
// part of it is long enough for the copy that completes a send to a late receiver.
void replication::state::send_to_others(net::tag tag, std::span<const std::byte> bytes) {
    const auto interval = stop_interval + std::chrono::microseconds(bytes.size() / 500);
    std::vector<net::request> pending;
    for (int r = 1; r < tasks.size(); ++r)
        pending.push_back(tasks.async_send(net::rank{r}, tag, bytes));
    for (net::request& each : pending) {
        while (!each.test_until(interval))
            if (is_stopping()) return;
        each.wait();
    }
}

void replication::state::fail(const net::error& why) {
    {
        const std::lock_guard guard(lock);
        if (!failure) failure = why;
    }
    changed.notify_all();
    if (!is_sequencer() && told) return;
    try {
        const std::string rank = std::to_string(tasks.rank().value);
        tell(is_sequencer() ? why.what() : "replicated_array: the copy of rank " + rank + " has failed: " + why.what());
    } catch (const std::exception&) {  // out of memory: the others learn it when this array is destroyed
    }
}

// Rank 0 tells all others, and another rank tells rank 0. A rank that is not reached learns it when this rank ends.
void replication::state::tell(const std::string& text) noexcept {
    const int first = is_sequencer() ? 1 : 0;
    const int last = is_sequencer() ? tasks.size() : 1;
    for (int r = first; r < last; ++r) {
        try {
            static_cast<void>(tasks.try_send(net::rank{r}, failed_tag, bytes_of_text(text)));
        } catch (const std::exception&) {
            continue;
        }
    }
}

// The array is destroyed without close().
void replication::state::abandon() noexcept {
    {
        const std::lock_guard guard(lock);
        stopping = true;
    }
    service.join();
    tell("replicated_array: rank " + std::to_string(tasks.rank().value) + " has left the array without close()");
}

replication::replication(const net::group& tasks, std::vector<std::byte> items, net::deadline until)
    : state_(std::make_unique<state>(tasks, same_items(tasks, std::move(items), until), until)) {
    state_->service = net::detail::start_background_thread("replicated_array", [s = state_.get()] { s->serve(); });
}
replication::replication(replication&&) noexcept = default;

replication::~replication() {
    if (!state_) return;
    if (!state_->made_in.is_this_one())  // a forked child has no service thread, and its copy of a lock may be locked
        (void)state_.release();
    else if (state_->service.joinable())
        state_->abandon();
}

write_outcome replication::state::write(std::size_t first_byte, std::span<const std::byte> items, write_kind kind,
                                        net::deadline until) {
    std::vector<std::byte> message;
    std::uint64_t number = 0;
    {
        const std::lock_guard guard(lock);
        throw_failure();
        if (closed) throw part::error("replicated_array: it is closed, so it cannot be written");
        const write_record record = copy.next_write(first_byte, items.size(), kind);
        number = record.number;
        append_write(message, record, items);
    }
    tasks.send(sequencer_rank, write_tag, message, until);
    std::optional<write_outcome> outcome;
    wait(
        "its write to come back from rank 0, which orders the writes",
        [&] { return (outcome = copy.take_applied(number)).has_value(); }, until);
    return *outcome;
}

std::uint64_t replication::write(std::size_t first_byte, std::span<const std::byte> items, net::deadline until) {
    return state_->write(first_byte, items, write_kind::plain, until).version;
}

std::optional<std::uint64_t> replication::write_if(std::size_t first_byte, std::span<const std::byte> expected,
                                                   std::span<const std::byte> items, net::deadline until) {
    std::vector<std::byte> both(expected.begin(), expected.end());
    both.insert(both.end(), items.begin(), items.end());
    const write_outcome outcome = state_->write(first_byte, both, write_kind::conditional, until);
    if (outcome.refused) return std::nullopt;
    return outcome.version;
}

void replication::state::wait(const char* what, const std::function<bool()>& ready, net::deadline until) const {
    net::detail::client_wait me(tasks, clients);  // ends without the lock
    std::unique_lock guard(lock);
    while (!ready()) {
        throw_failure();
        if (ended) throw part::error("replicated_array: it is closed, so no write can follow");
        if (until.passed())
            throw net::error(net::errc::timeout, "replicated_array: rank " + std::to_string(tasks.rank().value) +
                                                     " waited for " + what + ": the deadline passed");
        me.blocks();
        if (until.is_never())
            changed.wait(guard);
        else
            changed.wait_until(guard, until.when());
    }
}

void replication::wait(const std::function<bool(std::span<const std::byte>)>& ready, net::deadline until) const {
    state_->wait(
        "its condition on the items", [&] { return ready(state_->copy.items()); }, until);
}

std::uint64_t replication::copy(std::size_t first_byte, std::span<std::byte> to) const {
    const std::lock_guard guard(state_->lock);
    state_->throw_failure();
    if (!to.empty()) std::memcpy(to.data(), state_->copy.items().data() + first_byte, to.size());
    return state_->copy.version();
}

void replication::close(net::deadline until) {
    state& s = *state_;
    if (!s.service.joinable()) return;
    bool is_first = false;
    {
        const std::lock_guard guard(s.lock);
        s.throw_failure();
        is_first = !std::exchange(s.closed, true);
    }
    if (is_first) s.tasks.send(sequencer_rank, close_tag, std::span<const std::byte>(), until);
    s.wait(
        "the call of close() on all ranks", [&s] { return s.ended; }, until);  // not a barrier: it throws a failure
    s.service.join();
}

void check_items(std::int64_t first, std::int64_t count, std::int64_t size) {
    if (size < 0) throw part::error("replicated_array: " + std::to_string(size) + " items, allowed: 0 or more");
    if (first < 0 || count > size - first)
        throw part::error("replicated_array: items " + std::to_string(first) + " .. " +
                          std::to_string(first + count - 1) + ", allowed: 0 .. " + std::to_string(size - 1));
}

void check_count(std::int64_t items, std::size_t item_bytes) {
    const std::int64_t most = std::numeric_limits<std::ptrdiff_t>::max() / static_cast<std::int64_t>(item_bytes);
    if (items > most)
        throw part::error("replicated_array: " + std::to_string(items) + " items of " + std::to_string(item_bytes) +
                          " bytes, allowed: up to " + std::to_string(most));
}

}  // namespace banyan::grid::detail
