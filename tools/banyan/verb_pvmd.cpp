// banyan pvmd: starts what PVM programs need: a virtual machine if none is running, and the PVM service in it.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "daemon/client/start_coordinator.hpp"
#include "daemon/client/virtual_machine.hpp"
#include "daemon/common/file_lock.hpp"
#include "daemon/common/runtime_directory.hpp"
#include "daemon/pvm/hosts_to_start.hpp"
#include "daemon/pvm/pvm_host_file.hpp"
#include "daemon/pvm/start_service.hpp"
#include "libnet/base/environment.hpp"
#include "libnet/base/standard_error.hpp"
#include "libnet/pvm3/profile.hpp"
#include "tools/banyan/error_line.hpp"
#include "tools/banyan/json_output.hpp"
#include "tools/banyan/verb.hpp"

namespace banyan::tools {
namespace {

struct pvmd_options {
    std::string file;
    std::string debug_mask, name;  // of PVM's daemon; without effect
    bool stays = false;            // the same
    bool json = false;
};

void say(const std::string& text) {
    net::print_to_standard_error(fmt::format("banyan pvmd: {}\n", text_for(STDERR_FILENO, text)));
}

// The hosts of a host file of PVM. Its service reads the file too, for the folders of programs.
std::vector<daemon::host_entry> hosts_of_pvm_file(std::istream& in, const std::string& file) {
    ::setenv("PVMHOSTFILE", std::filesystem::absolute(file).c_str(), 1);
    const auto host_lines = daemon::pvm::parse_pvm_host_file(in, file);
    auto hosts = daemon::pvm::hosts_to_start(host_lines);
    for (const auto& note : daemon::pvm::start_option_notes(host_lines, hosts.front().name))
        say(note);
    return hosts;
}

std::vector<daemon::host_entry> hosts_of(const std::string& file) {
    std::stringstream text;
    text << std::ifstream(file).rdbuf();
    if (daemon::pvm::is_pvm_host_file(text.str())) return hosts_of_pvm_file(text, file);
    return daemon::read_host_file(file);
}

// As with PVM, a host that does not start is left out. Its line says why.
std::string start_without_failing(const std::vector<daemon::host_entry>& hosts) {
    std::optional<daemon::virtual_machine> started;
    for (const auto& host : daemon::pvm::with_common_addresses(hosts)) {
        try {
            if (started)
                started->add({host});
            else
                started = daemon::virtual_machine::start({host});
        } catch (const net::error& failed) {
            say(failed.what());
        }
    }
    if (!started)
        throw verb_error(exit_status::failed,
                         fmt::format("pvmd: none of the {} hosts in the host file has started", hosts.size()));
    return started->id();
}

std::string start_virtual_machine(const std::string& file) {
    std::vector<daemon::host_entry> hosts;
    if (!file.empty())
        for (const auto& host : hosts_of(file))
            hosts.push_back(daemon::pvm::with_start_variables(host));
    try {
        return daemon::virtual_machine::start(hosts).id();
    } catch (const net::error& failed) {
        if (hosts.size() < 2 || failed.which() != net::errc::launch_failed) throw;
        return start_without_failing(hosts);
    }
}

// The next command would find and use a virtual machine without the PVM service.
void end_again(const std::string& id) {
    try {
        ::setenv("BANYAN_VM", id.c_str(), 1);
        daemon::virtual_machine::find().down();
    } catch (const std::exception&) {  // it has ended already; the failure of the service is reported
    }
}

// A host file is read only if no virtual machine runs, as with PVM.
void start_pvmd(const pvmd_options& o) {
    // Of several at once, the first starts the virtual machine, and the others find it.
    const daemon::file_lock lock(daemon::runtime_directory() / "pvmd.lock");
    std::string id = daemon::find_virtual_machine();
    const bool is_new = id.empty();
    if (is_new) id = start_virtual_machine(o.file.empty() ? net::environment_value("PVMHOSTFILE") : o.file);
    try {
        daemon::pvm::start_service(id);
    } catch (...) {
        if (is_new) end_again(id);
        throw;
    }
    if (o.json) return print_json("pvmd", 1, {{"virtual_machine", id}, {"started", is_new}});
    fmt::print("PVM is ready in the virtual machine {}{}\n", id, is_new ? "" : ", which was running");
}

// The first daemon of PVM starts those of other hosts with these options.
[[noreturn]] void refuse_slave(std::int64_t /*count*/) {
    throw verb_error(exit_status::usage,
                     "pvmd: -s and -S are not allowed, because a host of Banyan cannot join a virtual machine of the "
                     "original PVM; add hosts with `banyan add`, the console `pvm` or pvm_addhosts");
}

}  // namespace

void add_pvmd_options(CLI::App& verb) {
    auto o = std::make_shared<pvmd_options>();
    verb.add_option(
            "HOSTFILE", o->file,
            "Host file of a new virtual machine, as for banyan up --hostfile or as for PVM; without it, the file in "
            "PVMHOSTFILE, or this computer. It is not read if a virtual machine is running")
        ->type_name("");
    verb.add_option("-d", o->debug_mask, "Debug mask of PVM's daemon; no effect")->type_name("MASK");
    verb.add_option("-n", o->name, "Name of this computer for PVM's daemon; no effect")->type_name("NAME");
    verb.add_flag("-f", o->stays, "PVM's daemon of another host stays in the foreground; no effect");
    verb.add_flag_function("-s,-S", refuse_slave, "PVM's daemon starts as that of another host; refused");
    add_json_option(verb, o->json);
    verb.callback([o] {
        pvm3::read_profile();
        start_pvmd(*o);
    });
}

}  // namespace banyan::tools
