// pvm: the console of PVM on Banyan. Shows and changes the virtual machine by commands.
#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "libnet/base/environment.hpp"
#include "libnet/base/standard_error.hpp"
#include "libnet/pvm3/profile.hpp"
#include "pvm3/pvm3.h"
#include "tools/pvm/command.hpp"
#include "tools/pvm/command_error.hpp"
#include "tools/pvm/console.hpp"

namespace banyan::pvm_console {
namespace {

constexpr int failed = 1, wrong_usage = 2;
constexpr const char* usage = "pvm [HOSTFILE]";

/// The folder of this program is searched last for `banyan` during the life of this object.
class own_folder_in_path {
  public:
    own_folder_in_path() : path_(net::environment_value("PATH")) {
        std::error_code unknown;
        const auto program = std::filesystem::read_symlink("/proc/self/exe", unknown);
        ::setenv("PATH", (path_ + ":" + program.parent_path().string()).c_str(), 1);
    }
    own_folder_in_path(const own_folder_in_path&) = delete;
    own_folder_in_path& operator=(const own_folder_in_path&) = delete;
    ~own_folder_in_path() { ::setenv("PATH", path_.c_str(), 1); }

  private:
    std::string path_;
};

// Joins the virtual machine that runs, or starts one.
void join(std::vector<char*> host_file) {
    const own_folder_in_path searched;
    const int code = pvm_start_pvmd(static_cast<int>(host_file.size()), host_file.data(), 1);
    if (code == PvmDupHost)
        net::print_to_standard_error("pvmd already running.\n");
    else if (code < 0)
        throw command_error("no virtual machine runs, and `banyan pvmd` could not start one");
}

int use(std::vector<char*> host_file) {
    pvm3::read_profile();
    try {
        pvm_setopt(PvmAutoErr, 0);  // each command reports its errors itself
        join(std::move(host_file));
        console pvm;
        const std::string home = net::environment_value("HOME");
        if (!home.empty()) pvm.run_file(home + "/.pvmrc");
        pvm.run();
        if (!pvm.has_halted()) pvm_exit();
        return EXIT_SUCCESS;
    } catch (const command_error& error) {
        net::print_to_standard_error(fmt::format("pvm: {}\n", error.what()));
        return failed;
    }
}

void print_help() {
    fmt::print(
        "Usage: {}\n\n"
        "The console of PVM. If no virtual machine is running, starts one on the hosts of HOSTFILE, of the file in\n"
        "PVMHOSTFILE, or on this computer. The options -dMASK, -nNAME and -f of PVM have no effect.\n"
        "Runs the commands in $HOME/.pvmrc first. If its commands come from a pipe or a file, the console waits at\n"
        "the end for the output of their jobs.\n\nCommands:\n",
        usage);
    for (const auto& entry : command_table()) {
        fmt::print("\n{}\n  {}.\n", usage_of(entry), entry.summary);
        std::istringstream details(entry.details);
        for (std::string line; std::getline(details, line);)
            fmt::print("  {}\n", line);
    }
}

int refuse(const std::string& text) {
    net::print_to_standard_error(fmt::format("pvm: {}\n", text));
    return wrong_usage;
}

// -dMASK, -nNAME and -f, which scripts for PVM give.
bool is_option_of_pvmd(const char* argument) {
    return std::strncmp(argument, "-d", 2) == 0 || std::strncmp(argument, "-n", 2) == 0 ||
           std::strcmp(argument, "-f") == 0;
}

int start(std::vector<char*> arguments) {
    const std::string first = arguments.empty() ? "" : arguments.front();
    if (first == "--help" || first == "-h") {
        print_help();
        return EXIT_SUCCESS;
    }
    if (first == "--version") {
        fmt::print("pvm {}\n", pvm_version());
        return EXIT_SUCCESS;
    }
    std::erase_if(arguments, is_option_of_pvmd);
    if (!arguments.empty() && arguments.front()[0] == '-')
        return refuse(fmt::format("'{}' is not an option, use {}", arguments.front(), usage));
    if (arguments.size() > 1) return refuse(fmt::format("only one host file is allowed, use {}", usage));
    return use(std::move(arguments));
}

}  // namespace
}  // namespace banyan::pvm_console

int main(int argc, char** argv) {
    return banyan::pvm_console::start({argv + 1, argv + argc});
}
