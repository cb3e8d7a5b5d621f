#include "libnet/collectives/collective_plan.hpp"

#include <algorithm>

#include "libnet/collectives/algorithm_choice.hpp"
#include "libnet/collectives/checked_shape.hpp"
#include "libnet/collectives/collective_messages.hpp"
#include "libnet/collectives/collective_state.hpp"
#include "libnet/collectives/schedule_run.hpp"
#include "libnet/schedules/collective_traits.hpp"

namespace banyan::net {
namespace {

constexpr std::size_t cache_line_bytes = 64;

// The memory is allocated inside the collective, so that a rank without memory fails the group. Otherwise its next
// collective would be matched with this one of the other ranks.
template <class Start>
void carry_out_once(const group& g, const Start& start, const collective_plan& plan,
                    const detail::collective_arguments& arguments, deadline until) {
    run_collective(g, start, until, [&](collective_messages& messages) {
        run_memory memory(plan, arguments);
        run_schedule(messages, plan.chosen->steps, arguments, memory.space.bytes(), memory.transfers);
    });
}

}  // namespace

collective_call call_of(const detail::collective_arguments& arguments) {
    collective_call call{.kind = arguments.kind};
    if (has_root(arguments.kind)) call.root = arguments.root.value;
    call.item_type = arguments.item_type;
    if (arguments.op) call.operation = arguments.op->operation;
    return call;
}

collective_plan plan_collective(const group& g, const detail::collective_arguments& arguments,
                                const collective_options& given) {
    collective_state& state = collective_state::of(detail::group_state::of(g));
    state.wait_until_idle(given.until);
    const collective_options how = with_named_algorithm(g, arguments.kind, given);
    collective_shape shape = checked_shape(g, arguments);
    collective_plan plan;
    plan.call = call_of(arguments);
    if (arguments.counts.empty()) plan.call.bytes = shape.items * arguments.item_bytes;
    measure_when_due(g, arguments.counts.empty() ? shape.items * arguments.item_bytes : 0, how);
    const planned_call wanted(arguments, shape, how);
    plan.chosen = state.plans.find(wanted);
    if (!plan.chosen) {
        const algorithm& chosen = choose_algorithm(g, arguments, shape, how);
        plan.chosen = state.plans.add(wanted, {&chosen, chosen.make(shape)});
    }
    plan.call.algorithm = plan.chosen->how->name;
    return plan;
}

run_memory::run_memory(const collective_plan& plan, const detail::collective_arguments& arguments)
    : space(plan.chosen->steps.scratch_items * arguments.item_bytes,
            arguments.op ? std::max(arguments.op->alignment, cache_line_bytes) : cache_line_bytes),
      transfers(transfers_for(plan.chosen->steps)) {}

void carry_out(const group& g, const collective_plan& plan, const detail::collective_arguments& arguments,
               run_memory& memory, deadline until) {
    run_collective(g, plan.call, until, [&](collective_messages& messages) {
        run_schedule(messages, plan.chosen->steps, arguments, memory.space.bytes(), memory.transfers);
    });
}

void carry_out_second_part(const group& g, const collective_plan& plan, const detail::collective_arguments& arguments,
                           deadline until) {
    carry_out_once(g, collective_messages::continued{}, plan, arguments, until);
}

void run_part(const group& g, const detail::collective_arguments& part, const collective_call& whole, deadline until) {
    collective_plan plan = plan_collective(g, part, until);
    plan.call = whole;
    carry_out_once(g, plan.call, plan, part, until);
}

void detail::run_collective(const group& g, const collective_arguments& arguments, const collective_options& how) {
    const collective_plan plan = plan_collective(g, arguments, how);
    carry_out_once(g, plan.call, plan, arguments, how.until);
}

}  // namespace banyan::net
