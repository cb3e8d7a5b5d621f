// Rank 0 gives jobs to the other ranks. A rank gets its next job when it returns a result, so fast hosts do more jobs.
// Run:     banyan run -n 4 -- work_queue
#include <algorithm>
#include <cstdio>

#include "banyan/net/session.hpp"

namespace net = banyan::net;
constexpr net::rank leader{0};
constexpr net::tag job_tag{1}, result_tag{2};

// Count the primes from `first` up to `end`. An empty job ends the worker.
struct job {
    int first = 0;
    int end = 0;
};

int count_primes(const job& work) {
    int count = 0;
    for (int n = work.first; n < work.end; ++n) {
        int divisor = 2;
        while (divisor * divisor <= n && n % divisor != 0)
            ++divisor;
        count += divisor * divisor > n ? 1 : 0;
    }
    return count;
}

int lead(const net::group& world) {
    const int limit = 200000, step = 5000;
    if (world.size() == 1) return count_primes({2, limit});
    int next = 2, total = 0;
    for (int workers = world.size() - 1; workers > 0;) {
        int count = 0;
        const auto result = world.recv(net::any_source, result_tag, count);
        total += count;
        const job work{next, std::min(next + step, limit)};
        world.send(result.source, job_tag, work);
        if (work.first == work.end) --workers;
        next = work.end;
    }
    return total;
}

void do_jobs(const net::group& world) {
    job work;  // the first one is empty: its result is 0 and asks for a job
    do {
        world.send(leader, result_tag, count_primes(work));
        work = world.recv<job>(leader, job_tag);
    } while (work.first != work.end);
}

int main() {
    net::session session;
    const net::group& world = session.world();
    if (world.rank() != leader)
        do_jobs(world);
    else
        std::printf("%d primes below 200000\n", lead(world));
}
