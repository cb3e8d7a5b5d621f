// Halo exchange, gather and scatter of a distributed array over a group's mailbox.
#include <algorithm>
#include <optional>
#include <string>

#include "banyan/part/distributed_array.hpp"
#include "banyan/part/error.hpp"
#include "libpart/grid/region_copy.hpp"

namespace banyan::part::detail {

namespace {

// Tags in the array's own context: directions of the stencil from 0 up, whole parts by their own.
constexpr net::tag gather_tag{1 << 20};
constexpr net::tag scatter_tag{(1 << 20) + 1};

// One message of the halo. Cells that stand behind each other in the storage travel from and to their place; others go
// through a buffer.
struct halo_transfer {
    const halo_message* message;
    bool in_place;
    std::vector<std::byte> buffer;
    std::optional<net::request> pending;
};

bool is_one_stretch(const halo_message& message, std::int64_t stride) {
    const region& first = message.regions.front();
    return message.regions.size() == 1 && (first.rows == 1 || first.cols == stride);
}

// The copies within the machine in strips of few rows, from the top down: the west and the east side of a row lie in
// the same cache lines, so both are copied while these are at hand.
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

}  // namespace

struct array_messages::state {
    net::group tasks;
    std::shared_ptr<const halo_layout> layout;
    std::size_t item_bytes;
    std::vector<halo_transfer> sends;
    std::vector<halo_transfer> receives;
    std::vector<halo_copy> copies;
    std::byte* exchanged = nullptr;  // the storage of the exchange under way

    state(net::group g, std::shared_ptr<const halo_layout> l, std::size_t bytes)
        : tasks(std::move(g)), layout(std::move(l)), item_bytes(bytes) {
        sends = prepare(layout->sends());
        receives = prepare(layout->receives());
        copies = in_strips(layout->copies());
    }

    [[nodiscard]] std::vector<halo_transfer> prepare(std::span<const halo_message> messages) const {
        std::vector<halo_transfer> transfers;
        for (const halo_message& message : messages) {
            const bool in_place = is_one_stretch(message, layout->stride());
            const std::size_t packed = in_place ? 0 : static_cast<std::size_t>(message.items) * item_bytes;
            transfers.push_back({&message, in_place, std::vector<std::byte>(packed), {}});
        }
        return transfers;
    }

    template <class Byte>
    [[nodiscard]] Byte* place(Byte* storage, const region& r) const {
        return storage + layout->index(r.row, r.col) * item_bytes;
    }
    // The bytes that travel: in the storage or in the buffer.
    [[nodiscard]] std::span<std::byte> bytes_of(halo_transfer& t) const {
        if (!t.in_place) return t.buffer;
        return {place(exchanged, t.message->regions.front()), static_cast<std::size_t>(t.message->items) * item_bytes};
    }

    void pack(std::span<const region> regions, const std::byte* storage, std::byte* to) const {
        for (const region& r : regions) {
            copy_items(place(storage, r), layout->stride(), to, r.cols, {r.rows, r.cols}, item_bytes);
            to += static_cast<std::size_t>(r.cells()) * item_bytes;
        }
    }
    void unpack(std::span<const region> regions, const std::byte* from, std::byte* storage) const {
        for (const region& r : regions) {
            copy_items(from, r.cols, place(storage, r), layout->stride(), {r.rows, r.cols}, item_bytes);
            from += static_cast<std::size_t>(r.cells()) * item_bytes;
        }
    }

    void copy_own() const {
        for (const halo_copy& c : copies) {
            copy_items(place(exchanged, c.from), layout->stride(), place(exchanged, c.to), layout->stride(),
                       {c.from.rows, c.from.cols}, item_bytes);
        }
    }

    void expect_length(const net::message_info& info, std::size_t expected) const {
        if (info.size_bytes == expected) return;
        throw error("rank " + std::to_string(tasks.rank_of(info.source).value) + " sent " +
                    std::to_string(info.size_bytes) + " bytes of an array where " + std::to_string(expected) +
                    " were expected: all ranks must use the same partition and stencil");
    }

