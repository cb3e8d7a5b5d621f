#include "simulated_task.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace banyan::net::simulation {
namespace {

constexpr std::uint32_t contexts = 2;
constexpr std::uint64_t tags = 3;
constexpr std::byte grave_soil{0xdd};
constexpr std::size_t owned = std::size_t{1} << 30;  // room of a receive that owns its payload

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
      actions_left_(random.between(1, world.most_actions)),
      leaves_at_(random.one_in(12) ? random.below(actions_left_) : actions_left_ + 1) {}

void simulated_task::begin() {
    clock_->after(random_->below(world_->most_pause), [this] { act(); });
}

void simulated_task::act() {
    if (gone() || closing_) return;
    if (actions_left_ == leaves_at_) return close();
    if (actions_left_-- == 0) {
        draining_ = true;
        drain();
    } else {
        const auto choice = random_->below(20);
        if (choice < 9)
            send();
        else if (choice < 15)
            receive();
        else if (choice < 18)
            withdraw_or_detach_one();
        else
            probe();
        begin();
    }
    attend();
    network_->serve(self_);
}

// Sizes where something changes are as frequent as all others together.
std::size_t simulated_task::any_size() {
    const std::uint64_t window_half = engine_.grant_bytes() / 2 - detail::message_overhead_bytes;
    switch (random_->below(6)) {
        case 0:
            return 0;
        case 1:
            return random_->below(16);
        case 2:
            return random_->between(world_->limits.eager_limit_bytes - 2, world_->limits.eager_limit_bytes + 2);
        case 3:
            return std::min(random_->between(window_half - 2, window_half + 2), world_->most_message_bytes);
        default:
            return random_->log_uniform(world_->most_message_bytes);
    }
}

selector simulated_task::any_selector() {
    selector from{any_source, any_tag, context_id{static_cast<std::uint32_t>(random_->below(contexts))}};
    if (random_->one_in(2)) from.source = any_task();
    if (random_->one_in(2)) from.tag = tag{static_cast<int>(random_->below(tags))};
    return from;
}

void simulated_task::send() {
    send_to({any_task(), tag{static_cast<int>(random_->below(tags))},
             context_id{static_cast<std::uint32_t>(random_->below(contexts))}},
            any_size());
}

void simulated_task::send_to(const destination& to, std::size_t size) {
    while (book_->ambiguous(self_, to, size))
        ++size;
    auto& p = *pending_.emplace_back(std::make_unique<pending>());
    p.number = book_->enter_send(self_, to, size);
    p.memory = book_->content(p.number);
    p.op.what = detail::operation::kind::send;
    p.op.to = to;
    p.op.payload = std::span<const std::byte>(p.memory);
    engine_.start(p.op);
}

void simulated_task::receive() {
    const std::size_t room = random_->one_in(6) ? random_->between(16, 1000) : 2 * world_->most_message_bytes;
    receive_from(any_selector(), room, random_->one_in(3), false);
}

void simulated_task::receive_from(const selector& from, std::size_t room, bool owner, bool draining) {
    auto& p = *pending_.emplace_back(std::make_unique<pending>());
    p.number = book_->enter_receive(self_, from, owner ? owned : room, clock_->steps());
    p.draining = draining;
    p.op.what = detail::operation::kind::receive;
    p.op.from = from;
    if (owner) {
        p.op.owner = &p.memory;
    } else {
        p.memory.resize(room);
        p.op.buffer = std::span(p.memory);
    }
    p.found = engine_.find(from) != nullptr;
    engine_.start(p.op);
}

void simulated_task::bury(std::vector<std::byte>&& memory) {
    std::fill(memory.begin(), memory.end(), grave_soil);
    graves_.push_back(std::move(memory));
}

void simulated_task::withdraw(pending& p) {
    const bool sends = p.op.what == detail::operation::kind::send;
    if (!sends && p.op.arriving) {
        book_->receive_matched(p.number, clock_->steps());
        extra_unexpected_ += p.op.arriving->info.size_bytes;
    }
    engine_.withdraw(p.op);
    sends ? book_->send_withdrawn(p.number) : book_->receive_withdrawn(p.number, clock_->steps());
    bury(std::move(p.memory));
}

void simulated_task::withdraw_or_detach_one() {
    if (pending_.empty()) return;
    const auto chosen = pending_.begin() + static_cast<std::ptrdiff_t>(random_->below(pending_.size()));
    pending& p = **chosen;
    if (p.op.done) return;
    const bool sends = p.op.what == detail::operation::kind::send;
    const bool telling = p.memory.size() >= ledger::telling_bytes;  // else nobody could say which one came
    if (sends && (!telling || random_->one_in(2))) {
        engine_.detach(p.op);
        return;
    }
    withdraw(p);
    pending_.erase(chosen);
}

// What a probe has shown whole, a receive of its source and tag takes at once.
void simulated_task::probe() {
    const selector from = any_selector();
    const detail::incoming* found = engine_.find(from);
    if (!found) return;
    const message_info info = found->info;
    if (found->where != detail::incoming::stage::complete) {
        engine_.pull(from);
        extra_unexpected_ += info.size_bytes;
        return;
    }
    receive_from({info.source, info.tag, from.context}, std::max<std::size_t>(info.size_bytes, 16), false, false);
    const auto& op = pending_.back()->op;
    if (!op.done || op.failure || op.info.size_bytes != info.size_bytes)
        throw violation(fmt::format("task {:x} probed {} bytes, tag {}, from task {:x} and did not receive them",
                                    self_.value, info.size_bytes, info.tag.value, info.source.value));
}

// Keeps one receive for anything posted in each context.
void simulated_task::drain() {
    for (std::uint32_t context = 0; context < contexts; ++context) {
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
            if (p.op.what == detail::operation::kind::receive && p.tied())
                book_->receive_matched(p.number, clock_->steps());
            if (!p.op.done) continue;
            again |= settle(p);
            pending_.erase(pending_.begin() + static_cast<std::ptrdiff_t>(i--));
        }
        if (again) drain();
    }
    check_unexpected();
    if (closing_ && engine_.all_sent() && network_->delivered(self_)) network_->leave(self_);
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

void simulated_task::close() {
    if (gone() || closing_) return;
    closing_ = true;
    network_->begin_to_leave(self_);
    for (auto& p : pending_)
        if (p->op.what == detail::operation::kind::receive && !p->op.done) withdraw(*p);
    std::erase_if(pending_,
                  [](const auto& p) { return p->op.what == detail::operation::kind::receive && !p->op.done; });
    engine_.close();
    attend();
    if (!gone()) network_->serve(self_);
}

void simulated_task::check_at_rest() const {
    for (const auto& memory : graves_)
        if (std::any_of(memory.begin(), memory.end(), [](std::byte b) { return b != grave_soil; }))
            throw violation(fmt::format("task {:x}: memory was written after its operation had ended", self_.value));
    if (gone() || closing_ || engine_.unexpected_bytes() == 0) return;
    throw violation(fmt::format("task {:x} received all there was and still holds {} unexpected bytes", self_.value,
                                engine_.unexpected_bytes()));
}

}  // namespace banyan::net::simulation
