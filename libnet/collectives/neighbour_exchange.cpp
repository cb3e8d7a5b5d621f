// Posts all receives, then starts all sends, and waits for all of them. Messages of a pair keep their order, so a rank
// that is a neighbour more than once needs no tags: the receives are posted in the order in which it sends.
#include "banyan/net/neighbour_exchange.hpp"

#include <fmt/format.h>

#include "libnet/collectives/collective_transfers.hpp"

namespace banyan::net {

namespace {

using detail::item_format;
using byte_counts = std::span<const std::size_t>;

// The consecutive blocks of a range.
template <class Bytes>
std::vector<Bytes> blocks_of(Bytes whole, byte_counts lengths) {
    std::vector<Bytes> blocks;
    for (const std::size_t length : lengths) {
        blocks.push_back(whole.first(length));
        whole = whole.subspan(length);
    }
    return blocks;
}

// One exchange, which may run many times. Borrows the topology and the memory.
class block_exchange {
  public:
    block_exchange(const neighbourhood& of, std::span<const std::byte> out, byte_counts out_bytes,
                   std::span<std::byte> in, byte_counts in_bytes)
        : of_(of),
          to_send_(blocks_of(out, out_bytes)),
          to_receive_(blocks_of(in, in_bytes)),
          transfers_(to_send_.size() + to_receive_.size()) {}

    void run(collective_messages& ch) {
        const struct ending {
            ~ending() { transfers.end_run(); }
            collective_transfers& transfers;
        } ends_run{transfers_};
        for (const std::size_t i : of_.receive_order())
            if (const auto from = of_.sources()[i]) transfers_.receive(ch, from->value, to_receive_[i]);
        for (std::size_t i = 0; i < to_send_.size(); ++i)
            if (const auto to = of_.destinations()[i]) transfers_.send(ch, to->value, to_send_[i]);
        transfers_.wait(ch);
    }

  private:
    const neighbourhood& of_;
    const std::vector<std::span<const std::byte>> to_send_;
    const std::vector<std::span<std::byte>> to_receive_;
    collective_transfers transfers_;
};

void exchange_blocks(collective_messages& ch, const neighbourhood& of, std::span<const std::byte> out,
                     byte_counts out_bytes, std::span<std::byte> in, byte_counts in_bytes) {
    block_exchange(of, out, out_bytes, in, in_bytes).run(ch);
}

// The bytes of one block, given those of `count` blocks; nothing if there is no block.
std::optional<std::size_t> block_length(std::size_t bytes, const item_format& item, std::size_t count,
                                        const char* what) {
    const std::size_t items = bytes / item.bytes;
    if (count == 0 ? items == 0 : items % count == 0) return count == 0 ? std::nullopt : std::optional(bytes / count);
    throw error(errc::invalid_argument,
                fmt::format("neighbour_exchange: {} items are not divisible into {} equal blocks, one for each {}",
                            items, count, what));
}

collective_call call_with(std::uint64_t bytes, const char* item_type) {
    return {collective_kind::neighbour_exchange, collective_call::no_root, bytes, item_type};
}

// The blocks of a neighbour with items of another type may be longer than the whole items that this rank has room for.
void expect_blocks_of_items(const neighbourhood& of, byte_counts in_bytes, const item_format& item) {
    for (std::size_t i = 0; i < in_bytes.size(); ++i) {
        const std::optional<rank> from = of.sources()[i];
        if (!from || in_bytes[i] % item.bytes == 0) continue;
        throw error(errc::collective_mismatch,
                    fmt::format("neighbour_exchange_varying: rank {} sends {} bytes to rank {}, which has items of {} "
                                "bytes; allowed: the same type of items on all ranks",
                                from->value, in_bytes[i], of.members().rank().value, item.bytes),
                    of.members().task(*from));
    }
}

// An exchange whose arguments have been checked.
struct known_exchange {
    collective_call call;
    std::vector<std::size_t> out_bytes, in_bytes;
};

known_exchange checked_exchange(const neighbourhood& of, std::size_t out_bytes, std::size_t in_bytes,
                                const item_format& item) {
    const auto sent = block_length(out_bytes, item, of.destinations().size(), "destination");
    const auto received = block_length(in_bytes, item, of.sources().size(), "source");
    if (sent && received && *sent != *received)
        throw error(
            errc::invalid_argument,
            fmt::format("neighbour_exchange: blocks of {} bytes to send and of {} bytes to receive; they must be "
                        "equal",
                        *sent, *received));
    const auto length = sent ? sent : received;
    return {call_with(length ? *length : collective_call::any_length, item.type),
            std::vector(of.destinations().size(), length.value_or(0)),
            std::vector(of.sources().size(), length.value_or(0))};
}

// An exchange with all that its runs need.
class prepared_exchange {
  public:
    prepared_exchange(const neighbourhood& of, const known_exchange& what, std::span<const std::byte> out,
                      std::span<std::byte> in)
        : of_(of), call_(what.call), exchange_(of_, out, what.out_bytes, in, what.in_bytes) {}

