#include "simulated_task.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace banyan::net::simulation {
namespace {

constexpr std::byte grave_soil{0xdd};
constexpr context_id private_context{99};  // nobody else sends there

}  // namespace

simulated_task::simulated_task(task_id self, const scenario& world, virtual_clock& clock, dice& random, ledger& book,
                               network& transport)
    : self_(self),
      world_(&world),
      clock_(&clock),
      random_(&random),
      book_(&book),
      network_(&transport),
      engine_(self, world.limits),
      sends_(random.between(4, 12)),
      receives_(random.between(1, 14 - sends_)),
      meddles_((20 - sends_ - receives_) / 2),
      greedy_(random.one_in(3)),
      actions_left_(random.between(1, world.most_actions)),
      leaves_at_(random.one_in(10) ? random.below(actions_left_) : actions_left_ + 1) {}

void simulated_task::begin() {
    clock_->after(random_->below(world_->most_pause), [this] { act(); });
}

void simulated_task::act() {
    if (gone() || closing_) return;
    if (actions_left_ == leaves_at_) return close();
    if (actions_left_-- == 0) {
        draining_ = true;
        drain();
        while (!claims_.empty())
            end_claim();
    } else {
        const auto choice = random_->below(20);
        if (choice < sends_)
            send();
        else if (choice < sends_ + receives_)
            receive();
        else if (choice < sends_ + receives_ + meddles_)
            meddle_with_one();
        else
            look();
        begin();
    }
    attend();
    network_->serve(self_);
}

void simulated_task::bury(std::vector<std::byte>&& memory) {
    std::fill(memory.begin(), memory.end(), grave_soil);
    graves_.push_back(std::move(memory));
}

// Keeps one receive for anything posted in each context.
void simulated_task::drain() {
    for (std::uint32_t context = 0; context < world_->contexts; ++context) {
        const bool posted = std::any_of(pending_.begin(), pending_.end(), [&](const auto& p) {
            return p->draining && p->op.from.context == context_id{context};
        });
        if (!posted) receive_from({any_source, any_tag, context_id{context}}, 0, true, true);
    }
}

void simulated_task::attend() {
    if (gone()) return;
    for (bool again = true; again;) {
        again = false;
        for (std::size_t i = 0; i < pending_.size(); ++i) {
            pending& p = *pending_[i];
            if (p.op.what == detail::operation::kind::receive && tied(p))
                book_->receive_matched(p.number, clock_->steps(), p.op.arriving ? p.op.arriving->info : p.found);
            if (!p.op.done) continue;
            again |= settle(p);
            pending_.erase(pending_.begin() + static_cast<std::ptrdiff_t>(i--));
        }
        if (again) drain();
    }
    check_unexpected();
    if (closing_ && engine_.all_sent() && network_->delivered(self_)) network_->leave(self_);
}

// True for a receive that the engine has given a message, if only to say that it is lost.
bool simulated_task::tied(const pending& p) const {
    if (p.op.arriving || p.found) return true;
    if (!p.op.failure || p.op.failure->which() == errc::truncated) return p.op.done;
    return !p.op.from.source && !network_->alone(self_);  // else nothing can come for it any more
}

// Enters the end of an operation; true if the next drain should be posted.
bool simulated_task::settle(pending& p) {
    if (p.op.what == detail::operation::kind::send) {
        p.op.failure ? book_->send_failed(p.number, *p.op.failure, network_->facts()) : book_->send_done(p.number);
        bury(std::move(p.memory));
        return false;
    }
    if (p.op.failure)
        book_->receive_failed(p.number, p.op.info, *p.op.failure, network_->facts());
    else if (p.claimed && p.op.info.size_bytes != p.claimed->info.size_bytes)
        throw violation(fmt::format("task {:x} received another message than it claimed", self_.value));
    else
        book_->receive_done(p.number, p.op.info, std::span(p.memory).first(p.op.info.size_bytes));
    bury(std::move(p.memory));
    return p.draining && !closing_ && (engine_.find(p.op.from) || !engine_.why_hopeless(p.op.from));
}

