// banyan up: starts a virtual machine that stays until `banyan down`.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <exception>

#include "daemon/client/start_coordinator.hpp"
#include "daemon/common/runtime_directory.hpp"
#include "tools/banyan/error_line.hpp"
#include "tools/banyan/host_options.hpp"
#include "tools/banyan/json_output.hpp"
#include "tools/banyan/speed_measurement.hpp"
#include "tools/banyan/verb.hpp"

namespace banyan::tools {
namespace {

struct up_options {
    host_options hosts;
    daemon::virtual_machine_options settings;
    bool measure = false;
    bool json = false;
};

// Ends the virtual machine after a failed measurement. Returns the end of the error line. If the measurement failed
// because the virtual machine was lost, it cannot be ended here.
const char* taken_down(daemon::virtual_machine& virtual_machine) {
    try {
        virtual_machine.down();
        return "the virtual machine is down again";
    } catch (const std::exception&) {
        return "if the virtual machine still runs, 'banyan down' ends it";
    }
}

// A script that asked for measured speeds must not continue with the declared ones.
void measure_or_take_down(daemon::virtual_machine& virtual_machine) {
    try {
        measure_and_keep_speeds(virtual_machine);
    } catch (const std::exception& failure) {
        throw verb_error(exit_status::failed,
                         fmt::format("--measure: {}; {}", failure.what(), taken_down(virtual_machine)));
    }
}

// Other commands refuse to choose among several virtual machines. Often the second one was started by mistake.
void note_several() {
    const auto running = daemon::running_virtual_machines();
    if (running.size() < 2) return;
    print_error_line(
        fmt::format("several virtual machines are running now: {}; set BANYAN_VM to the one that the next "
                    "commands use",
                    fmt::join(running, ", ")));
}

void up(const up_options& o) {
    const auto wanted = o.hosts.hosts();
    auto starting = show_start(wanted);
    auto virtual_machine = daemon::virtual_machine::start(wanted, o.settings);
    starting.reset();
    if (o.measure) measure_or_take_down(virtual_machine);
    if (const auto note = daemon::runtime_note(); !note.empty()) print_error_line(note);
    if (!o.json) fmt::print("virtual machine {}\n", virtual_machine.id());
    show_hosts("up", virtual_machine, o.json, wanted);
    if (!o.json) note_several();
}

}  // namespace

void add_up_options(CLI::App& verb) {
    auto o = std::make_shared<up_options>();
    o->hosts.add_to(verb, "Names of hosts; without HOST and --hostfile, this computer");
    verb.add_flag("--plain-data", o->settings.plain_data,
                  "Do not encrypt the connections between tasks of different hosts. Faster; use it only on a network "
                  "that you trust");
    verb.add_flag("--measure", o->measure, "Measure the speeds of the hosts, as banyan speeds --measure");
    add_json_option(verb, o->json);
    verb.callback([o] { up(*o); });
}

}  // namespace banyan::tools
