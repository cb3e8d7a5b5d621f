#include "simulated_task.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace banyan::net::simulation {
namespace {

constexpr std::byte freed_byte{0xdd};
constexpr context_id private_context{99};  // no other task sends there

std::vector<task_id> all_tasks(const scenario& world) {
    std::vector<task_id> tasks;
    for (std::uint32_t number = 1; number <= world.tasks; ++number)
        tasks.emplace_back(number);
    return tasks;
}

bool is_revoked(const detail::operation& op) {
    return op.failure && op.failure->which() == errc::revoked;
}

}  // namespace

simulated_task::simulated_task(task_id self, const scenario& world, virtual_clock& clock, dice& random, ledger& book,
                               network& transport)
    : self_(self),
      world_(&world),
      clock_(&clock),
      random_(&random),
      book_(&book),
      network_(&transport),
      protocol_(self, world.limits),
      sends_(random.between(4, 12)),
      receives_(random.between(1, 14 - sends_)),
      changes_((20 - sends_ - receives_) / 2),
      greedy_(random.one_in(3)),
      actions_left_(random.between(1, world.most_actions)),
      leaves_at_(random.one_in(10) ? random.below(actions_left_) : actions_left_ + 1) {
    if (world.revokes) protocol_.contexts()->add(revocable_group, all_tasks(world));
}

void simulated_task::begin() {
    clock_->after(random_->below(world_->most_pause), [this] { act(); });
}

void simulated_task::act() {
    if (gone() || closing_) return;
    if (actions_left_ == leaves_at_) return close();
    if (actions_left_-- == 0) {
        if (!world_->late_receivers) begin_to_drain();
    } else {
        const auto choice = random_->below(20);
        if (choice < sends_)
            send();
        else if (choice < sends_ + receives_)
            receive();
        else if (choice < sends_ + receives_ + changes_)
            meddle_with_one();
        else
            look();
        if (random_->one_in(10)) protocol_.send_rendezvous_requests();
        begin();
    }
    attend();
    network_->serve(self_);
}

void simulated_task::begin_to_drain() {
    if (gone() || closing_ || draining_) return;
    draining_ = true;
    drain();
    while (!claims_.empty())
        end_claim();
    attend();
    network_->serve(self_);
}

void simulated_task::end_credit_wait() {
    if (gone()) return;
    for (int call = 0; call < 2; ++call)  // the first call notices that the peers have taken messages
        protocol_.send_rendezvous_requests();
    network_->serve(self_);
}

void simulated_task::receive_late() {
    if (gone() || closing_) return;
    for (std::uint32_t t = world_->tags + 1; t-- > 0;) {  // the last tag is used by the requests after a burst
        selector from = any_selector();
        from.tag = tag{static_cast<int>(t)};
        receive_from(from, 2 * world_->most_message_bytes, random_->one_in(3), false);
    }
    attend();
    network_->serve(self_);
}

void simulated_task::retire(std::vector<std::byte>&& memory) {
    std::fill(memory.begin(), memory.end(), freed_byte);
    retired_.push_back(std::move(memory));
}

// Keeps one receive for any message posted in each context. A revoked group has only the messages of shrink.
void simulated_task::drain() {
    if (!draining_) return;
    for (std::uint32_t context = 0; context < world_->contexts; ++context)
        if (!knows_revocation_ || context_id{context} != revocable_group)
            drain({any_source, any_tag, context_id{context}});
    if (knows_revocation_) drain({any_source, tag_of_shrink, context_of_shrink});
}

void simulated_task::drain(const selector& from) {
    const bool posted = std::any_of(pending_.begin(), pending_.end(),
                                    [&](const auto& p) { return p->draining && p->op.from.context == from.context; });
    if (!posted) receive_from(from, 0, true, true);
}

// The operation that ended first. If messages look alike, each belongs to the receive that took it.
simulated_task::pending* simulated_task::first_done() {
    pending* first = nullptr;
    for (const auto& p : pending_)
        if (p->op.done && (!first || p->op.ended_as < first->op.ended_as)) first = p.get();
    return first;
}

