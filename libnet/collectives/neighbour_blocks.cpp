#include "libnet/collectives/neighbour_blocks.hpp"

#include <fmt/format.h>

#include <memory>

#include "libnet/collectives/checked_shape.hpp"

namespace banyan::net {

namespace {

using detail::neighbour_call;

// The blocks of a neighbour with items of another type may be longer than the whole items that this rank has room for.
void expect_blocks_of_items(const neighbourhood& of, std::span<const std::size_t> in_bytes,
                            const neighbour_call& call) {
    for (std::size_t i = 0; i < in_bytes.size(); ++i) {
        const std::optional<rank> from = of.sources()[i];
        if (!from || in_bytes[i] % call.item_bytes == 0) continue;
        throw error(
            errc::collective_mismatch,
            fmt::format("{}_varying: rank {} sends {} bytes to rank {}, which has items of {} bytes; allowed: "
                        "the same type of items on all ranks",
                        name_of(call.kind), from->value, in_bytes[i], of.members().rank().value, call.item_bytes),
            of.members().task(*from));
    }
}

// An exchange with all that its runs need.
class prepared_exchange {
  public:
    prepared_exchange(const neighbourhood& of, const collective_call& call, neighbour_blocks blocks)
        : of_(of), call_(call), exchange_(of_, std::move(blocks)) {}

    void run(deadline until) {
        run_collective(of_.members(), call_, until, [&](collective_messages& ch) { exchange_.run(ch); });
    }

  private:
    const neighbourhood of_;
    const collective_call call_;
    block_exchange exchange_;
};

}  // namespace

void block_exchange::run(collective_messages& ch) {
    const struct ending {
        ~ending() { transfers.end_run(); }
        collective_transfers& transfers;
    } ends_run{transfers_};
    for (const std::size_t i : of_.receive_order())
        if (const auto from = of_.sources()[i]) transfers_.receive(ch, from->value, blocks_.to_receive[i]);
    for (std::size_t i = 0; i < blocks_.to_send.size(); ++i)
        if (const auto to = of_.destinations()[i]) transfers_.send(ch, to->value, blocks_.to_send[i]);
    transfers_.wait(ch);
}

collective_call comparable_call(const neighbour_call& call, std::uint64_t bytes) {
    return {call.kind, collective_call::no_root, bytes, call.item_type};
}

std::vector<std::size_t> exchange_lengths(const neighbourhood& of, const neighbour_call& call,
                                          std::span<const std::size_t> out_bytes, deadline until) {
    std::vector<std::size_t> in_bytes(of.sources().size());
    const std::vector each_out(out_bytes.size(), sizeof(std::size_t)), each_in(in_bytes.size(), sizeof(std::size_t));
    run_collective(of.members(), comparable_call(call), until, [&](collective_messages& ch) {
        block_exchange(of, {consecutive_blocks(std::as_bytes(out_bytes), each_out),
                            consecutive_blocks(std::as_writable_bytes(std::span(in_bytes)), each_in)})
            .run(ch);
        expect_blocks_of_items(of, in_bytes, call);
    });
    return in_bytes;
}

persistent_collective persistent_blocks(const neighbourhood& of, const collective_call& call, neighbour_blocks blocks) {
    auto kept = std::make_shared<prepared_exchange>(of, call, std::move(blocks));
    return {of.members(), [kept](deadline until) { kept->run(until); }};
}

void detail::expect_count_for_each_source(const neighbourhood& of, collective_kind kind,
                                          std::span<const std::size_t> counts) {
    if (counts.size() == of.sources().size()) return;
    throw error(errc::invalid_argument,
                fmt::format("{}_varying: room for {} counts of {} sources; give room for one of each", name_of(kind),
                            counts.size(), of.sources().size()));
}

void detail::set_counts(const neighbourhood& of, const neighbour_call& call, std::span<const std::size_t> in_bytes,
                        const block_memory& in, deadline until) {
    between_parts(of.members(), until, [&] {
        for (std::size_t i = 0; i < in_bytes.size(); ++i)
            in.counts[i] = in_bytes[i] / call.item_bytes;
        std::size_t room = in.items.size() / call.item_bytes;
        for (const std::size_t count : in.counts) {
            if (count > room)
                throw error(errc::truncated,
                            fmt::format("{}_varying: the blocks from the sources have {} items, and the result has "
                                        "room for {}; give it room for all of them",
                                        name_of(call.kind), text_of_sum(in.counts), in.items.size() / call.item_bytes));
            room -= count;
        }
    });
}

}  // namespace banyan::net
