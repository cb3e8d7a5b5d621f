#include "libnet/runtime/postbox.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cstring>
#include <new>

namespace banyan::net::detail {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t most_copied_bytes = 8u << 10;  // to stand behind their header and leave as one region
constexpr std::size_t few_links = 4;                 // read without asking the reactor first
constexpr unsigned looks_per_poll = 256;    // weight of the looks at the links between two questions to the reactor
constexpr unsigned calls_per_look = 16;     // calls done at once between looks at the links
constexpr unsigned looks_per_clock = 64;    // while messages lack credit
constexpr auto patience_for_credit = 10ms;  // a receiver that takes messages returns some far more often
constexpr std::chrono::seconds last_bytes{
    1};                                    // how long bytes of a dead task may travel before its link counts as ended
constexpr std::size_t most_pieces = 1024;  // per system call: IOV_MAX of Linux

}  // namespace

postbox::postbox(task_id self, const mailbox_options& options, std::size_t peers, bool crowded)
    : self_(self),
      made_in_(fork_count),
      options_(options),
      spin_(crowded ? std::chrono::microseconds{0} : options.spin),
      protocol_(self, {options.unexpected_cap_bytes, options.send_buffer_bytes, options.eager_limit_bytes, peers},
                [this](task_id task) { return name(task); }),
      pieces_(most_pieces) {
    watch_forks();
}

// The threads end first, each without the lock: they use everything else.
postbox::~postbox() {
    late_.stop();
    if (driver_) driver_->stop();
}

void postbox::use_members(const std::vector<member>& members) {
    int rank = 0;
    for (const auto& m : members)
        names_.emplace(m.task, fmt::format("rank {} (task {:x}){}", rank++, m.task.value,
                                           m.host.empty() ? "" : " on host " + m.host));
}

std::string postbox::name(task_id task) const {
    const auto found = names_.find(task);
    return found == names_.end() ? fmt::format("task {:x}", task.value) : found->second;
}

void postbox::start(operation& op) {
    expect_member(op.what == operation::kind::send ? op.to.task : op.from.source.value_or(self_));
    try {
        start_now(op);
    } catch (...) {  // no memory: the caller will not keep the operation
        withdraw(op);
        throw;
    }
}

void postbox::start_now(operation& op) {
    op.may_copy = op.what == operation::kind::send && op.payload.size_bytes() <= most_copied_bytes;
    protocol_.start(op);
    if (op.done && op.what == operation::kind::receive) look_beyond(op);
    if (protocol_.wants_connection()) connect_wanted();
    const bool held = hold_back(op);
    if (!held) flush_all();
    if (held || (full_ && op.may_copy)) flush_later();
}

void postbox::expect_member(task_id other) const {
    if (protocol_.knows(other) || names_.empty() || names_.contains(other)) return;
    throw error(errc::unknown_task,
                fmt::format("task {:x} is not one of the {} tasks of this run", other.value, names_.size()), other);
}

void postbox::start(operation& receive, incoming& claimed) {
    try {
        protocol_.start(receive, claimed);
        if (receive.done) look_beyond(receive);
        flush_all();
    } catch (...) {
        withdraw(receive);
        throw;
    }
}

// A receive was done at once: there may be peers whose messages it would not have waited for.
void postbox::look_beyond(const operation& taken) {
    if (connections_.size() > 1 || taken.info.source == self_) look_now_and_then();
}

void postbox::look_now_and_then() {
    if (++unlooked_ >= calls_per_look) progress();
}

bool postbox::progress(look_weight weight) {
    unlooked_ = 0;
    looks_ += weight;
    const bool few = connections_.size() <= few_links;
    if (!sleep_.asleep() && (looks_ >= looks_per_poll || driver_->busy() || !few)) {
        looks_ = 0;
        if (!few) driver_->arm();
        driver_->poll();
    }
    bool moved_any = false;
    for (std::size_t i = 0; i < connections_.size(); ++i) {  // links may be added meanwhile, never removed
        connection& c = *connections_[i];
        if ((few || c.ready) && !c.ended) moved_any |= weight == by_itself ? receive_all(c) : receive(c);
    }
    if (protocol_.has_stuck() && ++stuck_looks_ >= looks_per_clock) request_to_send_stuck();
    if (protocol_.has_output()) moved_any |= flush_all();
    if (next_burial_.passed()) bury_overdue();
    moved_any |= !ended_.empty();
    if (protocol_.wants_connection()) connect_wanted();
    if (!sleep_.asleep() && !ended_.empty()) drop_ended();
    return moved_any;
}

// A program that looks seldom finds all of a message that has arrived: a stream reads the start of a frame and its
// rest in several calls.
bool postbox::receive_all(connection& from) {
    constexpr int most_reads = 64;  // other links wait
    const bool moved_any = receive(from);
    for (int more = 1; more < most_reads && !from.ended && !from.frames->between_frames(); ++more)
        if (!receive(from)) break;
    return moved_any;
}

// For messages whose credit does not come back while their receiver may wait for others.
void postbox::request_to_send_stuck() {
    stuck_looks_ = 0;
    const auto now = deadline::clock::now();
    if (now < next_rendezvous_) return;
    next_rendezvous_ = now + patience_for_credit;
    protocol_.request_to_send_stuck();
}

