#include "network.hpp"

#include <fmt/format.h>

#include <array>
#include <numeric>

namespace banyan::net::simulation {
namespace {

constexpr nanoseconds most_stall = 100'000'000;
constexpr std::uint64_t writes_per_stall = 100;
constexpr std::uint64_t moments_per_fault = 5;

std::pair<task_id, task_id> ordered(task_id a, task_id b) {
    return std::minmax(a, b);
}

std::size_t total(std::span<const iovec> regions) {
    return std::accumulate(regions.begin(), regions.end(), std::size_t{0},
                           [](std::size_t sum, const iovec& region) { return sum + region.iov_len; });
}

}  // namespace

network::network(virtual_clock& clock, dice& random, const scenario& world, std::function<void(task_id)> touched)
    : clock_(&clock),
      random_(&random),
      world_(&world),
      touched_(std::move(touched)),
      faults_left_(world.traffic_faults) {}

void network::join(task_id task, detail::protocol& protocol, bool slow_reader) {
    places_.emplace(task, place{&protocol, slow_reader, {}});
}

// Lets the program handle what has arrived, then sends the answers of protocol and program.
void network::touch(task_id task) {
    touched_(task);
    if (!left_.contains(task)) serve(task);
}

void network::serve(task_id task) {
    place& here = places_.at(task);
    here.protocol->connect_wanted([&](task_id peer) { connect(task, peer); });
    for (auto& [peer, e] : here.ends)
        want_write(task, e);
}

// Often one byte, so that the stream is cut at every position.
std::size_t network::piece(std::size_t most) {
    return random_->one_in(6) ? 1 : random_->between(1, std::min(most, world_->most_piece_bytes));
}

// One or both sides can ask for a connection. There is only one connection, and the two sides learn of it at different
// times.
void network::connect(task_id from, task_id to) {
    if (broken_.contains(ordered(from, to)) || left_.contains(to))
        return tell_lost_later(from, to, errc::connect_failed, "no connection can be made");
    if (!linked_.insert(ordered(from, to)).second) return;
    const auto forth = std::make_shared<pipe>(random_->between(1, world_->most_pipe_bytes));
    const auto back = std::make_shared<pipe>(random_->between(1, world_->most_pipe_bytes));
    places_.at(from).ends.emplace(to, end{to, back, forth});
    places_.at(to).ends.emplace(from, end{from, forth, back});
    clock_->after(2 * delay(), [=, this] { bring_up(from, to); });
    clock_->after(3 * delay(), [=, this] { bring_up(to, from); });
}

void network::bring_up(task_id task, task_id peer) {
    if (left_.contains(task)) return;
    end& e = end_of(task, peer);
    e.up = true;
    if (told_.contains({task, peer})) return;
    places_.at(task).protocol->peer_up(peer, places_.at(peer).protocol->credit_window_bytes());
    want_read(task, e);
    touch(task);
}

void network::tell_lost(task_id task, task_id peer, errc why, const std::string& text) {
    if (left_.contains(task) || !told_.insert({task, peer}).second) return;
    if (const auto found = places_.at(task).ends.find(peer); found != places_.at(task).ends.end()) {
        found->second.lost = true;
        found->second.in->cut(0);
        found->second.out->cut(found->second.out->size());
        want_read(peer, end_of(peer, task));
    }
    places_.at(task).protocol->peer_lost(peer, why, text);
    touch(task);
}

void network::tell_lost_later(task_id task, task_id peer, errc why, const std::string& text) {
    clock_->after(delay(), [=, this] { tell_lost(task, peer, why, text); });
}

void network::cut(task_id a, task_id b) {
    broken_.insert(ordered(a, b));
    if (!linked_.contains(ordered(a, b))) return;
    for (const auto& [here, there] : {std::pair(a, b), std::pair(b, a)}) {
        const end& e = end_of(here, there);
        e.out->cut(random_->below(e.out->size() + 1));
        want_read(there, end_of(there, here));
    }
}

void network::end_task(task_id task, bool in_order) {
    left_.insert(task);
    for (auto& [peer, there] : places_) {
        if (peer == task) continue;
        if (!linked_.contains(ordered(task, peer))) {
            tell_lost_later(peer, task, errc::peer_lost, fmt::format("task {:x} has ended", task.value));
        } else if (in_order) {
            end& e = end_of(task, peer);
            e.out->cut(e.out->size());
            e.in->cut(0);
            want_read(peer, end_of(peer, task));
        } else {
            cut(task, peer);
        }
    }
}

void network::crash(task_id task) {
    crashed_.insert(task);
    end_task(task, false);
}

void network::leave(task_id task) {
    end_task(task, true);
}

bool network::delivered(task_id task) const {
    const auto& ends = places_.at(task).ends;
    return std::all_of(ends.begin(), ends.end(), [](const auto& entry) {
        return entry.second.lost || entry.second.out->ended() || entry.second.out->empty();
    });
}

bool network::told(task_id task, task_id peer) const {
    return told_.contains({task, peer});
}

bool network::alone(task_id task) const {
    return std::all_of(places_.begin(), places_.end(),
                       [&](const auto& entry) { return entry.first == task || told(task, entry.first); });
}

bool network::stopped(task_id task, task_id peer) const {
    return broken_.contains(ordered(task, peer)) || left_.contains(peer) || left_.contains(task);
}

circumstances network::facts() const {
    return {.broken = [this](task_id a, task_id b) { return broken_.contains(ordered(a, b)); },
            .left = [this](task_id task) { return left_.contains(task); },
            .leaving = [this](task_id task) { return left_.contains(task) || leaving_.contains(task); },
            .crashed = [this](task_id task) { return crashed_.contains(task); },
            .told = [this](task_id task, task_id peer) { return told(task, peer); },
            .alone = [this](task_id task) { return alone(task); }};
}

void network::want_write(task_id task, end& e) {
    if (!e.up || e.lost || e.writing || e.out->ended() || e.out->room() == 0) return;
    if (!places_.at(task).protocol->stream(e.peer).wants_write()) return;
    e.writing = true;
    clock_->after(random_->below(1000), [this, task, peer = e.peer] { write(task, peer); });
}

void network::write(task_id task, task_id peer) {
    end& e = end_of(task, peer);
    e.writing = false;
    if (left_.contains(task) || e.lost || e.out->ended()) return;
    std::array<iovec, 16> views;
    auto& frames = places_.at(task).protocol->stream(peer);
    const auto regions = std::span(views).first(frames.write_regions(std::span(views).first(random_->between(2, 16))));
    const std::size_t most = std::min(total(regions), e.out->room());
    if (most == 0) return;
    const std::size_t count = piece(most);
    const nanoseconds stall = random_->one_in(writes_per_stall) ? random_->below(most_stall) : 0;
    e.out->write(regions, count, clock_->now() + delay() + stall);
    frames.bytes_written(count);
    want_write(task, e);
    want_read(peer, end_of(peer, task));
    touch(task);
    break_now_and_then(task, peer);
}

// Called during traffic, so that bytes are under way.
void network::break_now_and_then(task_id task, task_id peer) {
    if (!random_->one_in(world_->writes_per_fault) || !take_fault() || left_.contains(task)) return;
    random_->one_in(4) ? crash(task) : cut(task, peer);
}

void network::maybe_cut(task_id task, task_id peer) {
    if (task != peer && random_->one_in(moments_per_fault) && take_fault()) cut(task, peer);
}

bool network::take_fault() {
    return faults_left_ > 0 && faults_left_-- > 0;
}

void network::want_read(task_id task, end& e) {
    if (!e.up || e.lost || e.reading || (e.in->empty() && !e.in->ended())) return;
    e.reading = true;
    const nanoseconds arrival = e.in->empty() ? 0 : e.in->next_arrival();
    const nanoseconds away = arrival > clock_->now() ? arrival - clock_->now() : 0;
    const nanoseconds laziness = places_.at(task).slow_reader ? random_->below(100 * world_->most_latency) : 0;
    clock_->after(away + random_->below(1000) + laziness, [this, task, peer = e.peer] { read(task, peer); });
}

void network::read(task_id task, task_id peer) {
    end& e = end_of(task, peer);
    e.reading = false;
    if (left_.contains(task) || e.lost) return;
    if (e.in->empty() && e.in->ended())
        return tell_lost(task, peer, errc::peer_lost, fmt::format("task {:x} is gone", peer.value));
    if (const std::size_t arrived = e.in->arrived(clock_->now()); arrived > 0) {
        std::array<iovec, 2> views;
        auto& frames = places_.at(task).protocol->stream(peer);
        const auto regions = std::span(views).first(frames.read_regions(views));
        std::size_t most = std::min(total(regions), arrived);
        if (world_->one_frame_a_read)
            most = std::min<std::size_t>(
                most, frames.payload_left_bytes() > 0 ? frames.payload_left_bytes() : wire::header_bytes);
        const std::size_t count = piece(most);
        e.in->read(regions, count);
        frames.bytes_read(count);
        if (!left_.contains(peer)) touch(peer);  // the pipe has room again, or its last byte is delivered
        touch(task);
    }
    want_read(task, e);
}

}  // namespace banyan::net::simulation
