// How an example starts: as a task of a virtual machine, or with threads of one process as its ranks.
#pragma once

#include <cstdio>
#include <exception>
#include <functional>

#include "banyan/net/session.hpp"
#include "banyan/net/thread_world.hpp"

namespace examples {

/// Calls run(world) on the rank of this task, or for `threads` > 0 on so many ranks of this process. Returns the exit
/// status: 0, 2 for an exception of type Refused (wrong input), 1 for another one. An exception is printed in one line
/// after the name of the program; one of type Refused is thrown on all ranks, so only rank 0 prints it.
template <class Refused>
int run_on_ranks(const char* program, int threads, const std::function<void(const banyan::net::group&)>& run) {
    try {
        if (threads > 0) {
            banyan::net::run_threads(threads, run);
            return 0;
        }
        banyan::net::session here;
        try {
            run(here.world());
            return 0;
        } catch (const Refused& e) {
            if (here.world().rank().value == 0) std::fprintf(stderr, "%s: %s\n", program, e.what());
            return 2;
        }
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s: %s\n", program, e.what());
        return dynamic_cast<const Refused*>(&e) != nullptr ? 2 : 1;
    }
}

}  // namespace examples
