#include "daemon/client/run_in_parallel.hpp"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <thread>
#include <vector>

namespace banyan::daemon {

void run_in_parallel(std::size_t jobs, const std::function<void(std::size_t)>& job) {
    constexpr std::size_t most_threads = 32;
    std::atomic<std::size_t> next{0};
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < std::min(jobs, most_threads); ++i)
        threads.emplace_back([&next, &job, jobs] {
            sigset_t pipe;
            sigemptyset(&pipe);
            sigaddset(&pipe, SIGPIPE);
            ::pthread_sigmask(SIG_BLOCK, &pipe, nullptr);
            for (std::size_t mine = next++; mine < jobs; mine = next++)
                job(mine);
        });
}

}  // namespace banyan::daemon
