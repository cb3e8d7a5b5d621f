// The halo exchange of a distributed array, as messages of its group.
#include <algorithm>

#include "libgrid/array_state.hpp"
#include "libgrid/awaited_message.hpp"
#include "libgrid/same_arguments.hpp"

namespace banyan::grid::detail {

namespace {

// Divides the copies within the processor into strips of a few rows, sorted from the top down. The west and the east
// side of a row are in the same cache lines, so both are copied while these lines are in the cache.
std::vector<halo_copy> in_strips(std::span<const halo_copy> copies) {
    constexpr std::int64_t strip_rows = 32;
    std::vector<halo_copy> strips;
    for (const halo_copy& c : copies) {
        for (std::int64_t done = 0; done < c.from.rows; done += strip_rows) {
            const std::int64_t rows = std::min(strip_rows, c.from.rows - done);
            strips.push_back(
                {{c.from.row + done, c.from.col, rows, c.from.cols}, {c.to.row + done, c.to.col, rows, c.to.cols}});
        }
    }
    std::ranges::stable_sort(strips, {}, [](const halo_copy& c) { return c.from.row; });
    return strips;
}

std::vector<array_transfer> prepared(std::span<const halo_message> messages, const item_places& at) {
    std::vector<array_transfer> transfers;
    for (const halo_message& message : messages)
        transfers.push_back(transfer_of(message.peer, net::tag{message.direction}, message.regions, at));
    return transfers;
}

// A program may write its own cells while the values for a deep halo are in transit, so they are sent from a copy.
void send_from_copies(std::vector<array_transfer>& sends) {
    for (array_transfer& t : sends) {
        t.in_place = false;
        t.buffer.resize(t.bytes);
    }
}

// Tests one transfer. The test makes progress for all transfers, so the caller stops at the first one that is not
// complete.
bool done(array_transfer& t) {
    return !t.pending || t.pending->test();
}

// The tag of a direction in exchange `number`; -1: without a number.
net::tag numbered(net::tag t, std::int64_t number) {
    constexpr std::int32_t directions = (1 << 20) - 1;
    const auto bits = number < 0 ? 0 : static_cast<std::int32_t>(number % 1023 + 1);
    return net::tag{(t.value & directions) | bits << 21};
}

}  // namespace

array_transfer transfer_of(int peer, net::tag tag, std::span<const region> regions, const item_places& at) {
    std::size_t bytes = 0;
    for (const region& r : regions)
        bytes += at.bytes_of(r);
    const bool in_place = regions.size() == 1 && at.contiguous(regions.front());
    return {peer, tag, regions, bytes, in_place, std::vector<std::byte>(in_place ? 0 : bytes), {}};
}

array_messages::state::state(net::group g, std::shared_ptr<const halo_layout> l, std::size_t item_bytes)
    : tasks(std::move(g)), layout(std::move(l)), places{layout.get(), item_bytes} {
    sends = prepared(layout->sends(), places);
    if (layout->depth() > 1) send_from_copies(sends);
    receives = prepared(layout->receives(), places);
    copies = in_strips(layout->copies());
}

void array_messages::state::set_number(std::int64_t number) {
    for (array_transfer& t : sends)
        t.tag = numbered(t.tag, number);
    for (array_transfer& t : receives)
        t.tag = numbered(t.tag, number);
}

void array_messages::state::start_receive(array_transfer& t, const item_places& at, std::byte* storage) const {
    const std::span<std::byte> into =
        t.in_place ? std::span(at.of(storage, t.regions.front()), t.bytes) : std::span(t.buffer);
    t.pending = tasks.async_recv(net::rank{t.peer}, t.tag, into);
}

void array_messages::state::start_send(array_transfer& t, const item_places& at, const std::byte* storage) const {
    if (!t.in_place) at.pack(t.regions, storage, t.buffer.data());
    const std::span<const std::byte> out =
        t.in_place ? std::span(at.of(storage, t.regions.front()), t.bytes) : std::span<const std::byte>(t.buffer);
    t.pending = tasks.async_send<std::byte>(net::rank{t.peer}, t.tag, out);
}

void array_messages::state::finish_receive(array_transfer& t, const item_places& at, std::byte* storage,
                                           net::deadline until) const {
    if (!t.pending) return;
    wait_for_bytes(*t.pending, "distributed_array", t.peer, t.bytes, until);
    t.pending.reset();
    if (!t.in_place) at.unpack(t.regions, t.buffer.data(), storage);
}

void array_messages::state::finish_send(array_transfer& t, net::deadline until) {
    if (t.pending) wait_for_rank(*t.pending, "distributed_array", receive_by, t.peer, until);
    t.pending.reset();
}

void array_messages::state::copy_own() const {
    for (const halo_copy& c : copies) {
        copy_items(places.of(exchanged, c.from), layout->stride(), places.of(exchanged, c.to), layout->stride(),
                   {c.from.rows, c.from.cols}, places.item_bytes);
    }
}

array_messages::array_messages(const net::group& tasks, std::shared_ptr<const halo_layout> layout,
                               std::size_t item_bytes, net::deadline until) {
    if (tasks.size() != layout->parts().processors() || tasks.rank().value != layout->processor()) {
        throw part::error("the layout is for processor " + std::to_string(layout->processor()) + " of " +
                          std::to_string(layout->parts().processors()) + ", but this task is rank " +
                          std::to_string(tasks.rank().value) + " of " + std::to_string(tasks.size()));
    }
    expect_same_layout(tasks, "distributed_array", *layout, {{"item bytes", item_bytes}}, until);
    state_ = std::make_unique<state>(tasks.duplicate(until), std::move(layout), item_bytes);
}

array_messages::array_messages(array_messages&&) noexcept = default;
array_messages& array_messages::operator=(array_messages&&) noexcept = default;
array_messages::~array_messages() = default;

const net::group& array_messages::tasks() const {
    return state_->tasks;
}

std::int64_t exchange_number(std::int64_t number) {
    if (number < 0) throw part::error("exchange: number " + std::to_string(number) + ", allowed: numbers from 0");
    return number;
}

void array_messages::expect(std::byte* storage, std::int64_t number) {
    state& s = *state_;
    if (s.expected)
        throw part::error("exchange: number " + std::to_string(number) + " is expected, but number " +
                          std::to_string(*s.expected) + " has not been started; call start_exchange first");
    if (s.exchanged != nullptr) throw part::error("exchange: one is in progress; call finish_exchange first");
    s.exchanged = storage;
    s.set_number(number);
    for (array_transfer& t : s.receives)
        s.start_receive(t, s.places, storage);
    s.expected = number;
}

bool array_messages::test_expected() {
    return std::ranges::all_of(state_->receives, done);
}

bool array_messages::wait_expected(net::deadline until) {
    return std::ranges::all_of(state_->receives,
                               [&](array_transfer& t) { return !t.pending || t.pending->test_until(until); });
}

void array_messages::start(std::byte* storage, std::int64_t number) {
    state& s = *state_;
    if (!s.expected) expect(storage, number);
    if (s.expected != number)
        throw part::error("exchange: " + (number < 0 ? "one without a number" : "number " + std::to_string(number)) +
                          " is started, but number " + std::to_string(*s.expected) + " is expected; use this number");
    s.expected.reset();
    for (array_transfer& t : s.sends)
        s.start_send(t, s.places, storage);
    s.copy_own();
}

bool array_messages::test() {
    return std::ranges::all_of(state_->receives, done) && std::ranges::all_of(state_->sends, done);
}

void array_messages::finish(net::deadline until) {
    state& s = *state_;
    if (s.expected)
        throw part::error("exchange: number " + std::to_string(*s.expected) +
                          " is expected, but has not been started; call start_exchange first");
    if (s.exchanged == nullptr) throw part::error("exchange: none is in progress; call start_exchange first");
    s.finish(s.receives, s.sends, s.exchanged, until);
    s.exchanged = nullptr;
}

}  // namespace banyan::grid::detail
