// Programs with few file descriptors: each pair of ranks works, or both sides get a named error.
#include <dirent.h>
#include <sys/resource.h>

#include <array>
#include <atomic>
#include <limits>

#include "banyan/net/session.hpp"
#include "tests/common/findings.hpp"
#include "tests/libnet/programs/program_testing.hpp"

namespace descriptors_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

constexpr int ranks = 12;
constexpr int own_descriptors = 8;  // of a rank without a link: two reactors, the board, the reserve and the listener
constexpr std::chrono::seconds promised{20};

void limit_descriptors(int most) {
    rlimit limit{};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = static_cast<rlim_t>(most);
    demand(::setrlimit(RLIMIT_NOFILE, &limit) == 0, "setrlimit");
}

int open_descriptors() {
    int count = -3;  // ".", ".." and the folder itself
    DIR* entries = ::opendir("/proc/self/fd");
    while (::readdir(entries))
        ++count;
    ::closedir(entries);
    return count;
}

// What the ranks of a run have found.
struct results {
    std::array<std::array<std::atomic<bool>, ranks>, ranks> failed{};  // [r][q]: an operation of r with q has failed
    milestone met;
    findings wrong;
};

// Waits until all ranks of this process are here, without a message.
void meet(milestone& come, int round) {
    come.add_one();
    come.wait_for(round * ranks);
}

void note(const group& world, int other, const std::function<void()>& operation, results& found) {
    const errc code = error_of(operation);
    if (code == errc{}) return;
    const bool named = code == errc::resource_limit || code == errc::connect_failed || code == errc::peer_lost;
    found.wrong.expect(named, "with rank " + std::to_string(other) + ": " + make_error_code(code).message());
    found.failed.at(static_cast<std::size_t>(world.rank().value)).at(static_cast<std::size_t>(other)) = true;
}

void exchange_with_all(group& world, int round, results& found) {
    const int self = world.rank().value;
    std::array<int, ranks> in{};
    std::vector<std::pair<int, request>> requests;
    for (int other = 0; other < ranks; ++other) {
        if (other == self) continue;
        note(
            world, other,
            [&] {
                requests.emplace_back(other, world.async_recv(rank{other}, tag{round},
                                                              std::span(&in.at(static_cast<std::size_t>(other)), 1)));
                requests.emplace_back(other, world.async_send(rank{other}, tag{round}, std::span<const int>(&self, 1)));
            },
            found);
    }
    const deadline until(promised);
    for (auto& [other, r] : requests) {
        at(world, "waits for rank", other);
        note(
            world, other, [&, &r = r] { (void)r.wait(until); }, found);
    }
}

void few_descriptors(group& world, results& found) {
    for (int round = 1; round <= 2; ++round) {
        exchange_with_all(world, round, found);
        at(world, "meets the others after round", round);
        meet(found.met, round);
    }
}

std::string one_sided(const results& found) {
    for (std::size_t r = 0; r < ranks; ++r)
        for (std::size_t q = 0; q < ranks; ++q)
            if (found.failed[r][q] && !found.failed[q][r])
                return "rank " + std::to_string(r) + " alone gets an error with rank " + std::to_string(q);
    return "";
}

// 12 ranks, 66 pairs, 2 descriptors a pair where it is connected by sockets.
void check_few(int for_links) {
    for (const transport_kind kind : {transport_kind::unix_domain, transport_kind::tcp}) {
        const std::string outcome = outcome_in_child(
            [=] {
                mailbox_options options;
                options.connect_timeout = 1s;
                options.linger = 1s;
                results found;
                limit_descriptors(open_descriptors() + for_links + own_descriptors * ranks);
                run_threads(
                    ranks, [&](group& world) { few_descriptors(world, found); }, kind, options);
                demand(found.wrong.first().empty(), found.wrong.first());
                demand(one_sided(found).empty(), one_sided(found));
            },
            90s);
        INFO((kind == transport_kind::tcp ? "tcp" : "unix"));
        CHECK(outcome == "");
    }
}

// "" or "resource_limit" are right.
std::string start_with(int descriptors, const std::function<void()>& start) {
    return outcome_in_child(
        [&] {
            limit_descriptors(descriptors);
            const errc code = error_of(start);
            demand(code == errc{} || code == errc::resource_limit, make_error_code(code).message());
        },
        30s);
}

}  // namespace

TEST_CASE("12 ranks with descriptors for most pairs", "[descriptors]") {
    check_few(120);
}

TEST_CASE("12 ranks with descriptors for a third of the pairs", "[descriptors]") {
    check_few(40);
}

TEST_CASE("A world that starts with few descriptors works or names the limit", "[descriptors]") {
    for (const transport_kind kind : transports())
        for (int descriptors = 3; descriptors <= 24; ++descriptors) {
            INFO(descriptors << " descriptors, transport " << static_cast<int>(kind));
            CHECK(start_with(descriptors, [=] {
                      run_threads(
                          2, [](group&) {}, kind);
                  }) == "");
        }
}

TEST_CASE("A session of one task that starts with few descriptors works or names the limit", "[descriptors]") {
    for (int descriptors = 3; descriptors <= 12; ++descriptors) {
        INFO(descriptors << " descriptors");
        CHECK(start_with(descriptors, [] { const session alone; }) == "");
    }
}

}  // namespace descriptors_test
