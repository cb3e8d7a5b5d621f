#include "tools/banyan/verb_table.hpp"

namespace banyan::tools {

// Each function is in verb_NAME.cpp.
void add_up_options(CLI::App& verb);
void add_down_options(CLI::App& verb);
void add_hosts_options(CLI::App& verb);
void add_speeds_options(CLI::App& verb);
void add_ps_options(CLI::App& verb);
void add_add_options(CLI::App& verb);
void add_delete_options(CLI::App& verb);
void add_kill_options(CLI::App& verb);
void add_run_options(CLI::App& verb);
void add_doctor_options(CLI::App& verb);
void add_partition_options(CLI::App& verb);
void add_reproduce_options(CLI::App& verb);
void add_bench_options(CLI::App& verb);
void add_advise_options(CLI::App& verb);
void add_validate_options(CLI::App& verb);
void add_model_options(CLI::App& verb);
void add_trace_options(CLI::App& verb);
void add_pvmd_options(CLI::App& verb);
void add_console_options(CLI::App& verb);

namespace {

constexpr verb_entry all_verbs[] = {
    {"up", "Start a virtual machine on the given hosts, or on this computer", add_up_options},
    {"down", "End the virtual machine and all runs in it", add_down_options},
    {"hosts", "List the hosts of the virtual machine", add_hosts_options},
    {"speeds", "Show the speeds of the hosts as programs get them, or measure these speeds", add_speeds_options},
    {"ps", "List the tasks of the virtual machine", add_ps_options},
    {"add", "Add hosts to the virtual machine; if one of them fails, none is added", add_add_options},
    {"delete", "Remove hosts from the virtual machine; runs with tasks on them end", add_delete_options},
    {"kill", "Send a signal to tasks and to the processes that they have started", add_kill_options},
    {"run", "Run a program as N tasks: banyan run -n N [OPTIONS] -- PROGRAM ARG...", add_run_options},
    {"trace", "Show when the tasks of a run computed and waited, from a file of banyan run --trace", add_trace_options},
    {"doctor", "Check that this computer and other hosts can run a virtual machine", add_doctor_options},
    {"partition", "Divide a grid among processors of unequal speed, by one or several methods", add_partition_options},
    {"reproduce", "Recompute tables and figures of the papers", add_reproduce_options},
    {"bench", "Measure latency, bandwidth and collectives on the virtual machine", add_bench_options},
    {"advise", "Rank the partitioning methods for an application on this virtual machine", add_advise_options},
    {"validate", "Predict the times of partitioning methods, run all of them, and compare", add_validate_options},
    {"pvmd", "Start the PVM service, and a virtual machine if none is running", add_pvmd_options},
    {"console", "Start the console of PVM, which shows and changes the virtual machine", add_console_options},
    {"model", "Predict imbalance, utilization and speed-up by models of synchronization", add_model_options},
};

}  // namespace

std::span<const verb_entry> verb_table() {
    return all_verbs;
}

}  // namespace banyan::tools
