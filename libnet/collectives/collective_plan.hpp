// A collective of one rank that is ready to be carried out: the call, the algorithm and its schedule.
#pragma once

#include "banyan/net/collective_arguments.hpp"
#include "libnet/collectives/collective_call.hpp"
#include "libnet/collectives/collective_transfers.hpp"
#include "libnet/collectives/plan_cache.hpp"
#include "libnet/collectives/scratch.hpp"

namespace banyan::net {

struct collective_plan {
    collective_call call;
    std::shared_ptr<const planned_algorithm> chosen;
};

/// What is compared between the ranks; without the length and the algorithm.
collective_call call_of(const detail::collective_arguments& arguments);

/// Checks the arguments, chooses the algorithm and makes the schedule of this rank. Throws errc::invalid_argument
/// before anything is sent.
collective_plan plan_collective(const group& g, const detail::collective_arguments& arguments,
                                const collective_options& how);

/// What the runs of a plan need in addition to the memory of the program: its scratch items, aligned for them, and its
/// transfers. Two runs must not use it at the same time.
struct run_memory {
    run_memory(const collective_plan& plan, const detail::collective_arguments& arguments);
    scratch space;
    collective_transfers transfers;
};

/// Carries it out with these arguments, of which only the memory is used. Blocks. An exception fails the group on all
/// its ranks. `memory`: made for the plan and these arguments.
void carry_out(const group& g, const collective_plan& plan, const detail::collective_arguments& arguments,
               run_memory& memory, deadline until);

/// Carries out `part` as a part of the collective `whole`. If calls differ between the ranks, the error names the
/// collective that they called.
void run_part(const group& g, const detail::collective_arguments& part, const collective_call& whole, deadline until);

/// As carry_out(), as a part of the group's last collective.
void carry_out_second_part(const group& g, const collective_plan& plan, const detail::collective_arguments& arguments,
                           deadline until);

}  // namespace banyan::net
