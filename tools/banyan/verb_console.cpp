// banyan console: becomes the console of PVM, the program pvm.
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include "daemon/common/processes.hpp"
#include "tools/banyan/verb.hpp"

namespace banyan::tools {
namespace {

void become_console(const std::string& host_file) {
    std::string program = daemon::find_companion("pvm");
    std::string file = host_file;
    std::vector<char*> words{program.data()};
    if (!file.empty()) words.push_back(file.data());
    words.push_back(nullptr);
    ::execv(program.c_str(), words.data());
    throw verb_error(exit_status::failed, "console: " + program + " cannot be executed: " + std::strerror(errno));
}

}  // namespace

void add_console_options(CLI::App& verb) {
    auto host_file = std::make_shared<std::string>();
    verb.add_option("HOSTFILE", *host_file, "Host file of a new virtual machine, as for banyan pvmd")->type_name("");
    verb.callback([host_file] { become_console(*host_file); });
}

}  // namespace banyan::tools
