// Copies the cells of one array into another one that has another partition, also transposed. Messages above the eager
// limit make progress only inside calls, so the cells that stay are copied in parts, with tests of the messages
// between. A rectangle with long rows, or without gaps between its rows in memory, is sent and received where it is.
// Other cells go through a buffer, and so do all cells that are sent transposed.
#include <algorithm>

#include "banyan/grid/redistribution.hpp"
#include "banyan/grid/transpose.hpp"
#include "libgrid/array_state.hpp"

namespace banyan::grid::detail {
namespace {

// Whether the cells are one rectangle whose rows take less time as separate pieces of a message than copied.
bool has_long_rows(std::span<const region> regions, std::size_t item_bytes) {
    constexpr std::size_t least_bytes = 1024;
    return regions.size() == 1 && static_cast<std::size_t>(regions.front().cols) * item_bytes >= least_bytes;
}

std::vector<array_transfer> prepared(std::span<const cell_transfer> all, const item_places& at) {
    std::vector<array_transfer> transfers;
    for (const cell_transfer& t : all) {
        const std::size_t bytes = static_cast<std::size_t>(t.items) * at.item_bytes;
        if (has_long_rows(t.regions, at.item_bytes))
            transfers.push_back({t.peer, redistribute_tag, t.regions, bytes, true, {}, {}});
        else
            transfers.push_back(transfer_of(t.peer, redistribute_tag, t.regions, at));
    }
    return transfers;
}

// The rows of the only region of a transfer, in the storage.
template <class Byte>
net::basic_regions<Byte> rows_in_place(const array_transfer& t, const item_places& at, Byte* storage) {
    const region& r = t.regions.front();
    return {at.of(storage, r), static_cast<std::size_t>(r.rows), static_cast<std::size_t>(r.cols) * at.item_bytes,
            static_cast<std::size_t>(at.layout->stride()) * at.item_bytes};
}

void receive_transfer(const array_messages::state& s, array_transfer& t, std::byte* storage) {
    if (t.in_place)
        t.pending = s.tasks.async_recv(net::rank{t.peer}, t.tag, rows_in_place(t, s.places, storage));
    else
        s.start_receive(t, s.places, storage);
}

void send_transfer(const array_messages::state& s, array_transfer& t, const item_places& at, const std::byte* storage) {
    if (t.in_place)
        t.pending = s.tasks.async_send(net::rank{t.peer}, t.tag, rows_in_place(t, at, storage));
    else
        s.start_send(t, at, storage);
}

// The same cells before they are transposed.
region turned_region(const region& r) {
    return {r.col, r.row, r.cols, r.rows};
}

// Transposes a region of the old array. `to` gets its rows.
void turn_region(const region& r, const item_places& old_places, const std::byte* old_storage, std::byte* to,
                 std::int64_t to_stride) {
    copy_turned(old_places.of(old_storage, turned_region(r)), old_places.layout->stride(), to, to_stride,
                {r.cols, r.rows}, old_places.item_bytes);
}

// A message of transposed cells, in a buffer.
array_transfer turned_transfer(const cell_transfer& cells, const item_places& old_places,
                               const std::byte* old_storage) {
    const std::size_t bytes = static_cast<std::size_t>(cells.items) * old_places.item_bytes;
    array_transfer made{cells.peer, redistribute_tag, cells.regions, bytes, false, std::vector<std::byte>(bytes), {}};
    std::byte* to = made.buffer.data();
    for (const region& r : cells.regions) {
        turn_region(r, old_places, old_storage, to, r.cols);
        to += old_places.bytes_of(r);
    }
    return made;
}

bool have_ended(std::vector<array_transfer>& all) {
    return std::ranges::all_of(all, [](array_transfer& t) { return !t.pending || t.pending->test(); });
}

// Divides the regions into parts of whole rows, of about a MiB or less, and calls copy(part). Tests the messages after
// each MiB.
template <class Copy>
void copy_in_parts(std::span<const region> kept, std::size_t item_bytes, std::vector<array_transfer>& receives,
                   std::vector<array_transfer>& sends, Copy copy) {
    const std::int64_t most =
        std::max<std::int64_t>(1, (std::int64_t{1} << 20) / static_cast<std::int64_t>(item_bytes));
    std::int64_t untested = 0;
    for (const region& r : kept) {
        const std::int64_t step = std::max<std::int64_t>(1, most / r.cols);
        for (std::int64_t copied = 0; copied < r.rows; copied += step) {
            const region part{r.row + copied, r.col, std::min(step, r.rows - copied), r.cols};
            copy(part);
            untested += part.cells();
            if (untested < most) continue;
            static_cast<void>(have_ended(receives) && have_ended(sends));
            untested = 0;
        }
    }
}

}  // namespace

void array_messages::redistribute_from(std::byte* storage, const halo_layout& old_layout, const std::byte* old_storage,
                                       net::deadline until) {
    state& s = *state_;
    const item_places old_places{&old_layout, s.places.item_bytes};
    const redistribution change(old_layout.parts(), s.layout->parts(), s.layout->processor());
    std::vector<array_transfer> receives = prepared(change.receives(), s.places);
    std::vector<array_transfer> sends = prepared(change.sends(), old_places);
    for (array_transfer& t : receives)
        receive_transfer(s, t, storage);
    for (array_transfer& t : sends)
        send_transfer(s, t, old_places, old_storage);
    copy_in_parts(change.kept(), s.places.item_bytes, receives, sends, [&](const region& r) {
        copy_items(old_places.of(old_storage, r), old_layout.stride(), s.places.of(storage, r), s.layout->stride(),
                   {r.rows, r.cols}, s.places.item_bytes);
    });
    s.finish(receives, sends, storage, until);
}

void array_messages::transpose_from(std::byte* storage, const halo_layout& old_layout, const std::byte* old_storage,
                                    net::deadline until) {
    state& s = *state_;
    const item_places old_places{&old_layout, s.places.item_bytes};
    const redistribution change(transposed(old_layout.parts()), s.layout->parts(), s.layout->processor());
    std::vector<array_transfer> receives = prepared(change.receives(), s.places);
    for (array_transfer& t : receives)
        receive_transfer(s, t, storage);
    std::vector<array_transfer> sends;
    for (const cell_transfer& cells : change.sends())
        sends.push_back(turned_transfer(cells, old_places, old_storage));
    for (array_transfer& t : sends)
        t.pending = s.tasks.async_send<std::byte>(net::rank{t.peer}, t.tag, std::span<const std::byte>(t.buffer));
    copy_in_parts(change.kept(), s.places.item_bytes, receives, sends, [&](const region& r) {
        turn_region(r, old_places, old_storage, s.places.of(storage, r), s.layout->stride());
    });
    s.finish(receives, sends, storage, until);
}

}  // namespace banyan::grid::detail
