// How an example starts: as a task of a virtual machine, or with threads of one process as its ranks.
#pragma once

#include <cstdio>
#include <exception>
#include <functional>
#include <new>
#include <string>

#include "banyan/net/rank_speeds.hpp"
#include "banyan/net/session.hpp"
#include "banyan/net/thread_world.hpp"
#include "examples/print_once.hpp"

namespace examples {

/// What each rank does, with the speeds of all ranks.
using rank_program = std::function<void(const banyan::net::group& world, const banyan::net::rank_speeds& speeds)>;

/// Whether the exception has one of these types.
template <class... Types>
bool is_one_of(const std::exception& thrown) {
    return ((dynamic_cast<const Types*>(&thrown) != nullptr) || ...);
}

/// The text of an exception. That of std::bad_alloc is no sentence.
inline std::string text_of(const std::exception& thrown) {
    return is_one_of<std::bad_alloc>(thrown) ? "out of memory; use a smaller grid or more hosts" : thrown.what();
}

/// Calls run(world, speeds) on the rank of this task, or for `threads` > 0 on so many ranks of this process, of equal
/// speeds. Returns the exit status: 0, 2 for an exception of one of the types Refused (wrong input), 1 for another one.
/// An exception is printed in one line after the name of the program; one of the types Refused is thrown on all ranks,
/// so only rank 0 prints it.
template <class... Refused>
int run_on_ranks(const std::string& program, int threads, const rank_program& run,
                 banyan::net::transport_kind between_threads = banyan::net::transport_kind::in_process) {
    namespace net = banyan::net;
    try {
        if (threads > 0) {
            net::run_threads(
                threads, [&run](net::group& world) { run(world, net::rank_speeds::equal(world.size())); },
                between_threads);
            return 0;
        }
        net::session here;
        try {
            run(here.world(), here.speeds());
            return 0;
        } catch (const std::exception& e) {
            if (!is_one_of<Refused...>(e)) throw;
            print_once(here.world(), stderr, program + ": " + text_of(e) + "\n");
            return 2;
        }
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s: %s\n", program.c_str(), text_of(e).c_str());
        return is_one_of<Refused...>(e) ? 2 : 1;
    }
}

}  // namespace examples
