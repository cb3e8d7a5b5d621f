#include "libnet/wire/control_frame.hpp"

#include "banyan/net/error.hpp"

namespace banyan::net {

std::string control_frame(std::string_view body, std::size_t limit_bytes) {
    if (body.size() > limit_bytes)
        throw error(errc::too_large, "a control message of " + std::to_string(body.size()) + " bytes; at most " +
                                         std::to_string(limit_bytes) + " are allowed");
    std::string frame;
    frame.reserve(control_header_bytes + body.size());
    for (std::size_t i = 0; i < control_header_bytes; ++i)
        frame.push_back(static_cast<char>(body.size() >> (8 * i) & 0xff));
    frame.append(body);
    return frame;
}

void control_frame_reader::feed(std::span<const std::byte> bytes) {
    pending_.erase(0, taken_);
    taken_ = 0;
    pending_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

// The length in the header, which has arrived.
std::size_t control_frame_reader::body_bytes() const {
    std::size_t length = 0;
    for (std::size_t i = 0; i < control_header_bytes; ++i)
        length |= static_cast<std::size_t>(static_cast<unsigned char>(pending_[taken_ + i])) << (8 * i);
    if (length > limit_)
        throw error(errc::protocol_violation, "a control frame of " + std::to_string(length) + " bytes; at most " +
                                                  std::to_string(limit_) + " are allowed");
    return length;
}

std::size_t control_frame_reader::wanted_bytes() const {
    const std::size_t have = pending_.size() - taken_;
    if (have < control_header_bytes) return control_header_bytes - have;
    const std::size_t frame = control_header_bytes + body_bytes();
    return frame > have ? frame - have : control_header_bytes;
}

std::optional<std::string> control_frame_reader::next() {
    const std::size_t have = pending_.size() - taken_;
    if (have < control_header_bytes) return std::nullopt;
    const std::size_t length = body_bytes();
    if (have < control_header_bytes + length) return std::nullopt;
    std::string body = pending_.substr(taken_ + control_header_bytes, length);
    taken_ += control_header_bytes + length;
    return body;
}

}  // namespace banyan::net