void simulated_task::attend() {
    if (gone()) return;
    settle_all();
    if (learn_of_revocation()) settle_all();
    check_unexpected();
    check_waiting();
    if (closing_ && protocol_.all_sent() && network_->delivered(self_)) network_->leave(self_);
}

void simulated_task::settle_all() {
    for (bool again = true; again;) {
        again = false;
        for (const auto& p : pending_)  // before any check: another receive may have its message
            if (p->op.what == detail::operation::kind::receive) note_tie(*p);
        for (pending* p = first_done(); p; p = first_done()) {
            again |= settle(*p);
            forget(*p);
        }
        if (again) drain();
    }
}

void simulated_task::revoke() {
    if (gone() || closing_) return;
    book_->revoke(self_, revocable_group);
    protocol_.revoke(revocable_group);
    attend();
    network_->serve(self_);
}

// Returns true when the task sees for the first time that the group is revoked. Then it sends messages of shrink to the
// next task. That task is told of the revocation before it gets them, and receives them when it drains.
bool simulated_task::learn_of_revocation() {
    if (knows_revocation_ || !protocol_.why_revoked(revocable_group)) return false;
    knows_revocation_ = true;
    book_->learn_of_revocation(self_);
    std::erase_if(copies_, [this](const copied& c) { return was_dropped(c); });
    if (closing_) return true;
    const task_id next{static_cast<std::uint32_t>(self_.value % world_->tasks + 1)};
    for (int messages = 2; messages > 0; --messages)
        send_to({next, tag_of_shrink, context_of_shrink}, any_size());
    drain();
    return true;
}

// The sender may have retracted the message, and the receive may have been matched with another one.
void simulated_task::note_tie(pending& p) {
    std::optional<std::uint64_t> tie;
    if (p.op.arriving) tie = p.op.arriving->sequence;
    const auto ended_with_it = [&] {
        if (is_revoked(p.op)) return true;
        if (p.op.failure && p.op.failure->which() != errc::truncated) return p.op.failure->peer() == p.tied_to.source;
        return p.op.info.source == p.tied_to.source && p.op.info.tag == p.tied_to.tag &&
               p.op.info.size_bytes == p.tied_to.size_bytes;
    };
    const bool same = p.op.done ? ended_with_it() : tie == p.tie;
    if (p.tie && !p.claimed && !same) {
        book_->receive_untied(p.number, clock_->steps());
        p.found.reset();
    }
    p.tie = tie;
    if (tie) p.tied_to = p.op.arriving->info;
    if (tied(p)) book_->receive_matched(p.number, clock_->steps(), p.op.arriving ? p.op.arriving->info : p.found);
}

// True if the protocol has matched the receive with a message, even if the message is lost. A receive that fails
// because its group is revoked may have been matched in the same step.
bool simulated_task::tied(const pending& p) const {
    if (p.op.arriving || (p.found && p.op.done) || is_revoked(p.op)) return true;
    if (!p.op.failure || p.op.failure->which() == errc::truncated) return p.op.done;
    return !p.op.from.source && !network_->alone(self_);  // if all other tasks are lost, no message can come
}

// Records the end of an operation. Returns true if the next receive of the drain should be posted.
bool simulated_task::settle(pending& p) {
    if (p.op.what == detail::operation::kind::send) {
        if (is_revoked(p.op) && !knows_revocation_)  // a part of it may have been written; then the rest is a copy
            copies_.push_back({p.number, p.op.to.task, p.op.to.context, cost_of(p)});
        p.op.failure ? book_->send_failed(p.number, *p.op.failure, network_->facts()) : book_->send_done(p.number);
        retire(std::move(p.memory));
        return false;
    }
    if (p.op.failure)
        book_->receive_failed(p.number, p.op.info, *p.op.failure, network_->facts());
    else if (p.claimed && p.op.info.size_bytes != p.claimed->info.size_bytes)
        throw violation(fmt::format("task {:x} received another message than it claimed", self_.value));
    else
        book_->receive_done(p.number, p.op.info, std::span(p.memory).first(p.op.info.size_bytes));
    retire(std::move(p.memory));
    return p.draining && !closing_ && (protocol_.find(p.op.from) || !protocol_.why_unmatchable(p.op.from));
}