    void run(deadline until) {
        run_collective(of_.members(), call_, until, [&](collective_messages& ch) { exchange_.run(ch); });
    }

  private:
    const neighbourhood of_;
    const collective_call call_;
    block_exchange exchange_;
};

persistent_collective persistent_exchange(const neighbourhood& of, const known_exchange& what,
                                          std::span<const std::byte> out, std::span<std::byte> in) {
    auto kept = std::make_shared<prepared_exchange>(of, what, out, in);
    return {of.members(), [kept](deadline until) { kept->run(until); }};
}

}  // namespace

void detail::neighbour_exchange(const neighbourhood& of, std::span<const std::byte> out, std::span<std::byte> in,
                                const item_format& item, deadline until) {
    const known_exchange what = checked_exchange(of, out.size(), in.size(), item);
    run_collective(of.members(), what.call, until,
                   [&](collective_messages& ch) { exchange_blocks(ch, of, out, what.out_bytes, in, what.in_bytes); });
}

std::vector<std::size_t> detail::neighbour_sizes(const neighbourhood& of, std::span<const std::size_t> out_bytes,
                                                 std::size_t total_bytes, const item_format& item, deadline until) {
    if (out_bytes.size() != of.destinations().size() || !add_up_to(out_bytes, total_bytes))
        throw error(errc::invalid_argument,
                    fmt::format("neighbour_exchange_varying: {} counts for {} destinations; give one "
                                "for each, and their sum must be the number of items",
                                out_bytes.size(), of.destinations().size()));
    for (std::size_t i = 0; i < out_bytes.size(); ++i)
        if (!of.destinations()[i] && out_bytes[i] != 0)
            throw error(errc::invalid_argument,
                        fmt::format("neighbour_exchange_varying: items for entry {}, which has no neighbour", i));
    std::vector<std::size_t> in_bytes(of.sources().size());
    const std::vector each_out(out_bytes.size(), sizeof(std::size_t)), each_in(in_bytes.size(), sizeof(std::size_t));
    run_collective(of.members(), call_with(collective_call::any_length, item.type), until,
                   [&](collective_messages& ch) {
                       exchange_blocks(ch, of, std::as_bytes(out_bytes), each_out,
                                       std::as_writable_bytes(std::span(in_bytes)), each_in);
                       expect_blocks_of_items(of, in_bytes, item);
                   });
    return in_bytes;
}

void detail::neighbour_exchange_varying(const neighbourhood& of, std::span<const std::byte> out,
                                        std::span<const std::size_t> out_bytes, std::span<std::byte> in,
                                        std::span<const std::size_t> in_bytes, deadline until) {
    run_collective(of.members(), collective_messages::continued{}, until,
                   [&](collective_messages& ch) { exchange_blocks(ch, of, out, out_bytes, in, in_bytes); });
}

persistent_collective detail::persistent_neighbour_exchange(const neighbourhood& of, std::span<const std::byte> out,
                                                            std::span<std::byte> in, const item_format& item) {
    return persistent_exchange(of, checked_exchange(of, out.size(), in.size(), item), out, in);
}

persistent_collective detail::persistent_neighbour_exchange_varying(
    const neighbourhood& of, std::span<const std::byte> out, std::vector<std::size_t> out_bytes,
    std::span<std::byte> in, std::vector<std::size_t> in_bytes, const char* item_type) {
    return persistent_exchange(
        of, {call_with(collective_call::any_length, item_type), std::move(out_bytes), std::move(in_bytes)}, out, in);
}

}  // namespace banyan::net