bool postbox::receive(connection& from) {
    const std::size_t used = from.frames->read_regions(pieces_);
    const moved result = from.bytes->read(std::span(pieces_).first(used));
    from.ready = result.what == moved::state::some;
    try {
        return take(from, result);
    } catch (const std::bad_alloc&) {  // not even for the news that the link has ended
        cut_short_of_memory(from.peer);
        return true;
    }
}

// What a read has brought: bytes, or the end.
bool postbox::take(connection& from, const moved& result) {
    try {
        if (result.what == moved::state::some) {
            from.frames->bytes_read(result.bytes);
            return true;
        }
    } catch (const error& refused) {
        const bool shortage = refused.which() == errc::resource_limit;
        end(from.peer, shortage ? errc::resource_limit : errc::protocol_violation,
            fmt::format("{} sent what {}: {}", name(from.peer), shortage ? "this task cannot keep" : "it must not",
                        refused.what()));
        return true;
    } catch (const std::bad_alloc&) {  // parsed in part: what follows would not be understood
        end(from.peer, errc::resource_limit,
            fmt::format("{} sent what this task cannot keep: there is no memory for its record", name(from.peer)));
        return true;
    }
    if (result.what == moved::state::forged)
        end(from.peer, errc::authentication_failed,
            name(from.peer) + " is given up: its connection brought bytes that were changed or inserted on the way");
    else if (result.what == moved::state::ended || result.what == moved::state::broken)
        end(from.peer, errc::peer_lost, end_of(from, result));
    return result.what != moved::state::would_block;
}

// Why a link has ended, in words.
std::string postbox::end_of(const connection& c, const moved& last) const {
    if (!c.obituary.empty()) return c.obituary;
    if (last.what == moved::state::broken)
        return fmt::format("{} is gone: {}", name(c.peer), std::strerror(last.error_number));
    if (!c.frames->between_frames()) return name(c.peer) + " is gone: its connection ended inside a message";
    if (protocol_.peer_said_goodbye(c.peer)) return name(c.peer) + " has ended";
    return name(c.peer) + " is gone: it closed its connection without a goodbye";
}

bool postbox::flush(connection& to) {
    bool moved_any = false;
    while (to.frames->wants_write() && !to.write_broken && !to.ended) {
        const std::size_t used = to.frames->write_regions(pieces_);
        const moved result = to.bytes->write(std::span(pieces_).first(used));
        to.frames->set_begun(to.bytes->holds_back());
        if (result.what == moved::state::some) {
            to.frames->bytes_written(result.bytes);
            moved_any = true;
            continue;
        }
        to.write_broken = result.what == moved::state::broken;  // its last words are read before it counts as lost
        to.ready |= to.write_broken;
        full_ |= !to.write_broken;
        break;
    }
    return moved_any;
}

bool postbox::flush_all() {
    gathered_.flushed();
    full_ = false;
    bool moved_any = false;
    protocol_.write_out([&](channel& to) {
        if (connection* linked = connection_to(to.peer)) moved_any |= flush(*linked);
    });
    return moved_any;
}

// Programs talk to one peer several times in a row: the last answer is kept.
postbox::connection* postbox::connection_to(task_id peer) {
    if (recent_ && recent_->peer == peer) return recent_;
    const auto found = by_peer_.find(peer);
    return found == by_peer_.end() ? nullptr : recent_ = found->second;
}

void postbox::connect_wanted() {
    protocol_.connect_wanted([this](task_id peer) { driver_->connect(peer); });
}

void postbox::close(std::chrono::milliseconds linger) noexcept {
    const std::lock_guard held(*this);
    closing_ = true;
    try {
        deliver(linger);
    } catch (const std::exception&) {  // no memory for it
    }
    try {
        for (auto& c : connections_)
            driver_->forget(c->peer, errc::closed);
    } catch (const std::exception&) {  // they end with the driver
    }
    recent_ = nullptr;
    by_peer_.clear();
    connections_.clear();
}

void postbox::deliver(std::chrono::milliseconds linger) {
    protocol_.close();
    protocol_.end_sending();
    const auto finished = [&] { return protocol_.all_sent() && all_delivered(); };
    const deadline until(linger);
    const auto untold = [&] {  // no memory, be it for the news of a link's end: what it carried never leaves
        return std::any_of(connections_.begin(), connections_.end(), [](const auto& c) { return c->untold; });
    };
    while (!until.passed() && !wait_until([&] { return protocol_.all_sent() || untold(); }, until)) {
    }
    while (!finished() && !untold() &&
           !until.passed()) {  // the system does not tell when the last byte is acknowledged: look often
        progress();
        sleep_in_driver(deadline(std::min(until.when(), deadline::clock::now() + std::chrono::milliseconds(1))));
    }
}

bool postbox::all_delivered() {
    return std::all_of(connections_.begin(), connections_.end(),
                       [](const auto& c) { return c->write_broken || c->bytes->delivered(); });
}