// Eager data and messages to itself fit into the cap, or into half of the cap plus the smallest credit. The program has
// asked for the rest. The number of rendezvous messages of requests is not limited.
void simulated_task::check_unexpected() const {
    const std::size_t cap = world_->limits.unexpected_cap_bytes;
    const std::size_t credit = protocol_.credit_window_bytes() * world_->limits.expected_peers;
    const std::size_t most = std::max(cap, cap / 2 + credit) + extra_unexpected_;
    const auto records = [&] { return book_->untaken(self_) * detail::message_overhead_bytes; };
    if (protocol_.unexpected_bytes() > most && protocol_.unexpected_bytes() > most + records())
        throw violation(fmt::format("task {:x} holds {} unexpected bytes; at most {} are allowed", self_.value,
                                    protocol_.unexpected_bytes(), most));
}

// The first message in a queue must be one that lacks credit.
void simulated_task::check_waiting() {
    for (std::uint32_t peer = 1; peer <= world_->tasks; ++peer) {
        const auto* known = protocol_.channels().find(task_id{peer});
        if (!known) continue;
        const auto& to = *known;
        if (to.where != detail::channel::state::up || to.waiting.empty()) continue;
        const std::size_t cost = to.waiting.front()->payload.size_bytes() + detail::message_overhead_bytes;
        const bool eager = cost <= to.credit.window_bytes() / 2 &&
                           cost <= world_->limits.eager_limit_bytes + detail::message_overhead_bytes;
        if (eager && cost <= to.credit.left_bytes())
            throw violation(fmt::format("task {:x} does not send {} bytes to task {:x} with {} bytes of credit",
                                        self_.value, cost, peer, to.credit.left_bytes()));
    }
}

void simulated_task::burst(task_id to, tag as, std::size_t count, std::size_t most_bytes) {
    if (gone() || closing_ || network_->told(self_, to)) return;
    for (std::size_t i = 0; i < count; ++i)
        send_to({to, as, context_id{0}}, most_bytes > 0 ? random_->below(most_bytes) : 0);
    attend();
    network_->serve(self_);
}

void simulated_task::wait_for_sends() {
    if (gone() || closing_) return;
    detach_all();
    attend();
    network_->serve(self_);
}

// Some tasks send several messages before they leave.
void simulated_task::close() {
    if (gone() || closing_) return;
    closing_ = true;
    network_->begin_to_leave(self_);
    for (std::size_t i = pending_.size(); i-- > 0;) {
        const detail::operation& op = pending_[i]->op;
        const bool from_outside = op.what == detail::operation::kind::send && op.to.task != self_;
        if (!from_outside && !op.done) withdraw(*pending_[i]);
    }
    for (; !claims_.empty(); claims_.pop_back())
        put_back(claims_.back());
    for (std::size_t last_words = random_->one_in(2) ? 0 : random_->between(1, 3); last_words > 0; --last_words)
        if (const auto to = any_destination(); to.task != self_) send_to(to, any_size());
    protocol_.close();
    protocol_.end_sending();
    attend();
    if (!gone()) network_->serve(self_);
}

