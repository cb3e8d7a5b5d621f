#include <algorithm>
#include <limits>

#include "tools/pvm/command_functions.hpp"

namespace banyan::pvm_console {
namespace {

constexpr std::size_t any_number = std::numeric_limits<std::size_t>::max();

constexpr const char* ps_details =
    "  -a      tasks of all hosts; without it, those of this host\n"
    "  -hTID   tasks of the host with this tid\n"
    "  -nHOST  tasks of the host with this name; . = this host\n"
    "  -l      also the parent and the process id\n"
    "  -x      also the console\n"
    "FLAG shows a sum in hexadecimal digits and its letters: 4 and c = the task is connected, 2 and f = the virtual\n"
    "machine has started it, 100 and R = resource manager, 200 and H = hoster, 400 and T = tasker, 800 = tracer\n";

constexpr const char* spawn_details =
    "  -N             N tasks; 1 by default\n"
    "  -HOST[:DIR]    on this host, in the folder DIR\n"
    "  -ARCH[:DIR]    on hosts of this architecture\n"
    "  -~HOST, -~ARCH on all other hosts\n"
    "  -:DIR          in the folder DIR\n"
    "  --host=IP      on the host with this address\n"
    "  -?             under a debugger\n"
    "  ->             show the output of the tasks here\n"
    "  ->FILE         write the output of the tasks to FILE\n"
    "  ->>FILE        append it to FILE\n"
    "  -@             trace the tasks: each selected call is a line of the output (help trace)\n"
    "  -@FILE         the same as -@ ->FILE\n"
    "Without -> and -@, output goes to the log of the PVM service. ->FILE and -@FILE replace a file that exists.\n";

constexpr const char* trace_details =
    "  trace              show the events of the mask\n"
    "  trace [+] NAME...  add events; * = all\n"
    "  trace - NAME...    remove events\n"
    "  trace buf [BYTES]  show or set PvmTraceBuffer\n"
    "  trace opt [WHAT]   show or set PvmTraceOptions: full, time or count\n"
    "  trace xpvm         select the events that XPVM shows, and no others\n"
    "The mask selects the calls that tasks started with spawn -@ trace.\n";

constexpr const char* tickle_details =
    "  1          write the hosts to the log of the PVM service\n"
    "  2          write its tasks there\n"
    "  4          write the entries of the mailbox there\n"
    "  5          show the debug mask\n"
    "  6 [MASK]   set it; without MASK, to 0\n"
    "Other values have no effect. All numbers are in hexadecimal digits; the result is in decimal digits.\n";

constexpr command all_commands[] = {
    {"add", "HOST...", "Add hosts to the virtual machine", 1, any_number, add_hosts},
    {"alias", "[NAME [COMMAND [ARGUMENT]...]]", "Show or define other names for commands", 0, any_number, define_alias},
    {"conf", "", "List the hosts of the virtual machine", 0, 0, show_hosts},
    {"delete", "HOST...", "Remove hosts from the virtual machine", 1, any_number, delete_hosts},
    {"echo", "[WORD]...", "Print the arguments", 0, any_number, echo},
    {"export", "[NAME]...", "Show or extend the list of variables that spawned tasks get", 0, any_number,
     export_variables},
    {"getopt", "[OPTION]", "Show the options of the console, as pvm_getopt returns them", 0, 1, show_options},
    {"halt", "", "End the virtual machine, all its tasks and the console", 0, 0, halt},
    {"help", "[COMMAND]", "List the commands, or explain one", 0, 1, help},
    {"id", "", "Print the task id of the console", 0, 0, show_id},
    {"jobs", "[-l]", "List the jobs whose output the console takes; -l as in ps", 0, 1, show_jobs},
    {"kill", "[-c] TID...", "End tasks; -c: the children of these tasks", 1, any_number, kill_tasks},
    {"mstat", "HOST...", "Show whether hosts belong to the virtual machine", 1, any_number, show_host_status},
    {"names", "[PATTERN]", "List the entries of the mailbox", 0, 1, show_names},
    {"ps", "[-alx] [-hTID] [-nHOST]", "List tasks", 0, any_number, show_tasks, ps_details},
    {"pstat", "TID...", "Show whether tasks run", 1, any_number, show_task_status},
    {"put", "NAME FLAGS TEXT", "Put a text into the mailbox; FLAGS: a sum of the PvmMbox constants", 3, 3, put_entry},
    {"quit", "", "End the console; the virtual machine stays", 0, 0, quit},
    {"reset", "[info [NAME [INDEX]]]",
     "End all tasks and empty the mailbox; info: only remove entries whose owner has ended", 0, 3, reset},
    {"setenv", "[NAME [VALUE]]", "Show or set variables of the console", 0, any_number, set_variable},
    {"setopt", "OPTION VALUE", "Set an option of the console, as pvm_setopt does", 2, 2, set_option},
    {"sig", "SIGNAL TID...", "Send a signal to tasks", 2, any_number, signal_tasks},
    {"spawn", "[OPTION]... PROGRAM [ARGUMENT]...", "Start tasks", 0, any_number, spawn, spawn_details},
    {"tickle", "HOW [NUMBER]...", "Show the state of the PVM service, as pvm_tickle does", 1, 10, tickle,
     tickle_details},
    {"trace", "[+|-] [NAME...|*] | buf [BYTES] | opt [WHAT]", "Show or set the mask of traces", 0, any_number,
     change_trace, trace_details},
    {"unalias", "NAME...", "Remove aliases", 1, any_number, remove_aliases},
    {"unexport", "NAME...", "Shorten the list of variables that spawned tasks get", 1, any_number, unexport_variables},
    {"version", "", "Print the version of PVM", 0, 0, show_version},
};

}  // namespace

std::span<const command> command_table() {
    return all_commands;
}

const command* find_command(std::string_view name) {
    const auto found = std::ranges::find_if(all_commands, [&](const command& each) { return each.name == name; });
    return found == std::end(all_commands) ? nullptr : &*found;
}

std::string usage_of(const command& known) {
    return *known.arguments ? std::string(known.name) + " " + known.arguments : known.name;
}

}  // namespace banyan::pvm_console
