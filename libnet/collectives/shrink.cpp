// Revokes the group, then carries out a survivor_agreement with messages. Each call has a tag of its own in the group's
// collective context, so the messages of failed collectives and of earlier calls do not matter. These tags outlive the
// revocation.
#include "banyan/net/shrink.hpp"

#include <fmt/format.h>

#include <utility>

#include "banyan/net/revoke.hpp"
#include "libnet/collectives/collective_tag.hpp"
#include "libnet/collectives/membership_state.hpp"
#include "libnet/collectives/shrink_call.hpp"
#include "libnet/collectives/survivor_agreement.hpp"
#include "libnet/messaging/group_state.hpp"
#include "libnet/protocol/revoked_contexts.hpp"

namespace banyan::net {

namespace {

using outcome = survivor_agreement::outcome;

static_assert(detail::outlives_revocation(collective_tag(collective_kind::shrink, 0).of_phase(0)));
static_assert(!detail::outlives_revocation(collective_tag(collective_kind::subgroup, 0).of_phase(0)));

membership_state& membership_of(const group& g) {
    auto& shared = detail::group_state::of(g);
    if (!shared.membership) shared.membership = std::make_shared<membership_state>();
    membership_state& state = *shared.membership;
    if (state.left_shrink)
        throw error(
            errc::collective_failed,
            "shrink: an earlier call for this group has failed on this rank, and the other members count it as dead");
    state.dead.resize(static_cast<std::size_t>(g.size()));
    return state;
}

// One call on one rank.
class shrink_call {
  public:
    shrink_call(const group& g, deadline until, std::function<void()> before_send)
        : group_(g),
          state_(membership_of(g)),
          tag_(collective_tag(collective_kind::shrink, state_.shrinks++).of_phase(0)),
          until_(until),
          before_send_(std::move(before_send)),
          agreement_(g.rank().value, state_.dead, detail::group_state::of(g).contexts->next_free()) {}

    group run() {
        revoke(group_);
        try {
            while (next_round() == outcome::undecided) {
            }
        } catch (const error&) {
            leave();
            throw;
        }
        state_.dead = agreement_.dead();
        return survivors();
    }

  private:
    struct posted {
        int source;
        std::vector<std::byte> bytes;
        request receive;
    };

    [[nodiscard]] task_id task(int r) const { return group_.task(rank{r}); }

    outcome next_round() {
        std::vector<posted> messages = post_receives();
        send(agreement_.others(), agreement_.begin_round());
        for (posted& message : messages)
            take(message);
        const outcome found = agreement_.end_round();
        const std::uint32_t next = agreement_.next_context();
        send(agreement_.take_excluded(), {survivor_message::kind::excluded, next, agreement_.dead()});
        if (found == outcome::decided)
            send(agreement_.others(), {survivor_message::kind::decision, next, agreement_.dead()});
        if (found == outcome::left_out)
            throw error(errc::peer_lost,
                        "shrink: other members have lost the connection to this rank and count it as dead",
                        group_.box().self());
        return found;
    }

    std::vector<posted> post_receives() {
        const std::vector<int> sources = agreement_.others();
        std::vector<posted> messages(sources.size());
        for (std::size_t i = 0; i < sources.size(); ++i) {
            messages[i].source = sources[i];
            messages[i].bytes.resize(survivor_message::most_packed_bytes(static_cast<std::size_t>(group_.size())));
            try {
                messages[i].receive = group_.box().async_recv({task(sources[i]), tag_, group_.collective_context()},
                                                              std::span(messages[i].bytes));
            } catch (const error&) {  // no connection, and none can be made: an empty request counts as lost
            }
        }
        return messages;
    }

    // A rank is lost only when its receive has failed, because its earlier messages arrive first.
    void take(posted& message) {
        try {
            if (!message.receive.valid()) return agreement_.lose(message.source);
            message.bytes.resize(message.receive.wait(until_).size_bytes);
        } catch (const error& why) {
            if (why.which() == errc::timeout) throw;
            return agreement_.lose(message.source);
        }
        agreement_.take(message.source, survivor_message::unpacked(std::move(message.bytes)));
    }

    // Returns when the memory is free again. A receiver that cannot be reached is noticed by its receive.
    void send(const std::vector<int>& receivers, const survivor_message& message) {
        const std::vector<std::byte> bytes = message.packed();
        std::vector<request> sends;
        for (const int r : receivers) {
            if (before_send_) before_send_();
            try {
                sends.push_back(group_.box().async_send({task(r), tag_, group_.collective_context()}, bytes));
            } catch (const error&) {
            }
        }
        for (request& sent : sends) {
            try {
                sent.wait(until_);
            } catch (const error& why) {
                if (why.which() == errc::timeout) throw;
            }
        }
    }

    void leave() {
        state_.left_shrink = true;
        const auto bytes = survivor_message{survivor_message::kind::leaving, 0, agreement_.dead()}.packed();
        for (const int r : agreement_.others()) {
            try {
                (void)group_.box().try_send({task(r), tag_, group_.collective_context()}, bytes);
            } catch (const error&) {  // it is lost
            }
        }
    }

    group survivors() {
        const context_id first{agreement_.next_context()};
        detail::group_state::of(group_).contexts->use(first);
        std::vector<task_id> members;
        std::vector<std::string> hosts;
        for (int r = 0; r < group_.size(); ++r) {
            if (agreement_.dead()[static_cast<std::size_t>(r)]) continue;
            members.push_back(task(r));
            hosts.push_back(group_.host(rank{r}));
        }
        // A death at the end of a measurement leaves some ranks with a measured network and others without.
        return detail::group_state::make_subgroup(group_, std::move(members), std::move(hosts), first, false);
    }

    const group& group_;
    membership_state& state_;
    const tag tag_;
    const deadline until_;
    const std::function<void()> before_send_;
    survivor_agreement agreement_;
};

}  // namespace

group shrink(const group& g, deadline until) {
    return shrink_with(g, until, nullptr);
}

group shrink_with(const group& g, deadline until, std::function<void()> before_send) {
    return shrink_call(g, until, std::move(before_send)).run();
}

}  // namespace banyan::net