void simulated_task::check_at_rest() {
    for (const auto& memory : retired_)
        if (std::any_of(memory.begin(), memory.end(), [](std::byte b) { return b != freed_byte; }))
            throw violation(fmt::format("task {:x}: memory was written after its operation had ended", self_.value));
    if (gone() || closing_) return;
    if (protocol_.unexpected_bytes() > 0)
        throw violation(fmt::format("task {:x} received all there was and still holds {} unexpected bytes", self_.value,
                                    protocol_.unexpected_bytes()));
    if (protocol_.send_buffer_used() > 0 || protocol_.has_buffered_sends() || protocol_.lacks_credit())
        throw violation(fmt::format("task {:x} keeps {} bytes of sends although all was received", self_.value,
                                    protocol_.send_buffer_used()));
    store_for_itself();
}

void simulated_task::check_send_buffer() {
    if (gone() || closing_) return;
    std::size_t kept = 0;
    const auto add = [&](const detail::outgoing& message) {
        if (!message.op) kept += message.payload.size_bytes() + detail::message_overhead_bytes;
    };
    for (std::uint32_t peer = 1; peer <= world_->tasks; ++peer) {
        const auto* known = protocol_.channels().find(task_id{peer});
        if (!known) continue;
        const auto& to = *known;
        for (const auto* message : to.waiting)
            add(*message);
        for (const auto& [token, message] : to.rendezvous)
            add(*message);
        if (to.where == detail::channel::state::up && to.stream.wants_write() &&
            !network_->stopped(self_, task_id{peer}))
            throw violation(fmt::format("task {:x} does not write what it has for task {:x}", self_.value, peer));
        if (to.stream.wants_write()) return;
        if (!to.retracted.empty() && to.taking && !network_->stopped(self_, task_id{peer}))
            throw violation(
                fmt::format("task {:x} did not hear of what it took back from task {:x}", self_.value, peer));
    }
    for (const auto& c : copies_)
        if (c.to == self_ && !book_->taken(c.number)) kept += c.size_bytes;
    if (protocol_.send_buffer_used() != kept)
        throw violation(fmt::format("task {:x} counts {} bytes in its send buffer; {} are in it", self_.value,
                                    protocol_.send_buffer_used(), kept));
}

// Three eighths of the cap are neither for credit nor for rendezvous messages. At rest, this part is empty.
void simulated_task::store_for_itself() {
    const std::vector<std::byte> sent(world_->limits.unexpected_cap_bytes * 3 / 8 - detail::message_overhead_bytes,
                                      std::byte{1});
    std::vector<std::byte> received;
    detail::operation send, receive;
    send.to = {self_, tag{0}, private_context};
    send.payload = std::span<const std::byte>(sent);
    receive.what = detail::operation::kind::receive;
    receive.from = {self_, any_tag, private_context};
    receive.owner = &received;
    protocol_.start(send);
    const bool stored = send.done;
    protocol_.start(receive);
    if (!stored || send.failure || !receive.done || receive.failure || sent != received)
        throw violation(fmt::format("task {:x} has no room for a message to itself", self_.value));
}

void simulated_task::check_credit(simulated_task& peer) {
    if (network_->told(self_, peer.self_) || network_->told(peer.self_, self_)) return;
    const auto* mine = protocol_.channels().find(peer.self_);
    const auto* its = peer.protocol_.channels().find(self_);
    if (!mine || mine->where != detail::channel::state::up) return;
    if (!its || its->where != detail::channel::state::up) return;
    const detail::credit_account &sends = mine->credit, &takes = its->credit;
    if (sends.left_bytes() + takes.charged_bytes() != sends.window_bytes() ||
        takes.charged_bytes() != takes.due_bytes())
        throw violation(fmt::format(
            "of {} bytes of credit from task {:x} to task {:x}, {} are here, {} used, and {} about to come back",
            sends.window_bytes(), peer.self_.value, self_.value, sends.left_bytes(), takes.charged_bytes(),
            takes.due_bytes()));
    if (takes.due_bytes() >= peer.protocol_.credit_window_bytes() / 4)
        throw violation(fmt::format("task {:x} keeps {} bytes of credit from task {:x}", peer.self_.value,
                                    takes.due_bytes(), self_.value));
}

}  // namespace banyan::net::simulation