    // The blocks of machine m in a whole row-major grid, packed or unpacked.
    template <class Copy>
    void for_blocks(int machine, Copy copy) const {
        std::size_t packed = 0;
        for (const block& b : layout->parts().blocks(machine)) {
            const std::int64_t first = b.row * layout->parts().domain().cols() + b.col;
            copy(b, static_cast<std::size_t>(first) * item_bytes, packed);
            packed += static_cast<std::size_t>(b.cells()) * item_bytes;
        }
    }
    [[nodiscard]] std::size_t bytes_of(int machine) const {
        return static_cast<std::size_t>(layout->parts().cells(machine)) * item_bytes;
    }
    [[nodiscard]] std::vector<std::byte> packed_part(const std::byte* storage) const {
        std::vector<std::byte> part(bytes_of(layout->machine()));
        pack(layout->owned(), storage, part.data());
        return part;
    }
    void put_part(int machine, const std::vector<std::byte>& part, std::span<std::byte> all) const {
        const std::int64_t cols = layout->parts().domain().cols();
        for_blocks(machine, [&](const block& b, std::size_t in_all, std::size_t packed) {
            copy_items(part.data() + packed, b.cols, all.data() + in_all, cols, {b.rows, b.cols}, item_bytes);
        });
    }
    void take_part(int machine, std::span<const std::byte> all, std::vector<std::byte>& part) const {
        const std::int64_t cols = layout->parts().domain().cols();
        part.resize(bytes_of(machine));
        for_blocks(machine, [&](const block& b, std::size_t in_all, std::size_t packed) {
            copy_items(all.data() + in_all, cols, part.data() + packed, b.cols, {b.rows, b.cols}, item_bytes);
        });
    }
};

array_messages::array_messages(const net::group& tasks, std::shared_ptr<const halo_layout> layout,
                               std::size_t item_bytes, net::deadline until) {
    if (tasks.size() != layout->parts().machines() || tasks.rank().value != layout->machine()) {
        throw error("a partition for " + std::to_string(layout->parts().machines()) +
                    " machines, laid out for machine " + std::to_string(layout->machine()) +
                    ", cannot be spread over a group of " + std::to_string(tasks.size()) + " from rank " +
                    std::to_string(tasks.rank().value));
    }
    state_ = std::make_unique<state>(tasks.duplicate(until), std::move(layout), item_bytes);
}

array_messages::array_messages(array_messages&&) noexcept = default;
array_messages& array_messages::operator=(array_messages&&) noexcept = default;
array_messages::~array_messages() = default;

bool array_messages::is_rank(net::rank r) const {
    return state_->tasks.rank() == r;
}

void array_messages::start(std::byte* storage) {
    state& s = *state_;
    s.exchanged = storage;
    for (halo_transfer& t : s.receives) {
        t.pending = s.tasks.async_recv(net::rank{t.message->peer}, net::tag{t.message->direction}, s.bytes_of(t));
    }
    for (halo_transfer& t : s.sends) {
        if (!t.in_place) s.pack(t.message->regions, storage, t.buffer.data());
        t.pending =
            s.tasks.async_send<std::byte>(net::rank{t.message->peer}, net::tag{t.message->direction}, s.bytes_of(t));
    }
    s.copy_own();
}

bool array_messages::test() {
    // The first one that is still under way has moved all of them on.
    const auto done = [](halo_transfer& t) { return !t.pending || t.pending->test(); };
    return std::ranges::all_of(state_->receives, done) && std::ranges::all_of(state_->sends, done);
}

void array_messages::finish(net::deadline until) {
    state& s = *state_;
    for (halo_transfer& t : s.receives) {
        if (!t.pending) continue;
        s.expect_length(t.pending->wait(until), s.bytes_of(t).size());
        t.pending.reset();
        if (!t.in_place) s.unpack(t.message->regions, t.buffer.data(), s.exchanged);
    }
    for (halo_transfer& t : s.sends) {
        if (t.pending) t.pending->wait(until);
        t.pending.reset();
    }
}

void array_messages::gather(const std::byte* storage, std::span<std::byte> all, net::rank root,
                            net::deadline until) const {
    const state& s = *state_;
    if (!is_rank(root)) return s.tasks.send<std::byte>(root, gather_tag, s.packed_part(storage), until);
    s.put_part(root.value, s.packed_part(storage), all);
    for (int machine = 0; machine < s.tasks.size(); ++machine) {
        if (machine == root.value) continue;
        std::vector<std::byte> part(s.bytes_of(machine));
        s.tasks.recv<std::byte>(net::rank{machine}, gather_tag, part, until);
        s.put_part(machine, part, all);
    }
}

void array_messages::scatter(std::byte* storage, std::span<const std::byte> all, net::rank root,
                             net::deadline until) const {
    const state& s = *state_;
    std::vector<std::byte> part(s.bytes_of(s.layout->machine()));
    if (!is_rank(root)) {
        s.tasks.recv<std::byte>(root, scatter_tag, part, until);
        return s.unpack(s.layout->owned(), part.data(), storage);
    }
    const std::size_t whole = static_cast<std::size_t>(s.layout->parts().domain().cells()) * s.item_bytes;
    if (all.size() != whole) {
        throw error("scatter: the root gave " + std::to_string(all.size() / s.item_bytes) + " items for a grid of " +
                    std::to_string(whole / s.item_bytes) + " cells");
    }
    for (int machine = 0; machine < s.tasks.size(); ++machine) {
        s.take_part(machine, all, part);
        if (machine == root.value) {
            s.unpack(s.layout->owned(), part.data(), storage);
        } else {
            s.tasks.send<std::byte>(net::rank{machine}, scatter_tag, part, until);
        }
    }
}

}  // namespace banyan::part::detail