bool postbox::on_link(task_id peer, std::shared_ptr<link> made, std::uint64_t its_window_bytes) {
    if (protocol_.peer_state(peer) == channel::state::lost) return false;
    connections_.push_back(std::make_unique<connection>(connection{peer, std::move(made), &protocol_.stream(peer)}));
    by_peer_[peer] = recent_ = connections_.back().get();
    protocol_.peer_up(peer, its_window_bytes);
    if (auto early = unlinked_losses_.extract(peer))
        mourn(*connections_.back(), std::move(early.mapped().obituary), early.mapped().bury_at);
    return true;
}

void postbox::on_connect_failed(task_id peer, const error& why) {
    const std::string text = fmt::format("cannot reach {}: {}", name(peer), why.what());
    end(peer, why.which(), text);
    if (on_give_up_) on_give_up_(peer, why.which(), text);
}

void postbox::on_ready(task_id peer) {
    if (connection* linked = connection_to(peer)) linked->ready = true;
}

void postbox::on_wake() {
    while (losses_) {
        if (!news_) news_ = losses_();
        if (!news_) return;
        learn_of(*news_);  // may throw: then it is still news
        news_.reset();
    }
}

// What the program has handed over leaves by a new link at once, and a peer is given up at once, although the program
// computes. A leader that sleeps wakes: it has links to watch, or to drop, or an earlier time to look.
void postbox::serve(const std::function<void()>& deliver) {
    const std::lock_guard held(*this);
    deliver();
    flush_all();
    served_ = true;
    if (sleep_.asleep()) return;
    if (protocol_.wants_connection()) connect_wanted();
    if (!ended_.empty()) drop_ended();
}

// What the task sent before is read first, also where the news comes before the link.
void postbox::learn_of(const loss& lost) {
    if (lost.link_only) return end(lost.task, errc::peer_lost, lost.text);  // it never had a link to send by
    if (!lost.orderly)
        deaths_.push_back(
            {error(lost.host_lost ? errc::host_lost : errc::peer_lost, lost.text, lost.task), deadline::clock::now()});
    connection* linked = connection_to(lost.task);
    if (lost.host_lost) {
        end(lost.task, errc::host_lost, lost.text);
    } else if (linked) {
        mourn(*linked, lost.text, deadline(last_bytes));
    } else if (driver_->link_under_way(lost.task)) {
        unlinked_losses_.emplace(lost.task, unlinked_loss{lost.text, deadline(last_bytes)});
        next_burial_ = deadline(0s);
    } else {
        end(lost.task, errc::peer_lost, lost.text);
    }
}

const postbox::death* postbox::death_among(std::span<const task_id> tasks) const {
    const auto found = std::find_if(deaths_.begin(), deaths_.end(), [&](const death& one) {
        return std::find(tasks.begin(), tasks.end(), one.what.peer()) != tasks.end();
    });
    return found == deaths_.end() ? nullptr : &*found;
}

void postbox::mourn(connection& c, std::string obituary, deadline bury_at) {
    c.obituary = std::move(obituary);
    c.bury_at = bury_at;
    next_burial_ = deadline(std::min(next_burial_.when(), bury_at.when()));
}

// Ends the links of dead tasks that do not end by themselves: a child of the task may have inherited the socket. What
// such a task has sent is all read before, also by a program that looks seldom.
void postbox::bury_overdue() {
    next_burial_ = {};
    for (const auto& c : connections_) {
        if (std::exchange(c->untold, false)) cut_short_of_memory(c->peer);
        if (c->obituary.empty() || c->ended) continue;
        const bool quiet = c->bury_at.passed() && !receive(*c);
        if (quiet && !c->ended)
            end(c->peer, errc::peer_lost, c->obituary);
        else if (!c->ended)
            next_burial_ = deadline(std::min(next_burial_.when(), c->bury_at.when()));
    }
    bury_unlinked();
}

// Ends the dead tasks without a link once none comes any more.
void postbox::bury_unlinked() {
    constexpr auto look_again = 1ms;
    std::erase_if(unlinked_losses_, [&](const auto& entry) {
        const auto& [task, lost] = entry;
        const bool hopeless = lost.bury_at.passed() || !driver_->link_under_way(task);
        if (hopeless) end(task, errc::peer_lost, lost.obituary);
        return hopeless;
    });
    if (!unlinked_losses_.empty()) next_burial_ = deadline(std::min(next_burial_.when(), deadline(look_again).when()));
}

void postbox::end(task_id peer, errc why, const std::string& text) {
    ended_.reserve(ended_.size() + 1);
    protocol_.peer_lost(peer, why, text);
    ended_.push_back({peer, why});
    if (connection* linked = connection_to(peer)) linked->ended = true;
}

void postbox::drop_ended() {
    while (!ended_.empty()) {
        const auto [peer, why] = ended_.back();
        driver_->forget(peer, why);  // may throw: then it is to be dropped still
        ended_.pop_back();
        recent_ = nullptr;
        by_peer_.erase(peer);
        std::erase_if(connections_, [gone = peer](const auto& c) { return c->peer == gone; });
    }
}

}  // namespace banyan::net::detail
