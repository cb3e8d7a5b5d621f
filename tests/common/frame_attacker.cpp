#include "tests/common/frame_attacker.hpp"

#include <algorithm>

namespace banyan::testing {
namespace {

constexpr std::size_t code_bytes = 8;
constexpr std::size_t head_bytes = net::wire::header_bytes + code_bytes;

}  // namespace

std::vector<std::byte> frame_attacker::pass(std::span<const std::byte> arrived) {
    held_.insert(held_.end(), arrived.begin(), arrived.end());
    std::vector<std::byte> out;
    while (take_frame(out)) {
    }
    return out;
}

// False when more has to come, or nothing is to be done any more.
bool frame_attacker::take_frame(std::vector<std::byte>& out) {
    if (struck_) pass_left_ = held_.size();
    if (pass_left_ > 0) {
        const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(pass_left_, held_.size()));
        pass_left_ -= count;
        move_front(count, out);
    }
    if (pass_left_ > 0 || held_.size() < head_bytes || struck_) return false;
    if (is_target() && seen_ == plan_.frames_before) return strike(out);
    seen_ += is_target();
    pass_left_ = frame_bytes(0);
    return true;
}

// False when more has to come first.
bool frame_attacker::strike(std::vector<std::byte>& out) {
    const std::size_t first = frame_bytes(0);
    const bool whole = plan_.what >= frame_attack::leave_out;
    if (whole && held_.size() < first) return false;
    if (plan_.what == frame_attack::swap &&
        (held_.size() < first + head_bytes || held_.size() < first + frame_bytes(first)))
        return false;
    struck_ = true;
    const auto frame = held_.begin();
    const auto place = frame + static_cast<std::ptrdiff_t>(plan_.at);
    const auto end = frame + static_cast<std::ptrdiff_t>(first);
    switch (plan_.what) {
        case frame_attack::flip:
            *place ^= std::byte{1};
            break;
        case frame_attack::flip_payload:
            *(place + head_bytes) ^= std::byte{1};
            break;
        case frame_attack::remove_byte:
            held_.erase(place);
            break;
        case frame_attack::insert_byte:
            held_.insert(place, *place ^ std::byte{1});
            break;
        case frame_attack::cut:
            held_.erase(place, held_.end());
            break;
        case frame_attack::leave_out:
            held_.erase(frame, end);
            break;
        case frame_attack::repeat: {
            const std::vector<std::byte> copy(frame, end);
            held_.insert(frame, copy.begin(), copy.end());
            break;
        }
        case frame_attack::swap:
            std::rotate(frame, end, end + static_cast<std::ptrdiff_t>(frame_bytes(first)));
            break;
        case frame_attack::insert_frame: {
            std::vector<std::byte> copy(frame, end);
            for (std::size_t i = 0; i < code_bytes; ++i)
                copy.at(net::wire::header_bytes + i) = std::byte{0};
            held_.insert(frame, copy.begin(), copy.end());
            break;
        }
    }
    move_front(held_.size(), out);
    return false;
}

void frame_attacker::move_front(std::size_t count, std::vector<std::byte>& out) {
    const auto end = held_.begin() + static_cast<std::ptrdiff_t>(count);
    out.insert(out.end(), held_.begin(), end);
    held_.erase(held_.begin(), end);
}

bool frame_attacker::is_target() const {
    return held_.front() == static_cast<std::byte>(plan_.kind);
}

// Header, code and payload of the frame that begins there.
std::size_t frame_attacker::frame_bytes(std::size_t at) const {
    const auto header = std::span(held_).subspan(at).first<net::wire::header_bytes>();
    return head_bytes + static_cast<std::size_t>(net::wire::payload_bytes(header));
}

}  // namespace banyan::testing
