#include "banyan/net/broadcast_collapse.hpp"

#include <algorithm>
#include <bit>

#include "libnet/collectives/death_watch.hpp"
#include "libnet/collectives/scratch.hpp"
#include "libnet/messaging/group_state.hpp"
#include "libnet/messaging/pending_set.hpp"
#include "libnet/schedules/mirrored_hypercube_tree.hpp"
#include "libnet/schedules/two_binary_tree.hpp"

namespace banyan::net {

namespace {

using epoch_clock = std::chrono::steady_clock;

constexpr tag start_tag{0};
constexpr tag report_tag{1};

const tree& tree_of_epochs(epoch_tree over) {
    return over == epoch_tree::two_binary ? two_binary_tree : mirrored_hypercube_tree;
}

}  // namespace

struct broadcast_collapse::state {
    state(group g, epoch_tree tree_name)
        : members(std::move(g)),
          over(tree_name),
          place(tree_of_epochs(over).place(members.rank().value, members.size())) {}

    void expect(bool in_epoch, const char* call) const {
        if (began == in_epoch) return;
        throw error(errc::invalid_argument, std::string("broadcast_collapse: ") + call + " is called " +
                                                (began ? "in" : "outside") +
                                                " an epoch, allowed: begin and end in turns");
    }
    [[nodiscard]] request start_recv(int from, tag t, std::span<std::byte> bytes) const {
        return members.box().async_recv({members.task(rank{from}), t, members.user_context()}, bytes);
    }
    // The death of any member ends the wait, because the ranks between it and this one fail and send nothing.
    detail::pending_set finish(std::span<request> pending, deadline until) const {
        detail::pending_set set(pending);
        if (pending.empty()) return set;
        death_watch watch(detail::group_state::members_of(members));
        if (const auto* failed = detail::member_wait::finish(set, watch, until)) throw error(*failed->failure);
        return set;
    }
    void finish_recv(std::span<request> pending, std::span<const int> sources, std::size_t size_bytes,
                     deadline until) const {
        const detail::pending_set done = finish(pending, until);
        for (std::size_t i = 0; i < sources.size(); ++i) {
            const std::size_t got = done.operation_of(i).info.size_bytes;
            if (got != size_bytes)
                throw error(errc::invalid_argument, "broadcast_collapse: rank " + std::to_string(sources[i]) +
                                                        " has sent a value of " + std::to_string(got) +
                                                        " bytes, expected: " + std::to_string(size_bytes));
        }
    }
    void close(epoch_clock::time_point now) {
        last.waiting_to_end = now - computed;
        total.waiting_to_begin += last.waiting_to_begin;
        total.computing += last.computing;
        total.waiting_to_end += last.waiting_to_end;
        ++epochs;
    }

    group members;
    epoch_tree over;
    tree_place place;
    bool began = false;
    std::int64_t epochs = 0;
    epoch_clock::time_point begin_returned;
    epoch_clock::time_point computed;
    epoch_time last;
    epoch_time total;
};

broadcast_collapse::broadcast_collapse(const group& members, deadline until)
    : broadcast_collapse(members, epoch_tree::hypercube, until) {}

broadcast_collapse::broadcast_collapse(const group& members, epoch_tree over, deadline until)
    : state_(std::make_unique<state>(members.duplicate(until), over)) {}

broadcast_collapse::broadcast_collapse(broadcast_collapse&&) noexcept = default;
broadcast_collapse& broadcast_collapse::operator=(broadcast_collapse&&) noexcept = default;
broadcast_collapse::~broadcast_collapse() = default;

void broadcast_collapse::begin_bytes(std::span<std::byte> value, deadline until) {
    state& s = *state_;
    s.expect(false, "begin");
    const auto called = epoch_clock::now();
    if (s.place.parent) {
        request start = s.start_recv(*s.place.parent, start_tag, value);
        s.finish_recv(std::span(&start, 1), std::span(&*s.place.parent, 1), value.size(), until);
    }
    std::vector<request> sends;
    for (auto child = s.place.children.rbegin(); child != s.place.children.rend(); ++child)  // deepest subtree first
        sends.push_back(s.members.async_send(rank{*child}, start_tag, value));
    (void)s.finish(sends, until);
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
        pending.push_back(s.start_recv(s.place.children[i], report_tag, report_of(i)));
    s.finish_recv(pending, s.place.children, value.size(), until);
    if (!value.empty()) {
        for (std::size_t i = 0; i < children; ++i)  // always in this order, so the result is the same in every run
            op.apply(op.op, value.data(), report_of(i).data(), value.data(), 1);
    }
    if (s.place.parent) {
        request report = s.members.async_send(rank{*s.place.parent}, report_tag, value);
        (void)s.finish(std::span(&report, 1), until);
    }
    s.began = false;
    s.close(epoch_clock::now());
}

int broadcast_collapse::level() const {
    const int node = state_->place.node;
    return state_->over == epoch_tree::two_binary ? two_binary_level(node) : std::popcount(static_cast<unsigned>(node));
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
