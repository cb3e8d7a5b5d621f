#include "libnet/transport/admission.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <utility>

namespace banyan::net {

// Belongs to one pool until it has been authenticated or closed.
struct admission::entry {
    peer_source from;
    std::function<void()> cut_off;
    clock::time_point hello_at{};
    pool* in = nullptr;
    std::list<entry*>::iterator at{};
};

// Connections in one state, the oldest first.
struct admission::pool {
    std::list<entry*> oldest_first;
    std::map<peer_source, std::size_t> of_source;

    [[nodiscard]] std::size_t size() const { return oldest_first.size(); }
    [[nodiscard]] std::size_t count(const peer_source& from) const {
        const auto found = of_source.find(from);
        return found == of_source.end() ? 0 : found->second;
    }
    void add(entry& one) {
        auto& counted = of_source[one.from];
        one.at = oldest_first.insert(oldest_first.end(), &one);
        ++counted;  // last, so that the counts stay correct if an allocation throws
        one.in = this;
    }
    void remove(entry& one) {
        const auto counted = of_source.find(one.from);
        if (--counted->second == 0) of_source.erase(counted);
        oldest_first.erase(one.at);
        one.in = nullptr;
    }
    // The oldest connection of the source that has most; of the new connection's source if no other has more.
    [[nodiscard]] entry& replaced_by(const peer_source& newcomer) const {
        std::size_t most = 0;
        for (const auto& [from, n] : of_source)
            most = std::max(most, n);
        const bool own = count(newcomer) == most;
        return **std::find_if(oldest_first.begin(), oldest_first.end(),
                              [&](const entry* one) { return own ? one->from == newcomer : count(one->from) == most; });
    }
    void cut_off(entry& one) {
        remove(one);
        std::exchange(one.cut_off, nullptr)();
    }
};

struct admission::lists {
    explicit lists(const admission_limits& most) : limits(most), proof_time(most.longest_proof_time) {}

    // A proof costs CPU time, so there is a limit for each window of time, for all sources and for each.
    [[nodiscard]] bool proof_left(const peer_source& from, clock::time_point now) {
        if (now - window_start >= limits.window) {
            window_start = now;
            proofs = 0;
            proofs_of.clear();
        }
        const auto own = proofs_of.find(from);
        return proofs < limits.proofs && (own == proofs_of.end() || own->second < limits.proofs_per_source);
    }
    void count_proof(const peer_source& from) {
        ++proofs;
        ++proofs_of[from];
    }
    // Connections with a hello are probably honest and waiting for a proof. If they were closed too early, many honest
    // peers on busy hosts would keep each other out.
    bool room_for_hello(const peer_source& from, clock::time_point now) {
        if (with_hello.size() < limits.with_hello) return true;
        entry& victim = with_hello.replaced_by(from);
        const bool unfair = with_hello.count(victim.from) > with_hello.count(from) + 1;
        if (!unfair && now - victim.hello_at < proof_time) return false;
        if (!unfair) proof_time = std::max<clock::duration>(limits.shortest_proof_time, proof_time / 8 * 7);
        with_hello.cut_off(victim);
        return true;
    }
    void adapt_to_proof(clock::duration took) {
        if (2 * took > proof_time) proof_time = std::min<clock::duration>(limits.longest_proof_time, 4 * took);
    }

    admission_limits limits;
    pool silent, with_hello;
    clock::duration proof_time;
    clock::time_point window_start{};
    std::size_t proofs = 0;
    std::map<peer_source, std::size_t> proofs_of;
};

admission_limits admission_limits_for(std::size_t descriptors) {
    constexpr std::size_t least = 64, most = 512;
    const std::size_t all = std::clamp(descriptors / 8, least, most);
    admission_limits limits;
    limits.silent = limits.with_hello = all / 2;
    return limits;
}

admission_limits admission_limits_of_process() {
    rlimit limit{};
    return admission_limits_for(::getrlimit(RLIMIT_NOFILE, &limit) == 0 ? limit.rlim_cur : 0);
}

admission::admission(const admission_limits& limits) : lists_(std::make_shared<lists>(limits)) {}
admission::~admission() = default;

admission::place admission::admit(const peer_source& from, std::function<void()> cut_off) {
    pool& silent = lists_->silent;
    if (silent.size() >= lists_->limits.silent) silent.cut_off(silent.replaced_by(from));
    auto one = std::make_unique<entry>();
    one->from = from;
    one->cut_off = std::move(cut_off);
    silent.add(*one);
    return {lists_, std::move(one)};
}

bool admission::make_room() {
    pool& silent = lists_->silent;
    if (silent.size() == 0) return false;
    silent.cut_off(*silent.oldest_first.front());
    return true;
}

bool admission::overloaded() const {
    return lists_->silent.size() >= lists_->limits.silent;
}

std::size_t admission::silent() const {
    return lists_->silent.size();
}

std::size_t admission::with_hello() const {
    return lists_->with_hello.size();
}

admission::place::place(std::shared_ptr<lists> in, std::unique_ptr<entry> of)
    : lists_(std::move(in)), entry_(std::move(of)) {}
admission::place::place() = default;
admission::place::place(place&&) noexcept = default;
admission::place& admission::place::operator=(place&& other) noexcept {
    std::swap(lists_, other.lists_);
    std::swap(entry_, other.entry_);
    return *this;
}
admission::place::~place() {
    leave();
}

bool admission::place::hello_complete(clock::time_point now) {
    const auto in = lists_.lock();
    if (!in || !entry_ || entry_->in != &in->silent) return false;
    in->silent.remove(*entry_);
    if (in->proof_left(entry_->from, now) && in->room_for_hello(entry_->from, now)) {
        in->count_proof(entry_->from);
        entry_->hello_at = now;
        in->with_hello.add(*entry_);
        return true;
    }
    std::exchange(entry_->cut_off, nullptr)();
    return false;
}

void admission::place::proven(clock::time_point now) {
    const auto in = lists_.lock();
    if (in && entry_ && entry_->in == &in->with_hello) in->adapt_to_proof(now - entry_->hello_at);
    leave();
}

void admission::place::leave() {
    const auto in = lists_.lock();
    if (in && entry_ && entry_->in) entry_->in->remove(*entry_);
    entry_.reset();
}

}  // namespace banyan::net
