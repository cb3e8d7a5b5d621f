// The halo exchange, gather, scatter and redistribution of a distributed box array, as messages of its group.
#include <algorithm>
#include <cstring>
#include <optional>
#include <string>

#include "banyan/grid/box_redistribution.hpp"
#include "banyan/grid/distributed_box_array.hpp"
#include "banyan/part/error.hpp"
#include "libgrid/awaited_message.hpp"
#include "libgrid/same_arguments.hpp"

namespace banyan::grid::detail {

/// Where items are in an array of planes of rows of columns that begins at the cell `array.first`.
struct box_places {
    box_region array;
    std::size_t item_bytes;

    [[nodiscard]] std::size_t at(std::int64_t plane, std::int64_t row, std::int64_t col) const {
        const std::int64_t rows = (plane - array.first[0]) * array.sides[1] + row - array.first[1];
        return static_cast<std::size_t>(rows * array.sides[2] + col - array.first[2]) * item_bytes;
    }
    [[nodiscard]] std::size_t bytes_of(std::int64_t cells) const {
        return static_cast<std::size_t>(cells) * item_bytes;
    }
    /// Calls visit(bytes from the start of the array, bytes) for each row of the region.
    template <class Visit>
    void each_row(const box_region& r, Visit visit) const {
        for (std::int64_t i = r.first[0]; i < r.first[0] + r.sides[0]; ++i)
            for (std::int64_t j = r.first[1]; j < r.first[1] + r.sides[1]; ++j)
                visit(at(i, j, r.first[2]), bytes_of(r.sides[2]));
    }
};

struct box_transfer_in_progress {
    const box_message* message;
    std::vector<std::byte> buffer;
    std::optional<net::request> pending;
};

namespace {

constexpr net::tag halo_of_boxes_tag{0};
constexpr net::tag gather_boxes_tag{1};
constexpr net::tag scatter_boxes_tag{2};
constexpr net::tag redistribute_boxes_tag{3};

/// Packs regions of an array into a buffer, and back; both return the end of the buffer.
std::byte* packed(const box_places& places, const box_region& r, const std::byte* array, std::byte* to) {
    places.each_row(r, [&](std::size_t at, std::size_t bytes) {
        std::memcpy(to, array + at, bytes);
        to += bytes;
    });
    return to;
}
const std::byte* unpacked(const box_places& places, const box_region& r, const std::byte* from, std::byte* array) {
    places.each_row(r, [&](std::size_t at, std::size_t bytes) {
        std::memcpy(array + at, from, bytes);
        from += bytes;
    });
    return from;
}

std::vector<box_transfer_in_progress> buffers_for(std::span<const box_message> messages, const box_places& places) {
    std::vector<box_transfer_in_progress> made;
    for (const box_message& m : messages)
        made.push_back({&m, std::vector<std::byte>(places.bytes_of(m.items)), {}});
    return made;
}

bool is_done(box_transfer_in_progress& t) {
    return !t.pending || t.pending->test();
}

void start_receive(const net::group& tasks, net::tag tag, box_transfer_in_progress& t) {
    t.pending = tasks.async_recv(net::rank{t.message->peer}, tag, std::span(t.buffer));
}

void start_send(const net::group& tasks, net::tag tag, box_transfer_in_progress& t, const box_places& places,
                const std::byte* storage) {
    std::byte* to = t.buffer.data();
    for (const box_region& r : t.message->regions)
        to = packed(places, r, storage, to);
    t.pending = tasks.async_send<std::byte>(net::rank{t.message->peer}, tag, std::span<const std::byte>(t.buffer));
}

void finish_receive(box_transfer_in_progress& t, const box_places& places, std::byte* storage, net::deadline until) {
    if (!t.pending) return;
    wait_for_bytes(*t.pending, "distributed_box_array", t.message->peer, t.buffer.size(), until);
    t.pending.reset();
    const std::byte* from = t.buffer.data();
    for (const box_region& r : t.message->regions)
        from = unpacked(places, r, from, storage);
}

void finish_send(box_transfer_in_progress& t, net::deadline until) {
    if (t.pending) wait_for_rank(*t.pending, "distributed_box_array", receive_by, t.message->peer, until);
    t.pending.reset();
}

void finish_all(std::span<box_transfer_in_progress> receives, std::span<box_transfer_in_progress> sends,
                const box_places& places, std::byte* storage, net::deadline until) {
    for (auto& t : receives)
        finish_receive(t, places, storage, until);
    for (auto& t : sends)
        finish_send(t, until);
}

box_region cells_of_box(const part::box& b) {
    return {b.first, b.sides};
}

}  // namespace

struct box_messages::state {
    net::group tasks;
    std::shared_ptr<const box_halo_layout> layout;
    box_places places;
    std::vector<box_transfer_in_progress> sends{};
    std::vector<box_transfer_in_progress> receives{};
    std::byte* exchanged = nullptr;  // the storage of the exchange in progress; null if there is none

