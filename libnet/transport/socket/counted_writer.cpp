#include "libnet/transport/socket/counted_writer.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "libnet/transport/socket/record_source.hpp"
#include "libnet/transport/socket/system_calls.hpp"

namespace banyan::net::detail {
namespace {

constexpr std::size_t most_copied_piece_bytes =
    512;  // for a longer piece of payload a region of its own costs less than a copy

// The number of header bytes that count as written when `head_sent` bytes of header and code have left.
std::size_t counted(std::size_t head_sent) {
    if (head_sent >= counted_header_bytes) return wire::header_bytes;
    return std::min(head_sent, wire::header_bytes - 1);
}

}  // namespace

/// The bytes of one system call: headers with their codes and short payload in its own memory, long payload in the
/// caller's.
struct counted_writer::batch {
    struct head {
        std::ptrdiff_t begin;  // position in the batch; negative if a part of the header left before
        const std::byte* bytes;
    };

    std::array<std::byte, 8192> memory;
    std::size_t used = 0;  // bytes of `memory`
    std::array<iovec, 64> pieces;
    std::size_t piece_count = 0;
    std::array<head, 160> heads;
    std::size_t head_count = 0;
    std::size_t size = 0;

    [[nodiscard]] bool has_room() const {
        return used + counted_header_bytes + most_copied_piece_bytes <= memory.size() && piece_count < pieces.size() &&
               head_count < heads.size();
    }
    std::byte* begin_head(std::size_t sent_before) {
        std::byte* place = memory.data() + used;
        heads[head_count++] = {static_cast<std::ptrdiff_t>(size) - static_cast<std::ptrdiff_t>(sent_before), place};
        return place;
    }
    void add(const std::byte* bytes, std::size_t count) {
        auto* const end = piece_count > 0 ? static_cast<std::byte*>(pieces[piece_count - 1].iov_base) +
                                                pieces[piece_count - 1].iov_len
                                          : nullptr;
        if (bytes == end)
            pieces[piece_count - 1].iov_len += count;
        else
            pieces[piece_count++] = {const_cast<std::byte*>(bytes), count};
        size += count;
    }
    void add_payload(std::span<const std::byte> payload) {
        if (payload.size() > most_copied_piece_bytes) return add(payload.data(), payload.size());
        std::memcpy(memory.data() + used, payload.data(), payload.size());
        add(memory.data() + used, payload.size());
        used += payload.size();
    }
};

moved counted_writer::write(int descriptor, std::span<const iovec> regions) {
    record_source source(regions);
    moved result{moved::state::some};
    while (!source.empty()) {
        batch next;
        if (!fill(next, source)) return {moved::state::broken, 0, EPROTO};
        const ssize_t sent = system_write(descriptor, std::span(next.pieces).first(next.piece_count));
        if (sent < 0) return result.bytes > 0 ? result : failure_of_call();
        result.bytes += settle(next, static_cast<std::size_t>(sent));
        if (static_cast<std::size_t>(sent) < next.size) break;
    }
    return result.bytes > 0 ? result : moved{moved::state::would_block};
}

// Does not change this object, because it is not known yet how many bytes the system will take.
bool counted_writer::fill(batch& next, record_source& source) {
    std::uint64_t number = number_;
    std::size_t head_sent = head_sent_;
    std::uint64_t payload_left = payload_left_;
    while (!source.empty() && next.has_room()) {
        if (payload_left > 0) {
            const auto payload = source.take_piece(payload_left);
            next.add_payload(payload);
            payload_left -= payload.size();
            continue;
        }
        std::byte* const head = next.begin_head(head_sent);
        const std::size_t known = counted(head_sent);
        std::memcpy(head, head_.data(), known);
        const auto header = std::span(head, wire::header_bytes).first<wire::header_bytes>();
        const std::size_t taken = source.copy(header.subspan(known));
        std::size_t end = known + taken;
        if (end == wire::header_bytes) {
            const auto code = codes_.code(number++, header);
            if (!code) return false;
            std::memcpy(head + end, code->data(), code->size());
            end += code->size();
            payload_left = wire::payload_bytes(header);
        }
        next.used += end;
        next.add(head + head_sent, end - head_sent);
        head_sent = 0;
    }
    return true;
}

// `bytes` bytes of the batch have left. Returns the number of the caller's bytes that count as written.
std::size_t counted_writer::settle(const batch& sent, std::size_t bytes) {
    const auto first_payload = static_cast<std::size_t>(std::min<std::uint64_t>(payload_left_, bytes));
    payload_left_ -= first_payload;
    std::size_t result = first_payload;
    for (const auto& head : std::span(sent.heads).first(sent.head_count)) {
        const auto reached = static_cast<std::ptrdiff_t>(bytes) - head.begin;  // from the first byte of this header
        if (reached <= 0) break;
        const auto done = static_cast<std::size_t>(reached);
        result += counted(done) - counted(head_sent_);
        if (done < counted_header_bytes) {
            std::copy_n(head.bytes, std::min(done, head_.size()), head_.begin());
            head_sent_ = done;
            break;
        }
        head_sent_ = 0;
        ++number_;
        const std::uint64_t payload =
            wire::payload_bytes(std::span<const std::byte, wire::header_bytes>(head.bytes, wire::header_bytes));
        const auto payload_sent = std::min<std::uint64_t>(payload, done - counted_header_bytes);
        payload_left_ = payload - payload_sent;
        result += static_cast<std::size_t>(payload_sent);
    }
    return result;
}

}  // namespace banyan::net::detail
