// Runs a shell command for each number from 0 to N - 1, each on a rank that is free. The command does not use Banyan:
// it finds its number in the variable JOB. Rank 0 only gives the numbers.
// Run:     banyan run -n 4 -- parameter_study 12 'test $JOB != 7'
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>

#include "banyan/net/session.hpp"

namespace net = banyan::net;
constexpr net::rank leader{0};
constexpr net::tag job_tag{1}, result_tag{2};
constexpr int none = -1;

struct result {
    int job = none;
    int status = 0;
};

// Returns the jobs that have failed.
std::set<int> lead(const net::group& world, int jobs) {
    std::set<int> failed;
    int next = 0;
    for (int workers = world.size() - 1; workers > 0;) {
        result done;
        const auto worker = world.recv(net::any_source, result_tag, done).source;
        if (done.status != 0) failed.insert(done.job);
        if (next == jobs) --workers;
        world.send(worker, job_tag, next < jobs ? next++ : none);
    }
    return failed;
}

int work(const net::group& world, const char* command) {
    for (result done;;) {
        world.send(leader, result_tag, done);  // the first one asks for a job
        done.job = world.recv<int>(leader, job_tag);
        if (done.job == none) return 0;
        ::setenv("JOB", std::to_string(done.job).c_str(), 1);
        done.status = std::system(command);
    }
}

int main(int argc, char** argv) {
    net::session session;
    const net::group& world = session.world();
    const int jobs = argc == 3 ? std::atoi(argv[1]) : 0;
    if (jobs < 1 || world.size() == 1) {
        std::fprintf(stderr, "use: banyan run -n TASKS -- parameter_study N COMMAND, with N >= 1 and TASKS >= 2\n");
        return 2;
    }
    if (world.rank() != leader) return work(world, argv[2]);
    const auto failed = lead(world, jobs);
    std::printf("%d jobs, %zu failed:", jobs, failed.size());
    for (const int job : failed)
        std::printf(" %d", job);
    std::printf("\n");
    return failed.empty() ? 0 : 1;
}
