// pvm_mytid, pvm_parent, pvm_siblings, pvm_exit, pvm_getfds, pvm_catchout.
#include <cstdio>
#include <utility>
#include <vector>

#include "libnet/pvm3/api_call.hpp"
#include "libnet/pvm3/child_output.hpp"
#include "libnet/pvm3/enrolment.hpp"
#include "libnet/pvm3/library.hpp"
#include "libnet/pvm3/poll_descriptor.hpp"
#include "libnet/pvm3/receiving.hpp"
#include "pvm3/pvm3.h"

namespace banyan::pvm3 {
namespace {

// The notices that pvm_notify has ordered about this task itself. A notice without a handler is lost, as is every
// message that is not received before the exit.
void tell_own_end() {
    for (auto& notice : the_library().own_end.take(the_library().tid))
        deliver_to_program(std::move(notice));
}

// The output of children is complete when all of them have ended. As in PVM, PvmShowTids 0 leaves out the line too.
void print_rest_of_output() {
    auto& output = the_child_output();
    if (!output.is_on() || output.running() == 0) return;
    if (output.shows_tids()) print_line("pvm_exit(): child task(s) still running, waiting for their output");
    while (output.running() > 0)
        if (auto message = this_task().next({})) deliver_to_program(std::move(*message));
}

}  // namespace
}  // namespace banyan::pvm3

using namespace banyan::pvm3;

int pvm_mytid() {
    const traced_call traced(TEV_MYTID);
    return traced.exit(guarded("pvm_mytid", [&] { return this_task().tid(); }), TEV_DID_MT);
}

int pvm_parent() {
    const traced_call traced(TEV_PARENT);
    return traced.exit(guarded("pvm_parent", [&] { return static_cast<int>(this_task().facts().parent()); },
                               {PvmNoParent, PvmParentNotSet}),
                       TEV_DID_PT);
}

int pvm_siblings(int** tids) {
    return guarded("pvm_siblings", [&]() -> int {
        static std::vector<int> list;
        banyan::pvm3::wire::ToService request;
        request.mutable_siblings();
        const auto answer = this_task().call(std::move(request));
        if (answer.status() < 0) return answer.status();
        list.assign(answer.tids().begin(), answer.tids().end());
        if (tids) *tids = list.data();
        return static_cast<int>(list.size());
    });
}

int pvm_exit() {
    return guarded("pvm_exit", [&]() -> int {
        if (!is_enrolled()) return PvmOk;
        if (interrupts_a_call(1)) {
            deliver_sent();
            return PvmOk;
        }
        tell_own_end();
        std::fflush(stdout);
        std::fflush(stderr);
        take_arrived();
        print_rest_of_output();
        leave_virtual_machine();
        return PvmOk;
    });
}

int pvm_getfds(int** descriptors) {
    const traced_call traced(TEV_GETFDS);
    static int descriptor = -1;
    const int count = guarded("pvm_getfds", [&]() -> int {
        this_task();
        descriptor = poll_descriptor();
        if (descriptors) *descriptors = &descriptor;
        return 1;
    });
    return traced.exit(count, [&](trace_record& event) {
        event.add(TEV_DID_CC, count);
        if (count > 0) event.add(TEV_DID_FDS, std::span<const int>(&descriptor, 1));
    });
}

// Without a file the output of later children goes where that of this task goes.
int pvm_catchout(FILE* file) {
    return guarded("pvm_catchout", [&]() -> int {
        auto& settings = the_library().settings;
        const int self = this_task().tid();
        the_child_output().print_to(file);
        settings.set(PvmOutputTid, file ? self : settings.get(PvmSelfOutputTid));
        settings.set(PvmOutputCode, file ? child_output::tag : settings.get(PvmSelfOutputCode));
        settings.set(PvmOutputContext, file ? child_output::context : settings.get(PvmSelfOutputContext));
        return PvmOk;
    });
}