    [[nodiscard]] box_places whole() const { return {{{}, layout->parts().domain().sides()}, places.item_bytes}; }
    void copy_own_cells() const {
        for (const box_copy& c : layout->copies()) {
            std::vector<std::byte> values(places.bytes_of(c.from.cells()));
            packed(places, c.from, exchanged, values.data());
            unpacked(places, c.to, values.data(), exchanged);
        }
    }
};

box_messages::box_messages(const net::group& tasks, std::shared_ptr<const box_halo_layout> layout,
                           std::size_t item_bytes, net::deadline until) {
    if (tasks.size() != layout->parts().processors() || tasks.rank().value != layout->processor())
        throw part::error("the layout is for processor " + std::to_string(layout->processor()) + " of " +
                          std::to_string(layout->parts().processors()) + ", but this task is rank " +
                          std::to_string(tasks.rank().value) + " of " + std::to_string(tasks.size()));
    expect_same_layout(tasks, "distributed_box_array", *layout, {{"item bytes", item_bytes}}, until);
    const box_places places{layout->storage(), item_bytes};
    state_ = std::make_unique<state>(state{tasks.duplicate(until), std::move(layout), places});
    state_->sends = buffers_for(state_->layout->sends(), places);
    state_->receives = buffers_for(state_->layout->receives(), places);
}

box_messages::box_messages(box_messages&&) noexcept = default;
box_messages& box_messages::operator=(box_messages&&) noexcept = default;
box_messages::~box_messages() = default;

const net::group& box_messages::tasks() const {
    return state_->tasks;
}

void box_messages::start(std::byte* storage) {
    state& s = *state_;
    if (s.exchanged != nullptr) throw part::error("exchange: one is in progress; call finish_exchange first");
    s.exchanged = storage;
    for (auto& t : s.receives)
        start_receive(s.tasks, halo_of_boxes_tag, t);
    for (auto& t : s.sends)
        start_send(s.tasks, halo_of_boxes_tag, t, s.places, storage);
    s.copy_own_cells();
}

bool box_messages::test() {
    return std::ranges::all_of(state_->receives, is_done) && std::ranges::all_of(state_->sends, is_done);
}

void box_messages::finish(net::deadline until) {
    state& s = *state_;
    if (s.exchanged == nullptr) throw part::error("exchange: none is in progress; call start_exchange first");
    finish_all(s.receives, s.sends, s.places, s.exchanged, until);
    s.exchanged = nullptr;
}

void box_messages::redistribute_from(std::byte* storage, const box_halo_layout& old_layout,
                                     const std::byte* old_storage, net::deadline until) {
    const state& s = *state_;
    const box_places old_places{old_layout.storage(), s.places.item_bytes};
    const box_redistribution change(old_layout.parts(), s.layout->parts(), s.layout->processor());
    auto receives = buffers_for(change.receives(), s.places);
    auto sends = buffers_for(change.sends(), old_places);
    for (auto& t : receives)
        start_receive(s.tasks, redistribute_boxes_tag, t);
    for (auto& t : sends)
        start_send(s.tasks, redistribute_boxes_tag, t, old_places, old_storage);
    std::vector<std::byte> values(s.places.bytes_of(change.kept().cells()));
    packed(old_places, change.kept(), old_storage, values.data());
    unpacked(s.places, change.kept(), values.data(), storage);
    finish_all(receives, sends, s.places, storage, until);
}

void box_messages::gather(const std::byte* storage, std::span<std::byte> all, net::rank root,
                          net::deadline until) const {
    const state& s = *state_;
    net::expect_same_call(s.tasks, "distributed_box_array::gather", {{"root", root.value}}, until);
    const box_region own = s.layout->owned();
    std::vector<std::byte> values(s.places.bytes_of(own.cells()));
    packed(s.places, own, storage, values.data());
    if (s.tasks.rank() != root) return s.tasks.send<std::byte>(root, gather_boxes_tag, values, until);
    unpacked(s.whole(), own, values.data(), all.data());
    for (const part::box& b : s.layout->parts().boxes()) {
        if (b.processor == root.value) continue;
        values.resize(s.places.bytes_of(b.cells()));
        receive_bytes(s.tasks, net::rank{b.processor}, gather_boxes_tag, values, "distributed_box_array::gather",
                      until);
        unpacked(s.whole(), cells_of_box(b), values.data(), all.data());
    }
}

void box_messages::scatter(std::byte* storage, std::span<const std::byte> all, net::rank root,
                           net::deadline until) const {
    const state& s = *state_;
    net::expect_same_call(s.tasks, "distributed_box_array::scatter", {{"root", root.value}}, until);
    const box_region own = s.layout->owned();
    std::vector<std::byte> values(s.places.bytes_of(own.cells()));
    if (s.tasks.rank() != root) {
        receive_bytes(s.tasks, root, scatter_boxes_tag, values, "distributed_box_array::scatter", until);
        unpacked(s.places, own, values.data(), storage);
        return;
    }
    if (all.size() != s.places.bytes_of(s.layout->parts().domain().cells()))
        throw part::error("scatter: the root gave " + std::to_string(all.size() / s.places.item_bytes) +
                          " items for a grid of " + std::to_string(s.layout->parts().domain().cells()) + " cells");
    for (const part::box& b : s.layout->parts().boxes()) {
        values.resize(s.places.bytes_of(b.cells()));
        packed(s.whole(), cells_of_box(b), all.data(), values.data());
        if (b.processor == root.value)
            unpacked(s.places, own, values.data(), storage);
        else
            s.tasks.send<std::byte>(net::rank{b.processor}, scatter_boxes_tag, values, until);
    }
}

}  // namespace banyan::grid::detail
