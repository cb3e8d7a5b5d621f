// The actions of the random program of a task.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "simulated_task.hpp"

namespace banyan::net::simulation {
namespace {

constexpr std::size_t owned = std::size_t{1} << 30;  // room of a receive that owns its payload
constexpr std::size_t short_bytes = 1024;            // as in the mailbox: such sends can be completed from a copy

// Cuts memory into up to five pieces. Some of them are empty.
template <class Byte>
std::vector<std::span<Byte>> in_pieces(std::span<Byte> whole, dice& random) {
    std::vector<std::span<Byte>> pieces;
    for (std::size_t cuts = random.between(1, 4); cuts > 0; --cuts) {
        const auto piece = whole.first(random.one_in(4) ? 0 : random.below(whole.size() + 1));
        pieces.push_back(piece);
        whole = whole.subspan(piece.size());
    }
    pieces.push_back(whole);
    return pieces;
}

template <class List, class Predicate>
std::size_t total(const List& copies, Predicate counts) {
    return std::accumulate(copies.begin(), copies.end(), std::size_t{0},
                           [&](std::size_t sum, const auto& c) { return sum + (counts(c) ? c.size_bytes : 0); });
}

}  // namespace

// Half of the sizes are close to limits of the protocol.
std::size_t simulated_task::any_size() {
    const std::uint64_t window_half = protocol_.credit_window_bytes() / 2 - detail::message_overhead_bytes;
    switch (random_->below(8)) {
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
    selector from{any_source, any_tag, context_id{static_cast<std::uint32_t>(random_->below(world_->contexts))}};
    if (random_->one_in(2)) from.source = any_task();
    if (random_->one_in(2)) from.tag = tag{static_cast<int>(random_->below(world_->tags))};
    return from;
}

destination simulated_task::any_destination() {
    const task_id first = any_task();
    return {first == self_ ? any_task() : first, tag{static_cast<int>(random_->below(world_->tags))},
            context_id{static_cast<std::uint32_t>(random_->below(world_->contexts))}};
}

// Sends one message, or several at once that may use up the credit.
void simulated_task::send() {
    destination to = any_destination();
    for (std::size_t count = random_->one_in(4) ? random_->between(2, 10) : 1; count > 0; --count) {
        to.tag = tag{static_cast<int>(random_->below(world_->tags))};
        send_to(to, any_size());
    }
}

void simulated_task::send_to(const destination& to, std::size_t size) {
    while (book_->ambiguous(self_, to, size))
        ++size;
    auto& p = *pending_.emplace_back(std::make_unique<pending>());
    const bool at_once = random_->one_in(6);
    p.op.held = !at_once && random_->one_in(2);
    p.number = book_->enter_send(self_, to, size, p.op.held);
    p.memory = book_->content(p.number);
    p.op.what = detail::operation::kind::send;
    p.op.to = to;
    const std::span<const std::byte> whole(p.memory);
    if (random_->one_in(4)) p.sent_pieces = in_pieces(whole, *random_);
    p.op.payload = p.sent_pieces.empty() ? const_regions(whole) : const_regions(p.sent_pieces);
    p.op.may_copy = size <= short_bytes && random_->one_in(2);
    at_once ? try_send(p) : protocol_.start(p.op);
}

// Sends the whole message at once, or nothing.
void simulated_task::try_send(pending& p) {
    const bool room = protocol_.has_room(p.op);
    if (!room) {
        const std::size_t most = most_copied();
        const bool to_itself = p.op.to.task == self_;
        if (knows_revocation_ && p.op.to.context == revocable_group)
            throw violation(fmt::format("task {:x}: no room instead of the error of a revoked group", self_.value));
        if (!to_itself && (most == 0 || most + cost_of(p) <= world_->limits.send_buffer_bytes))
            throw violation(fmt::format("task {:x}: no room for {} bytes beside {}", self_.value, cost_of(p), most));
        book_->send_cancelled(p.number);
        retire(std::move(p.memory));
        return forget(p);
    }
    protocol_.start(p.op);
    if (p.op.done) return;
    protocol_.keep(p.op, {});
    note_copy(p);
}

void simulated_task::receive() {
    const std::size_t room = random_->one_in(6) ? random_->between(16, 1000) : 2 * world_->most_message_bytes;
    receive_from(any_selector(), room, random_->one_in(3), false);
}

simulated_task::pending& simulated_task::receive_from(const selector& from, std::size_t room, bool owner,
                                                      bool draining) {
    auto& p = new_receive(book_->enter_receive(self_, from, owner ? owned : room, clock_->steps()), from, room, owner);
    p.draining = draining;
    if (const auto* found = protocol_.find(from)) p.found = found->info;
    protocol_.start(p.op);
    return p;
}

simulated_task::pending& simulated_task::new_receive(std::size_t number, const selector& from, std::size_t room,
                                                     bool owner) {
    auto& p = *pending_.emplace_back(std::make_unique<pending>());
    p.number = number;
    p.op.what = detail::operation::kind::receive;
    p.op.from = from;
    if (owner) {
        p.op.owner = &p.memory;
        return p;
    }
    p.memory.resize(room);
    if (random_->one_in(4)) p.pieces = in_pieces(std::span(p.memory), *random_);
    p.op.buffer = p.pieces.empty() ? regions(std::span(p.memory)) : regions(p.pieces);
    return p;
}

void simulated_task::meddle_with_one() {
    if (pending_.empty()) return;
    pending& p = *pending_[random_->below(pending_.size())];
    if (p.op.done) return;
    if (p.op.what == detail::operation::kind::send)
        meddle_with_send(p);
    else if (p.claimed || random_->one_in(2))
        withdraw(p);
    else
        cancel(p);
}

void simulated_task::meddle_with_send(pending& p) {
    const bool distinct = p.memory.size() >= ledger::distinct_bytes;  // shorter messages cannot be distinguished
    const auto choice = distinct ? random_->below(4) : 3;
    if (choice == 0) return withdraw(p);
    if (choice == 1) return cancel(p);
    if (choice == 2) return detach(p);
    detach_all();
}

// Like a program that waits for one send after the other.
void simulated_task::detach_all() {
    for (const auto& p : pending_)
        if (p->op.what == detail::operation::kind::send && !p->op.done) detach(*p);
}

// Removes an operation that has ended without a result.
void simulated_task::forget(const pending& p) {
    std::erase_if(pending_, [&](const auto& one) { return one.get() == &p; });
}

void simulated_task::withdraw(pending& p) {
    const bool sends = p.op.what == detail::operation::kind::send;
    if (!sends && p.op.arriving) {
        book_->receive_matched(p.number, clock_->steps(), p.op.arriving->info);
        extra_unexpected_ += p.op.arriving->info.size_bytes;
    }
    const auto expected = expect_kept(p);
    const std::size_t used = protocol_.send_buffer_used();
    protocol_.withdraw(p.op);
    note_kept(p, used, expected);
    if (p.claimed)
        claims_.push_back(*p.claimed);
    else
        sends ? book_->send_withdrawn(p.number) : book_->receive_withdrawn(p.number, clock_->steps());
    retire(std::move(p.memory));
    forget(p);
}

void simulated_task::cancel(pending& p) {
    const bool sends = p.op.what == detail::operation::kind::send;
    if (!sends && p.op.arriving) {
        book_->receive_matched(p.number, clock_->steps(), p.op.arriving->info);
        extra_unexpected_ += p.op.arriving->info.size_bytes;
    }
    const auto expected = expect_kept(p);
    const std::size_t used = protocol_.send_buffer_used();
    const bool cancelled = protocol_.cancel(p.op);
    note_kept(p, used, expected);
    if (!p.op.done || (cancelled ? !p.op.failure || p.op.failure->which() != errc::cancelled : !!p.op.failure))
        throw violation(fmt::format("task {:x}: cancel did not end its operation as it said", self_.value));
    if (!cancelled) return;  // the send was already done
    sends ? book_->send_cancelled(p.number) : book_->receive_withdrawn(p.number, clock_->steps());
    retire(std::move(p.memory));
    forget(p);
}

// There is room for a copy unless other copies may fill the send buffer. A request without credit must send its
// rendezvous request first.
void simulated_task::detach(pending& p) {
    const std::size_t most = most_copied();
    const detail::outgoing* message = p.op.sending;
    const bool cleared = message && message->where == detail::outgoing::stage::leaving && message->token != 0;
    if (protocol_.detach(p.op)) {
        if (cleared) throw violation(fmt::format("task {:x} copied what its receiver takes", self_.value));
        return note_copy(p);
    }
    if (cleared || protocol_.awaits_rendezvous(p.op)) return;
    if (most == 0 || most + cost_of(p) <= world_->limits.send_buffer_bytes)
        throw violation(fmt::format("task {:x}: no room for {} bytes beside {}", self_.value, cost_of(p), most));
}

std::size_t simulated_task::cost_of(const pending& p) {
    return p.op.payload.size_bytes() + detail::message_overhead_bytes;
}

// A rendezvous message of no bytes arrives before its sender is informed.
bool simulated_task::may_await_clear_to_send(const copied& c) {
    if (c.size_bytes > detail::message_overhead_bytes || c.to == self_) return false;
    const auto& rendezvous = protocol_.channels().find(c.to)->rendezvous;
    return std::any_of(rendezvous.begin(), rendezvous.end(),
                       [](const auto& entry) { return entry.second->payload.size_bytes() == 0; });
}

// True if the protocol has dropped the copy because its group is revoked. A copy of which a part has been written is
// kept until all of it has been written.
bool simulated_task::was_dropped(const copied& c) const {
    if (!knows_revocation_ || c.context != revocable_group) return false;
    const auto* to = protocol_.channels().find(c.to);
    return !to || to->where != detail::channel::state::up || !to->stream.wants_write();
}

// The largest possible content of the send buffer, in bytes.
std::size_t simulated_task::most_copied() {
    std::erase_if(copies_, [&](const copied& c) {
        return (book_->arrived(c.number) && !may_await_clear_to_send(c)) ||
               protocol_.channels().state_of(c.to) == detail::channel::state::lost || was_dropped(c);
    });
    return total(copies_, [](const copied&) { return true; });
}

// A new copy must have found room in addition to the copies that are certainly in the send buffer: those whose peers
// are not connected yet.
void simulated_task::note_copy(const pending& p) {
    const auto waits = [&](task_id to) { return protocol_.channels().state_of(to) == detail::channel::state::wanted; };
    const std::size_t least = total(copies_, [&](const copied& c) { return waits(c.to); });
    copies_.push_back({p.number, p.op.to.task, p.op.to.context, cost_of(p)});
    if (waits(p.op.to.task) && least > 0 && least + cost_of(p) > world_->limits.send_buffer_bytes)
        throw violation(fmt::format("task {:x}: {} bytes were copied beside {}", self_.value, cost_of(p), least));
}

// It is known whether a rendezvous send continues from a copy. It is not known for a send that is leaving.
std::optional<bool> simulated_task::expect_kept(const pending& p) const {
    const std::size_t used = protocol_.send_buffer_used();
    if (!p.op.sending || p.op.sending->where != detail::outgoing::stage::rendezvous || p.op.payload.size_bytes() == 0)
        return std::nullopt;
    return used == 0 || used + cost_of(p) <= world_->limits.send_buffer_bytes;
}

void simulated_task::note_kept(const pending& p, std::size_t used_before, std::optional<bool> expected) {
    const bool kept = protocol_.send_buffer_used() > used_before;
    if (kept) copies_.push_back({p.number, p.op.to.task, p.op.to.context, cost_of(p)});
    if (expected && *expected != kept)
        throw violation(fmt::format("task {:x} {} {} bytes beside {} in its send buffer", self_.value,
                                    kept ? "kept" : "did not keep", cost_of(p), used_before));
}

// Probes, pulls or claims waiting messages. Receives or puts back claimed ones.
void simulated_task::look() {
    if (!claims_.empty() && random_->one_in(3)) return end_claim();
    selector from = any_selector();
    if (!protocol_.find(from)) from = {any_source, any_tag, from.context};
    const detail::incoming* found = protocol_.find(from);
    if (!found) return;
    if (found->info.size_bytes < ledger::distinct_bytes || random_->one_in(3)) return probe(from, *found);
    const std::size_t before = claims_.size();
    do {  // claims one message or several
        make_claim(from, *found);
        found = protocol_.find(from);
    } while (found && found->info.size_bytes >= ledger::distinct_bytes && (greedy_ || random_->one_in(2)));
    if (claims_.size() > before + 1 && random_->one_in(2)) drop_claim(before);
    network_->maybe_cut(self_, claims_.back().info.source);
}

// If the probed message is complete, a receive of its source and tag must take it at once, into a buffer of exactly its
// size.
void simulated_task::probe(const selector& from, const detail::incoming& found) {
    const message_info info = found.info;
    const bool whole = found.where == detail::incoming::stage::complete;
    if (!whole && !found.sender && random_->one_in(2)) {
        protocol_.pull(from);
        extra_unexpected_ += info.size_bytes;
        return network_->maybe_cut(self_, info.source);
    }
    const auto& op = receive_from({info.source, info.tag, from.context}, info.size_bytes, false, false).op;
    if (whole && (!op.done || op.failure || op.info.size_bytes != info.size_bytes))
        throw violation(fmt::format("task {:x} probed {} bytes, tag {}, from task {:x} and did not receive them",
                                    self_.value, info.size_bytes, info.tag.value, info.source.value));
}

// In the ledger, a claim is a receive that is matched with its message at once.
void simulated_task::make_claim(const selector& from, const detail::incoming& found) {
    const message_info info = found.info;
    const auto number = book_->enter_receive(self_, {info.source, info.tag, from.context}, 0, clock_->steps());
    book_->receive_matched(number, clock_->steps(), info);
    claims_.push_back({protocol_.claim(from), info, number});
    if (claims_.back().message != &found)
        throw violation(fmt::format("task {:x} claimed another message than it found", self_.value));
}

void simulated_task::end_claim() {
    const std::size_t chosen = random_->below(claims_.size());
    if (!random_->one_in(greedy_ ? 4 : 2)) return drop_claim(chosen);
    const claim held = claims_[chosen];
    claims_.erase(claims_.begin() + static_cast<std::ptrdiff_t>(chosen));
    receive_claimed(held);
}

// Claims of later messages are kept.
void simulated_task::drop_claim(std::size_t index) {
    const claim held = claims_[index];
    claims_.erase(claims_.begin() + static_cast<std::ptrdiff_t>(index));
    put_back(held);
}

void simulated_task::put_back(const claim& held) {
    book_->receive_withdrawn(held.number, clock_->steps());
    protocol_.put_back(*held.message);
    if (!claims_.empty()) network_->maybe_cut(self_, held.info.source);  // its later messages can still be claimed
}

void simulated_task::receive_claimed(const claim& held) {
    const bool owner = random_->one_in(3);
    const std::size_t size = held.info.size_bytes;
    const std::size_t room = random_->one_in(4) ? random_->below(size) : size + random_->below(2);
    book_->set_room(held.number, owner ? owned : room);
    auto& p = new_receive(held.number, {held.info.source, held.info.tag, held.message->context}, room, owner);
    p.claimed = held;
    protocol_.start(p.op, *held.message);
    if (!p.op.done) network_->maybe_cut(self_, held.info.source);
}

}  // namespace banyan::net::simulation