// Eager data and messages to oneself within the cap, or the least credit beside the half of it; the rest was asked for.
void simulated_task::check_unexpected() const {
    const std::size_t cap = world_->limits.unexpected_cap_bytes;
    const std::size_t credit = engine_.grant_bytes() * world_->limits.expected_peers;
    const std::size_t most = std::max(cap, cap / 2 + credit) + extra_unexpected_;
    if (engine_.unexpected_bytes() > most)
        throw violation(fmt::format("task {:x} holds {} unexpected bytes; at most {} are allowed", self_.value,
                                    engine_.unexpected_bytes(), most));
}

void simulated_task::burst(task_id to, std::size_t count, std::size_t most_bytes) {
    if (gone() || closing_ || network_->told(self_, to)) return;
    for (std::size_t i = 0; i < count; ++i)
        send_to({to, tag{0}, context_id{0}}, most_bytes > 0 ? random_->below(most_bytes) : 0);
    attend();
    network_->serve(self_);
}

// Some say much before they go.
void simulated_task::close() {
    if (gone() || closing_) return;
    closing_ = true;
    network_->begin_to_leave(self_);
    for (std::size_t i = pending_.size(); i-- > 0;)
        if (pending_[i]->op.what == detail::operation::kind::receive && !pending_[i]->op.done) withdraw(*pending_[i]);
    for (; !claims_.empty(); claims_.pop_back())
        put_back(claims_.back());
    for (std::size_t last_words = random_->one_in(2) ? 0 : random_->between(1, 3); last_words > 0; --last_words)
        send();
    engine_.close();
    attend();
    if (!gone()) network_->serve(self_);
}

void simulated_task::check_at_rest() {
    for (const auto& memory : graves_)
        if (std::any_of(memory.begin(), memory.end(), [](std::byte b) { return b != grave_soil; }))
            throw violation(fmt::format("task {:x}: memory was written after its operation had ended", self_.value));
    if (gone() || closing_) return;
    if (engine_.unexpected_bytes() > 0)
        throw violation(fmt::format("task {:x} received all there was and still holds {} unexpected bytes", self_.value,
                                    engine_.unexpected_bytes()));
    store_for_itself();
}

// The half of the cap is for what no credit stands for, and nothing is in it now.
void simulated_task::store_for_itself() {
    const std::vector<std::byte> sent(world_->limits.unexpected_cap_bytes / 2 - detail::message_overhead_bytes,
                                      std::byte{1});
    std::vector<std::byte> received;
    detail::operation send, receive;
    send.to = {self_, tag{0}, private_context};
    send.payload = std::span<const std::byte>(sent);
    receive.what = detail::operation::kind::receive;
    receive.from = {self_, any_tag, private_context};
    receive.owner = &received;
    engine_.start(send);
    engine_.start(receive);
    if (!send.done || send.failure || !receive.done || receive.failure || sent != received)
        throw violation(fmt::format("task {:x} has no room for a message to itself", self_.value));
}

void simulated_task::check_credit(simulated_task& peer) {
    if (network_->told(self_, peer.self_) || network_->told(peer.self_, self_)) return;
    const auto& mine = static_cast<detail::channel&>(engine_.stream(peer.self_));
    const auto& its = static_cast<detail::channel&>(peer.engine_.stream(self_));
    if (mine.where != detail::channel::state::up || its.where != detail::channel::state::up) return;
    if (mine.credit_bytes + its.outstanding_bytes != mine.window_bytes || its.outstanding_bytes != its.to_return_bytes)
        throw violation(fmt::format(
            "of {} bytes of credit from task {:x} to task {:x}, {} are here, {} used, and {} about to come back",
            mine.window_bytes, peer.self_.value, self_.value, mine.credit_bytes, its.outstanding_bytes,
            its.to_return_bytes));
}

}  // namespace banyan::net::simulation
