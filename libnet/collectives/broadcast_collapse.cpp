#include "banyan/net/broadcast_collapse.hpp"

#include <algorithm>
#include <bit>

#include "libnet/collectives/scratch.hpp"
#include "libnet/schedules/mirrored_hypercube_tree.hpp"

namespace banyan::net {

namespace {

using epoch_clock = std::chrono::steady_clock;

constexpr tag start_tag{0};
constexpr tag report_tag{1};

}  // namespace

struct broadcast_collapse::state {
    state(group g)
        : members(std::move(g)), place(mirrored_hypercube_tree.place(members.rank().value, members.size())) {}

    void expect(bool in_epoch, const char* call) const {
        if (began == in_epoch) return;
        throw error(errc::invalid_argument, std::string("broadcast_collapse: ") + call + " is called " +
                                                (began ? "in" : "outside") +
                                                " an epoch, allowed: begin and end in turns");
    }
    void close(epoch_clock::time_point now) {
        last.waiting_to_end = now - computed;
        total.waiting_to_begin += last.waiting_to_begin;
        total.computing += last.computing;
        total.waiting_to_end += last.waiting_to_end;
        ++epochs;
    }

    group members;
    tree_place place;
    bool began = false;
    std::int64_t epochs = 0;
    epoch_clock::time_point begin_returned;
    epoch_clock::time_point computed;
    epoch_time last;
    epoch_time total;
};

broadcast_collapse::broadcast_collapse(const group& members, deadline until)
    : state_(std::make_unique<state>(members.duplicate(until))) {}

broadcast_collapse::broadcast_collapse(broadcast_collapse&&) noexcept = default;
broadcast_collapse& broadcast_collapse::operator=(broadcast_collapse&&) noexcept = default;
broadcast_collapse::~broadcast_collapse() = default;

void broadcast_collapse::begin_bytes(std::span<std::byte> value, deadline until) {
    state& s = *state_;
    s.expect(false, "begin");
    const auto called = epoch_clock::now();
    if (s.place.parent) s.members.recv(rank{*s.place.parent}, start_tag, value, until);
    for (auto child = s.place.children.rbegin(); child != s.place.children.rend(); ++child)  // deepest subtree first
        s.members.send(rank{*child}, start_tag, std::span<const std::byte>(value), until);
    s.began = true;
    s.begin_returned = epoch_clock::now();
    s.last.waiting_to_begin = s.begin_returned - called;
}

void broadcast_collapse::end_bytes(std::span<std::byte> value, const detail::combiner& op, deadline until) {
    state& s = *state_;
    s.expect(true, "end");
    s.computed = epoch_clock::now();
    s.last.computing = s.computed - s.begin_returned;
    const std::size_t children = s.place.children.size();
    const scratch reports(children * value.size(), std::max(op.alignment, alignof(std::max_align_t)));
    const auto report_of = [&](std::size_t i) { return reports.bytes().subspan(i * value.size(), value.size()); };
    std::vector<request> pending;
    for (std::size_t i = 0; i < children; ++i)
        pending.push_back(s.members.async_recv(rank{s.place.children[i]}, report_tag, report_of(i)));
    for (std::size_t left = children; left > 0; --left) {
        const std::size_t i = wait_any(pending, until);
        const message_info info = pending[i].wait(until);
        pending[i] = {};
        if (info.size_bytes != value.size())
            throw error(errc::invalid_argument, "broadcast_collapse: rank " + std::to_string(s.place.children[i]) +
                                                    " reported " + std::to_string(info.size_bytes) +
                                                    " bytes, expected: " + std::to_string(value.size()));
        if (!value.empty()) op.apply(op.op, value.data(), report_of(i).data(), value.data(), 1);
    }
    if (s.place.parent) s.members.send(rank{*s.place.parent}, report_tag, std::span<const std::byte>(value), until);
    s.began = false;
    s.close(epoch_clock::now());
}

int broadcast_collapse::level() const {
    return std::popcount(static_cast<unsigned>(state_->place.node));
}

std::int64_t broadcast_collapse::epochs() const {
    return state_->epochs;
}

const epoch_time& broadcast_collapse::last() const {
    return state_->last;
}

const epoch_time& broadcast_collapse::total() const {
    return state_->total;
}

}  // namespace banyan::net
