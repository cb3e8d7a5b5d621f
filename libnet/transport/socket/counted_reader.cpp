#include "libnet/transport/socket/counted_reader.hpp"

#include <algorithm>
#include <cstring>

#include "libnet/transport/socket/system_calls.hpp"

namespace banyan::net::detail {
namespace {

constexpr std::size_t most_pieces = 256;                        // of payload, per system call
constexpr std::uint64_t joined_bytes = std::uint64_t{1} << 16;  // a longer payload is read alone

}  // namespace

moved counted_reader::read(int descriptor, std::span<const iovec> regions) {
    if (forged_) return {moved::state::forged};
    region_filler into(regions);
    if (into.full()) return {moved::state::would_block};
    moved failed;
    if (!holds_bytes() && !fetch(descriptor, into, failed)) return failed;
    give(into);
    if (into.filled() > 0) return {moved::state::some, into.filled()};  // a wrong code is reported by the next call
    return {forged_ ? moved::state::forged : moved::state::would_block};
}

bool counted_reader::holds_bytes() const {
    if (header_left_ > 0) return true;
    return payload_left_ > 0 ? received() > 0 : received() >= counted_header_bytes;
}

// Called when the buffer holds at most a part of a header. Returns false and sets `result` if nothing has arrived.
bool counted_reader::fetch(int descriptor, region_filler& into, moved& result) {
    std::memmove(buffer_.data(), buffer_.data() + received_from_, received());
    received_to_ = received();
    received_from_ = 0;
    std::array<iovec, most_pieces + 1> pieces;
    std::size_t named = 0;
    std::size_t used = into.name(std::span(pieces).first(most_pieces), payload_left_, named);
    if (named == payload_left_ && payload_left_ <= joined_bytes)
        pieces[used++] = {buffer_.data() + received_to_, buffer_.size() - received_to_};
    const ssize_t count = system_read(descriptor, std::span(pieces).first(used));
    if (count <= 0) {
        result = count == 0 ? moved{moved::state::ended} : failure_of_call();
        return false;
    }
    const std::size_t direct = std::min(named, static_cast<std::size_t>(count));
    into.skip(direct);
    payload_left_ -= direct;
    received_to_ += static_cast<std::size_t>(count) - direct;
    return true;
}

void counted_reader::give(region_filler& into) {
    while (!into.full()) {
        if (header_left_ == 0 && payload_left_ == 0 && !begin_frame()) return;
        const std::size_t wanted = header_left_ > 0
                                       ? header_left_
                                       : static_cast<std::size_t>(std::min<std::uint64_t>(payload_left_, received()));
        const std::size_t given = into.put(std::span(buffer_).subspan(received_from_, wanted));
        if (given == 0) return;
        received_from_ += given;
        if (header_left_ == 0) {
            payload_left_ -= given;
        } else {
            header_left_ -= given;
            if (header_left_ == 0) received_from_ += code_bytes;
        }
    }
}

// Returns false while header and code are incomplete, and when the code is wrong.
bool counted_reader::begin_frame() {
    if (received() < counted_header_bytes) return false;
    const auto head = std::span<const std::byte>(buffer_).subspan(received_from_, counted_header_bytes);
    const auto header = head.first<wire::header_bytes>();
    const auto code = codes_.code(number_, header);
    forged_ = !code || !equal_constant_time(*code, head.subspan<wire::header_bytes>());
    if (forged_) return false;
    ++number_;
    header_left_ = wire::header_bytes;
    payload_left_ = wire::payload_bytes(header);
    return true;
}

}  // namespace banyan::net::detail
