#include "libnet/collectives/network_measurement.hpp"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <fstream>
#include <functional>
#include <iterator>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>

#include "banyan/net/operations.hpp"
#include "libnet/base/cores.hpp"
#include "libnet/base/environment.hpp"
#include "libnet/collectives/collective_messages.hpp"
#include "libnet/collectives/host_numbers.hpp"
#include "libnet/collectives/link_measurement.hpp"
#include "libnet/collectives/network_model_text.hpp"
#include "libnet/schedules/schedule_walk.hpp"

namespace banyan::net {
namespace {

using clock = std::chrono::steady_clock;

constexpr rank first_rank{0};
constexpr std::size_t ring_bytes = std::size_t{64} << 10;
constexpr std::size_t copied_bytes = 4096;  // a send of this length never waits
constexpr double least_message_s = 1e-9;    // the model needs a number above 0

struct rank_pair {
    int a, b;
};

// Which ranks measure what. Equal on all ranks.
struct measurement_plan {
    host_spread spread{};
    std::vector<int> leaders{};  // the first rank of each host
    std::optional<rank_pair> inside{};
    std::vector<rank_pair> between{};
};

measurement_plan plan_for(const group& g) {
    const std::vector<int> host_of = host_numbers(g);
    measurement_plan made{.spread = spread_of({.size = g.size(), .host_of = host_of})};
    const auto ranks_on = [&](int host) { return std::ranges::count(host_of, host); };
    for (int r = 0; r < g.size(); ++r) {
        const int host = host_of[static_cast<std::size_t>(r)];
        const bool is_leader = host == static_cast<int>(made.leaders.size());
        if (is_leader) made.leaders.push_back(r);
        const bool is_fullest = ranks_on(host) == made.spread.most_on_one;
        if (!made.inside && !is_leader && is_fullest) made.inside = {made.leaders[static_cast<std::size_t>(host)], r};
    }
    const std::size_t hosts = std::min<std::size_t>(made.leaders.size(), 3);
    for (std::size_t i = 0; i < hosts; ++i)
        for (std::size_t k = i + 1; k < hosts; ++k)
            made.between.push_back({made.leaders[i], made.leaders[k]});
    return made;
}

template <class T>
void send_value(collective_messages& ch, int to, const T& value) {
    ch.send(to, std::as_bytes(std::span(&value, 1)));
}

template <class T>
T receive_value(collective_messages& ch, int from) {
    T value{};
    ch.recv(from, std::as_writable_bytes(std::span(&value, 1)));
    return value;
}

// Copies the bytes of rank 0 to all ranks.
void broadcast_bytes(collective_messages& ch, std::span<std::byte> bytes) {
    for (int distance = static_cast<int>(std::bit_ceil(static_cast<unsigned>(ch.size()))) / 2; distance > 0;
         distance /= 2) {
        const bool is_child = ch.rank() % (2 * distance) == distance;
        if (is_child) ch.recv(ch.rank() - distance, bytes);
        if (ch.rank() % (2 * distance) == 0 && ch.rank() + distance < ch.size()) ch.send(ch.rank() + distance, bytes);
    }
}

// The value of rank 0, on all ranks.
template <class T>
void broadcast_value(collective_messages& ch, T& value) {
    broadcast_bytes(ch, std::as_writable_bytes(std::span(&value, 1)));
}

// The values of all ranks combined, on rank 0. The result on the other ranks has no meaning.
template <class Op>
double combined_value(collective_messages& ch, double mine, Op op) {
    for (int distance = 1; distance < ch.size(); distance *= 2) {
        if (ch.rank() % (2 * distance) == distance) {
            send_value(ch, ch.rank() - distance, mine);
            break;
        }
        if (ch.rank() + distance < ch.size()) mine = op(mine, receive_value<double>(ch, ch.rank() + distance));
    }
    return mine;
}

double largest_value(collective_messages& ch, double mine) {
    return combined_value(ch, mine, op::max());
}

// One pair; the result is on rank 0, which starts the pairs one after the other.
link_times measure_pair(collective_messages& ch, const rank_pair& pair) {
    constexpr int root = first_rank.value;
    const bool starts = ch.rank() == root && pair.a != root;
    if (starts) send_value(ch, pair.a, std::uint64_t{1});
    link_times found;
    if (ch.rank() == pair.a) {
        if (pair.a != root) (void)receive_value<std::uint64_t>(ch, root);
        found = measure_link(ch, pair.b);
        if (pair.a != root) send_value(ch, root, found);
    } else if (ch.rank() == pair.b) {
        answer_link_measurement(ch, pair.a);
    }
    if (starts) found = receive_value<link_times>(ch, pair.a);
    return found;
}

link_times median_link(const std::vector<link_times>& links) {
    const auto median = [&](double link_times::*number) {
        std::vector<double> values;
        for (const link_times& link : links)
            values.push_back(link.*number);
        return median_of(std::move(values));
    };
    return {median(&link_times::start_s), median(&link_times::gap_s), median(&link_times::byte_s),
            median(&link_times::free_bytes)};
}

void measure_pairs(collective_messages& ch, const measurement_plan& how, network_model& model) {
    std::vector<link_times> between;
    for (const rank_pair& pair : how.between)
        between.push_back(measure_pair(ch, pair));
    if (!between.empty()) model.between_hosts = median_link(between);
    if (how.inside)
        model.inside_host = measure_pair(ch, *how.inside);
    else if (!between.empty())
        model.inside_host = model.between_hosts;
    model.inside_host.free_bytes = 0;  // what looks like free bytes inside a host is the effect of caches
}

double cpu_clock_s() {
    timespec used{};
    (void)::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

struct round_times {
    double passed_s = 0, cpu_s = 0;
};

// Every rank of `ranks` sends to the next of them and receives from the one before.
class rank_ring {
  public:
    rank_ring(collective_messages& ch, const std::vector<int>& ranks, std::size_t bytes)
        : ch_(ch), out_(bytes), in_(bytes) {
        const auto me = std::ranges::find(ranks, ch.rank());
        if (me == ranks.end()) return;
        has_this_rank_ = true;
        next_ = me + 1 == ranks.end() ? ranks.front() : *(me + 1);
        before_ = me == ranks.begin() ? ranks.back() : *(me - 1);
    }
    [[nodiscard]] bool has_this_rank() const { return has_this_rank_; }
    void make_round() { ch_.exchange(next_, out_, before_, in_); }

  private:
    collective_messages& ch_;
    std::vector<std::byte> out_, in_;
    bool has_this_rank_ = false;
    int next_ = 0, before_ = 0;
};

constexpr int warm_up_rounds = 2;

// The times of a round on this rank; 0 on ranks that are not in the ring.
round_times time_ring(rank_ring& ring, int rounds) {
    if (!ring.has_this_rank()) return {};
    clock::time_point start;
    double used_before = 0;
    for (int i = -warm_up_rounds; i < rounds; ++i) {
        if (i == 0) start = clock::now();
        if (i == 0) used_before = cpu_clock_s();
        ring.make_round();
    }
    return {std::chrono::duration<double>(clock::now() - start).count() / rounds,
            (cpu_clock_s() - used_before) / rounds};
}

// The median time of a round after a pause, on this rank; 0 on ranks that are not in the ring. If a rank starts late,
// this delays about one round of each other rank, which the median leaves out.
double time_ring_after_pauses(rank_ring& ring, int rounds) {
    if (!ring.has_this_rank()) return 0;
    std::vector<double> seconds;
    for (int i = -warm_up_rounds; i < rounds; ++i) {
        std::this_thread::sleep_for(quota_pause);
        const auto start = clock::now();
        ring.make_round();
        if (i >= 0) seconds.push_back(std::chrono::duration<double>(clock::now() - start).count());
    }
    return median_of(std::move(seconds));
}

double mean_value(collective_messages& ch, double mine) {
    return combined_value(ch, mine, std::plus<>()) / ch.size();
}

// For ranks that share the cores of a host: the mean CPU time of a round in a ring of all ranks, on rank 0. It
// contains one message, both ends together, and one wait.
double message_among_ranks(collective_messages& ch, std::size_t bytes, int rounds) {
    std::vector<int> all(static_cast<std::size_t>(ch.size()));
    std::iota(all.begin(), all.end(), 0);
    rank_ring ring(ch, all, bytes);
    return mean_value(ch, time_ring(ring, rounds).cpu_s);
}

// For ranks that are alone on a host and have less than one core. A round of a ring would include the time of the
// network, because the rank polls meanwhile. So only the sends to the next rank are timed; none of them waits. The
// result is on rank 0.
double message_between_hosts(collective_messages& ch, std::size_t bytes) {
    constexpr int rounds = 9, messages = 7;  // so few messages leave one by one
    const int next = (ch.rank() + 1) % ch.size(), before = (ch.rank() + ch.size() - 1) % ch.size();
    const std::vector<std::byte> out(bytes);
    std::vector<std::byte> in(bytes);
    ch.exchange(next, out, before, in);
    std::vector<double> seconds;
    for (int round = 0; round < rounds; ++round) {
        std::vector<request> sends;
        const double used_before = cpu_clock_s();
        for (int i = 0; i < messages; ++i)
            sends.push_back(ch.async_send(next, out));
        seconds.push_back((cpu_clock_s() - used_before) / messages);
        for (int i = 0; i < messages; ++i)
            ch.recv(before, in);
        ch.wait_all(sends);
    }
    return mean_value(ch, median_of(std::move(seconds))) / sender_part;
}

// If a host has more ranks than cores, all its messages share the cores. Otherwise the cores are not a limit. The
// CPU clocks do not count the pauses that a quota makes, or the time that other programs take.
void measure_cpu_times(collective_messages& ch, const measurement_plan& how, network_model& model) {
    const link_times& link = how.inside ? model.inside_host : model.between_hosts;
    const double ranks_for_a_core = how.spread.most_on_one / model.cores;
    std::uint64_t rounds = 0;
    if (ch.rank() == first_rank.value && ch.size() > 1 && ranks_for_a_core > 1)
        rounds = static_cast<std::uint64_t>(std::clamp(measured_part_s / link.start_s / ranks_for_a_core, 4.0, 20.0));
    broadcast_value(ch, rounds);
    model.cpu_message_s = 2 * link.gap_s;
    model.cpu_byte_s = how.inside ? model.inside_host.byte_s : 2 * model.copy_byte_s;
    if (rounds == 0) return;
    const std::size_t long_bytes = how.inside ? ring_bytes : copied_bytes;
    const auto message = [&](std::size_t bytes, std::uint64_t times) {
        return how.inside ? message_among_ranks(ch, bytes, static_cast<int>(times)) : message_between_hosts(ch, bytes);
    };
    const double short_s = message(8, rounds), long_s = message(long_bytes, 4);
    model.cpu_message_s = std::max(short_s, least_message_s);
    // a byte takes at least as much CPU time as its transfer between two idle ranks, or as two copies
    model.cpu_byte_s = std::max(model.cpu_byte_s, (long_s - short_s) / static_cast<double>(long_bytes));
    if (how.inside) return;
    model.between_hosts.gap_s = gap_with_sends(model.between_hosts, sender_part * model.cpu_message_s);
}

// What all ranks must know to test whether the network is shared.
struct sharing_test {
    std::uint64_t bytes = 0;
    std::uint64_t has_pauses = 0;
};

void measure_shared_network(collective_messages& ch, const measurement_plan& how, network_model& model) {
    if (how.leaders.size() < 2) return;
    const link_times& link = model.between_hosts;
    sharing_test test{.bytes = length_for(measured_part_s, link.byte_s),
                      .has_pauses = needs_pauses(model.cores, link.byte_s) ? 1U : 0U};
    // after a pause, the free bytes take no time, so they show nothing
    const double free_bytes = test.has_pauses != 0 ? link.free_bytes : 0;
    test.bytes += static_cast<std::uint64_t>(free_bytes);
    broadcast_value(ch, test);
    rank_ring ring(ch, how.leaders, test.bytes);
    const double mine_s = test.has_pauses != 0 ? time_ring_after_pauses(ring, 5) : time_ring(ring, 3).passed_s;
    const double round_s = largest_value(ch, mine_s);
    if (ch.rank() != first_rank.value) return;
    model.shared_byte_s = shared_byte_time({how.leaders.size(), test.bytes, round_s}, link, free_bytes);
}

double time_combination() {
    std::vector<double> left(8192, 1.0), right(8192, 2.0);
    std::vector<double> seconds;
    for (int i = 0; i < 5; ++i) {
        const auto start = clock::now();
        std::ranges::transform(left, right, left.begin(), [](double a, double b) { return a + b; });
        const volatile double used = left[static_cast<std::size_t>(i)];
        (void)used;
        seconds.push_back(std::chrono::duration<double>(clock::now() - start).count());
    }
    return median_of(std::move(seconds)) / static_cast<double>(left.size() * sizeof(double));
}

// All ranks take part; the model is complete on rank 0.
void measure(collective_messages& ch, const group& g, network_model& model) {
    const measurement_plan how = plan_for(g);
    model.cores = -largest_value(ch, -detail::usable_cores());
    if (ch.rank() == first_rank.value) model.copy_byte_s = time_combination();
    measure_pairs(ch, how, model);
    measure_cpu_times(ch, how, model);
    measure_shared_network(ch, how, model);
}

// `source` is where the text is from, for the error line.
network_model model_of_text(const std::string& text, const std::string& source) {
    try {
        return network_model_from_text(text);
    } catch (const error& why) {
        throw error(errc::invalid_argument, fmt::format("{}: {}", source, why.what()));
    }
}

network_model model_of_file(const std::string& name) {
    std::ifstream file(name);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    if (!file) throw error(errc::invalid_argument, fmt::format("{}: cannot read '{}'", network_model_variable, name));
    return model_of_text(text, fmt::format("{}: '{}'", network_model_variable, name));
}

std::optional<network_model> given_model() {
    const std::string text = environment_value(network_model_text_variable);
    if (!text.empty()) return model_of_text(text, network_model_text_variable);
    const std::string name = environment_value(network_model_variable);
    if (!name.empty()) return model_of_file(name);
    return std::nullopt;
}

// The given model of rank 0 on all ranks; nothing if rank 0 has none.
std::optional<network_model> broadcast_given_model(collective_messages& ch) {
    std::string text;
    if (ch.rank() == first_rank.value)
        if (const auto given = given_model()) text = to_text(*given);
    std::uint64_t bytes = text.size();
    broadcast_value(ch, bytes);
    if (bytes == 0) return std::nullopt;
    text.resize(bytes);
    broadcast_bytes(ch, std::as_writable_bytes(std::span(text)));
    return network_model_from_text(text);
}

network_model agree(const group& g, deadline until, bool may_be_given) {
    network_model model;
    run_collective(g, collective_call{.kind = collective_kind::measure}, until, [&](collective_messages& ch) {
        if (may_be_given) {
            if (const auto given = broadcast_given_model(ch)) {
                model = *given;
                return;
            }
        }
        measure(ch, g, model);
        auto numbers = model.numbers();
        broadcast_value(ch, numbers);
        model = network_model::from_numbers(numbers);
    });
    return model;
}

}  // namespace

network_model measure_network(const group& g, deadline until) {
    return agree(g, until, false);
}

network_model network_of(const group& g, deadline until) {
    return agree(g, until, true);
}

}  // namespace banyan::net
