#include "daemon/client/run_in_parallel.hpp"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <system_error>
#include <thread>
#include <vector>

namespace banyan::daemon {

void run_in_parallel(std::size_t jobs, const std::function<void(std::size_t)>& job) {
    constexpr std::size_t most_threads = 32;
    std::atomic<std::size_t> next{0};
    const auto do_jobs = [&next, &job, jobs] {
        sigset_t pipe;
        sigemptyset(&pipe);
        sigaddset(&pipe, SIGPIPE);
        ::pthread_sigmask(SIG_BLOCK, &pipe, nullptr);
        for (std::size_t mine = next++; mine < jobs; mine = next++)
            job(mine);
    };
    std::vector<std::jthread> threads;
    try {
        while (threads.size() < std::min(jobs, most_threads))
            threads.emplace_back(do_jobs);
    } catch (const std::system_error&) {
        if (threads.empty()) throw;  // otherwise the threads that there are do all jobs
    }
}

}  // namespace banyan::daemon
