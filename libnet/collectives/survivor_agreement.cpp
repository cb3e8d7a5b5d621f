#include "libnet/collectives/survivor_agreement.hpp"

#include <algorithm>

#include "banyan/net/packer.hpp"
#include "banyan/net/unpacker.hpp"

namespace banyan::net {

std::vector<std::byte> survivor_message::packed() const {
    packer out;
    out.pack(static_cast<std::uint32_t>(what), next_context, dead);
    return {out.bytes().begin(), out.bytes().end()};
}

survivor_message survivor_message::unpacked(std::vector<std::byte> bytes) {
    survivor_message message;
    std::uint32_t what = 0;
    unpacker(std::move(bytes)).unpack(what, message.next_context, message.dead);
    message.what = static_cast<kind>(what);
    return message;
}

survivor_agreement::survivor_agreement(int self, std::vector<bool> dead, std::uint32_t next_context)
    : self_(static_cast<std::size_t>(self)),
      dead_(std::move(dead)),
      next_context_(next_context),
      next_dead_(dead_),
      lost_(dead_) {}

survivor_message survivor_agreement::begin_round() {
    all_equal_ = true;
    return {survivor_message::kind::round, next_context_, dead_};
}

void survivor_agreement::take(int from, const survivor_message& message) {
    using kind = survivor_message::kind;
    if (message.what == kind::leaving || message.dead.size() != dead_.size()) return lose(from);
    if (message.what == kind::excluded) {
        left_out_ = true;
    } else if (message.what == kind::decision) {
        adopted_ = true;
        next_dead_ = message.dead;
        next_context_ = message.next_context;
    } else if (!adopted_) {
        all_equal_ = all_equal_ && message.dead == dead_;
        for (std::size_t r = 0; r < dead_.size(); ++r)
            if (message.dead[r]) next_dead_[r] = true;
        next_context_ = std::max(next_context_, message.next_context);
    }
}

void survivor_agreement::lose(int rank) {
    lost_[static_cast<std::size_t>(rank)] = true;
    if (adopted_) return;
    all_equal_ = false;
    next_dead_[static_cast<std::size_t>(rank)] = true;
}

survivor_agreement::outcome survivor_agreement::end_round() {
    const bool equal = all_equal_ && !left_out_;
    dead_ = next_dead_;
    if (dead_[self_] || (left_out_ && !adopted_)) return outcome::left_out;
    return adopted_ || equal ? outcome::decided : outcome::undecided;
}

std::vector<int> survivor_agreement::others() const {
    std::vector<int> alive;
    for (std::size_t r = 0; r < dead_.size(); ++r)
        if (!dead_[r] && r != self_) alive.push_back(static_cast<int>(r));
    return alive;
}

std::vector<int> survivor_agreement::take_excluded() {
    std::vector<int> found;
    for (std::size_t r = 0; r < dead_.size(); ++r) {
        if (!dead_[r] || lost_[r] || r == self_) continue;
        found.push_back(static_cast<int>(r));
        lost_[r] = true;
    }
    return found;
}

}  // namespace banyan::net
