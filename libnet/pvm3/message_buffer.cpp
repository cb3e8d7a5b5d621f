#include "libnet/pvm3/message_buffer.hpp"

#include <algorithm>

#include "libnet/pvm3/trace_record.hpp"
#include "libnet/pvm3/xdr_body.hpp"
#include "pvm3/pvm3.h"

namespace banyan::pvm3 {

message_buffer::message_buffer(int pvm_encoding) : in_place_(pvm_encoding == PvmDataInPlace) {
    const bool raw = in_place_ || pvm_encoding == PvmDataRaw;
    message.encoding = raw ? raw_encoding : default_encoding;
    if (pvm_encoding != PvmDataTrace) return;
    message.encoding = xdr_encoding;  // as the other records of a trace
    describes_values_ = true;
    const timeval now = trace_time();
    xdr_writer header;
    header.add(TEV_MARK_USER_EVENT_RECORD).add(TEV_USER_DEFINED).add_text(trace_event_list[TEV_USER_DEFINED]);
    header.add(static_cast<int>(now.tv_sec)).add(static_cast<int>(now.tv_usec));
    append(header.body().data(), header.body().size());
}

bool message_buffer::valid_encoding(int pvm_encoding) {
    return pvm_encoding == PvmDataDefault || pvm_encoding == PvmDataRaw || pvm_encoding == PvmDataInPlace ||
           pvm_encoding == PvmDataTrace;
}

std::vector<std::span<const std::byte>> message_buffer::regions() const {
    if (in_place_) return borrowed_;
    return {std::span<const std::byte>(message.body)};
}

std::vector<std::byte> message_buffer::copied_body() const {
    if (!in_place_) return message.body;
    std::vector<std::byte> bytes;
    bytes.reserve(region_bytes_);
    for (const auto& region : borrowed_)
        bytes.insert(bytes.end(), region.begin(), region.end());
    return bytes;
}

std::optional<std::vector<std::byte>> message_buffer::body_in(int encoding) const {
    if (!is_xdr() || !has_xdr_lengths(encoding) || noted_bytes_ != message.body.size()) return std::nullopt;
    auto body = message.body;
    if (message.encoding == encoding) return body;
    std::byte* at = body.data();
    for (const auto& [width, bytes] : all_noted()) {
        const std::byte* const end = at + bytes;
        if (width == 1) at += bytes;
        for (; at != end; at += width)
            std::reverse(at, at + width);
    }
    return body;
}

void message_buffer::expect(std::size_t more) {
    auto& body = message.body;
    if (body.capacity() - body.size() < more) body.reserve(std::max(body.size() + more, 2 * body.capacity()));
}

void message_buffer::append(const void* bytes, std::size_t count) {
    const auto* first = static_cast<const std::byte*>(bytes);
    message.body.insert(message.body.end(), first, first + count);
}

void message_buffer::pad() {
    message.body.resize((message.body.size() + 3) / 4 * 4);
}

void message_buffer::note_values(std::size_t width, std::size_t bytes) {
    if (width != last_noted_.width) {
        if (last_noted_.bytes > 0) noted_.push_back(last_noted_);
        last_noted_ = {static_cast<std::uint32_t>(width), 0};
    }
    last_noted_.bytes += static_cast<std::uint32_t>(bytes);  // a message is shorter than 2 GiB
    noted_bytes_ += bytes;
}

void message_buffer::note_values_of(const message_buffer& inner) {
    if (inner.noted_bytes_ != inner.message.body.size()) return;
    for (const auto& [width, bytes] : inner.all_noted())
        note_values(width, bytes);
}

std::vector<message_buffer::noted_values> message_buffer::all_noted() const {
    auto noted = noted_;
    noted.push_back(last_noted_);
    return noted;
}

void message_buffer::borrow(const void* memory, std::size_t bytes) {
    borrowed_.emplace_back(static_cast<const std::byte*>(memory), bytes);
    region_bytes_ += bytes;
}

const std::byte* message_buffer::take(std::size_t bytes) {
    const std::byte* next = message.body.data() + cursor_;
    cursor_ += bytes;
    return next;
}

}  // namespace banyan::pvm3
