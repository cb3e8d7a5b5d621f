// banyan speeds: shows the speeds of the hosts, measures them, and writes them into a host file.
#include <fmt/format.h>

#include <memory>

#include "tools/banyan/host_speeds_report.hpp"
#include "tools/banyan/input_file.hpp"
#include "tools/banyan/json_output.hpp"
#include "tools/banyan/output_folder.hpp"
#include "tools/banyan/speed_measurement.hpp"

namespace banyan::tools {
namespace {

struct speeds_options {
    bool measure = false;
    bool forget = false;
    std::string file;
    bool json = false;
};

void forget_speeds(daemon::virtual_machine& virtual_machine) {
    std::vector<std::pair<std::string, std::optional<daemon::measured_speed>>> none;
    for (const auto& host : virtual_machine.hosts())
        none.emplace_back(host.name, std::nullopt);
    virtual_machine.keep_speeds(none);
}

void update_host_file(const std::string& file, const std::vector<daemon::host_info>& hosts) {
    const auto relative = relative_speeds(hosts, daemon::read_host_file(file), file);
    write_output_file(file, daemon::with_speeds(read_input_file(file, "--hostfile"), relative), "--hostfile");
}

void speeds(const speeds_options& o) {
    auto virtual_machine = daemon::virtual_machine::find();
    if (!o.file.empty()) {
        daemon::read_host_file(o.file);  // before the measurement
        check_output_file(o.file, "--hostfile");
    }
    if (o.measure) measure_and_keep_speeds(virtual_machine);
    if (o.forget) forget_speeds(virtual_machine);
    const auto hosts = virtual_machine.hosts();
    if (!o.file.empty()) update_host_file(o.file, hosts);
    if (!o.json) return fmt::print("{}", host_speeds_text(hosts));
    nlohmann::ordered_json out{{"virtual_machine", virtual_machine.id()}};
    out.update(host_speeds_json(hosts));
    print_json("speeds", 1, out);
}

}  // namespace

void add_speeds_options(CLI::App& verb) {
    auto o = std::make_shared<speeds_options>();
    auto* measure =
        verb.add_flag("--measure", o->measure,
                      "Measure all hosts at once, one task on each slot, with the inner loop of thermal. The "
                      "virtual machine stores the result until it ends, and gives it to programs");
    verb.add_flag("--forget", o->forget, "Delete the measured speeds: programs get those of the host file again")
        ->excludes(measure);
    verb.add_option(
            "--hostfile", o->file,
            "Write the measured speeds into this host file, relative to its slowest host: speed= of each line is "
            "set, and the rest of the file is not changed")
        ->type_name("FILE");
    add_json_option(verb, o->json);
    verb.callback([o] { speeds(*o); });
}

}  // namespace banyan::tools
