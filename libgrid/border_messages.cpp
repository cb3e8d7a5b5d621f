// The messages of a window_array: each way sends and receives the same items by other messages.
#include <cstring>
#include <deque>
#include <string>

#include "banyan/grid/window_array.hpp"
#include "banyan/part/error.hpp"
#include "libgrid/awaited_message.hpp"
#include "libgrid/same_arguments.hpp"

namespace banyan::grid::detail {
namespace {

constexpr net::tag border_tag{0};

// The pieces of memory that a message consists of.
template <class Byte>
std::vector<std::span<Byte>> pieces_of(const border_message& message, Byte* items, std::size_t item_bytes) {
    std::vector<std::span<Byte>> pieces;
    for (const item_run& run : message.runs)
        pieces.emplace_back(items + run.first * item_bytes, run.count * item_bytes);
    return pieces;
}

template <class Byte>
std::vector<std::span<Byte>> single_items(const std::vector<std::span<Byte>>& pieces, std::size_t item_bytes) {
    std::vector<std::span<Byte>> items;
    for (const auto& piece : pieces)
        for (std::size_t at = 0; at < piece.size(); at += item_bytes)
            items.push_back(piece.subspan(at, item_bytes));
    return items;
}

}  // namespace

struct border_messages::state {
    // A message to receive, and the memory and requests that must exist until it has arrived.
    struct incoming {
        std::vector<std::span<std::byte>> pieces;
        std::vector<std::byte> buffer;  // of a packed message
        std::vector<net::group_request> requests;
    };
    struct outgoing {
        std::vector<std::span<const std::byte>> pieces;
        std::vector<std::byte> buffer;
        std::vector<net::request> requests;
    };

    void receive(const border_message& message, std::byte* items, incoming& to) const;
    void wait(incoming& one, const border_message& message, net::deadline until) const;
    void unpack(incoming& from);
    void send(const border_message& message, const std::byte* items, outgoing& from);
    [[nodiscard]] std::int64_t items_in(std::size_t bytes) const {
        return static_cast<std::int64_t>(bytes / item_bytes);
    }

    net::group tasks;
    border_storage storage;
    std::size_t item_bytes;
    border_counts counted;
};

// Starts the receives: one for each piece, or one for all pieces, either scattered in place or packed in the buffer.
void border_messages::state::receive(const border_message& message, std::byte* items, incoming& to) const {
    const net::rank from{message.peer};
    to.pieces = pieces_of(message, items, item_bytes);
    if (storage.way() == border_way::regions) {
        to.requests.push_back(tasks.async_recv(from, border_tag, net::regions(to.pieces)));
        return;
    }
    if (storage.way() == border_way::single_items) to.pieces = single_items(to.pieces, item_bytes);
    const bool whole = storage.way() == border_way::packed || storage.way() == border_way::border_apart;
    if (whole && to.pieces.size() > 1) {
        to.buffer.resize(message.items() * item_bytes);
        to.requests.push_back(tasks.async_recv(from, border_tag, std::span(to.buffer)));
        return;
    }
    for (const auto& piece : to.pieces)
        to.requests.push_back(tasks.async_recv(from, border_tag, piece));
}

void border_messages::state::wait(incoming& one, const border_message& message, net::deadline until) const {
    std::size_t bytes = 0;
    try {
        for (auto& request : one.requests)
            bytes += wait_for_rank(request, "window_array", message_from, message.peer, until).size_bytes;
    } catch (const net::error& failed) {
        if (failed.which() != net::errc::truncated) throw;
        bytes = 0;
    }
    if (bytes != message.items() * item_bytes)
        throw part::error("rank " + std::to_string(message.peer) +
                          " sent a border of another length: all ranks must use the same partition, radius and way");
}

void border_messages::state::unpack(incoming& from) {
    if (storage.way() == border_way::regions) counted.regions += static_cast<std::int64_t>(from.pieces.size());
    if (from.buffer.empty()) return;
    const std::byte* next = from.buffer.data();
    for (const auto& piece : from.pieces) {
        std::memcpy(piece.data(), next, piece.size());
        next += piece.size();
    }
    counted.copied += items_in(from.buffer.size());
}

void border_messages::state::send(const border_message& message, const std::byte* items, outgoing& from) {
    const net::rank to{message.peer};
    from.pieces = pieces_of(message, items, item_bytes);
    counted.items += static_cast<std::int64_t>(message.items());
    if (storage.way() == border_way::regions) {
        counted.regions += static_cast<std::int64_t>(from.pieces.size());
        from.requests.push_back(tasks.async_send(to, border_tag, net::const_regions(from.pieces)));
    } else {
        if (storage.way() == border_way::single_items) from.pieces = single_items(from.pieces, item_bytes);
        const bool whole = storage.way() == border_way::packed || storage.way() == border_way::border_apart;
        if (whole && from.pieces.size() > 1) {
            for (const auto& piece : from.pieces)
                from.buffer.insert(from.buffer.end(), piece.begin(), piece.end());
            counted.copied += items_in(from.buffer.size());
            from.pieces = {std::span<const std::byte>(from.buffer)};
        }
        for (const auto& piece : from.pieces)
            from.requests.push_back(tasks.async_send<std::byte>(to, border_tag, piece));
    }
    counted.messages += static_cast<std::int64_t>(from.requests.size());
}

border_messages::border_messages(const net::group& tasks, const border_storage& storage, std::size_t item_bytes,
                                 net::deadline until) {
    if (tasks.size() != storage.layout().parts().processors())
        throw part::error("window_array: the partition has " + std::to_string(storage.layout().parts().processors()) +
                          " processors, but the group has " + std::to_string(tasks.size()) + " ranks");
    expect_same_layout(tasks, "window_array", storage.layout(),
                       {{"way", name_of(storage.way())}, {"item bytes", item_bytes}}, until);
    state_ = std::make_unique<state>(state{tasks.duplicate(until), storage, item_bytes, {}});
}

border_messages::border_messages(border_messages&&) noexcept = default;
border_messages& border_messages::operator=(border_messages&&) noexcept = default;
border_messages::~border_messages() = default;

const border_counts& border_messages::counted() const {
    return state_->counted;
}

const net::group& border_messages::tasks() const {
    return state_->tasks;
}

void border_messages::exchange(std::byte* items, net::deadline until) {
    state& s = *state_;
    for (const border_copy& c : s.storage.copies()) {
        std::memcpy(items + c.to * s.item_bytes, items + c.from.first * s.item_bytes, c.from.count * s.item_bytes);
        const bool of_border = s.storage.way() == border_way::border_apart && &c == s.storage.copies().data();
        if (of_border) s.counted.copied += static_cast<std::int64_t>(c.from.count);
    }
    std::deque<state::incoming> incoming(s.storage.receives().size());
    std::deque<state::outgoing> outgoing(s.storage.sends().size());
    for (std::size_t i = 0; i < incoming.size(); ++i)
        s.receive(s.storage.receives()[i], items, incoming[i]);
    for (std::size_t i = 0; i < outgoing.size(); ++i)
        s.send(s.storage.sends()[i], items, outgoing[i]);
    for (std::size_t i = 0; i < incoming.size(); ++i) {
        s.wait(incoming[i], s.storage.receives()[i], until);
        s.unpack(incoming[i]);
    }
    for (std::size_t i = 0; i < outgoing.size(); ++i)
        for (auto& request : outgoing[i].requests)
            wait_for_rank(request, "window_array", receive_by, s.storage.sends()[i].peer, until);
}

}  // namespace banyan::grid::detail
