// The host file of PVM 3, which people have next to their programs.
#pragma once

#include <istream>
#include <map>
#include <string>
#include <vector>

#include "daemon/client/host_file.hpp"

namespace banyan::daemon::pvm {

/// A host as a line of the file describes it.
struct pvm_host {
    std::string name;
    bool is_started = true;    ///< false: `&` stands in front; the options are for a later addition
    std::string login;         ///< lo=, "": the same user
    std::string address;       ///< ip=, "": that of the name
    std::string search_list;   ///< ep=, with $NAME unreplaced; "": the default
    std::string directory;     ///< wd=, with $NAME unreplaced; "": the default
    std::string debugger;      ///< bx=, with $NAME unreplaced; "": the default
    std::string daemon;        ///< dx=, with $NAME unreplaced; "": the default
    std::string vmid;          ///< id=, "": that of the virtual machine
    std::string start_option;  ///< so=, "pw" (ask for a password) or "ms" (start by hand); only a hoster can follow it
    int speed = 1000;          ///< sp=, 1..1000000
};

struct pvm_host_file {
    std::vector<pvm_host> hosts;
    pvm_host defaults;  ///< of the last line that begins with `*`, for hosts that are added later

    /// The host of this name, otherwise one with this name and the defaults.
    [[nodiscard]] pvm_host find(const std::string& name) const;
    /// Adds a host or replaces the one of its name.
    void set(const pvm_host& host);
};

/// True if the text is such a file and not one of Banyan's: a line begins with `*` or `&`, or has an option of PVM.
bool is_pvm_host_file(const std::string& text);

/// Each line has one host: `name option...`, with # for comments. A line `* option...` sets defaults for the lines that
/// follow. Throws net::error invalid_argument "FILE:LINE: ...".
pvm_host_file parse_pvm_host_file(std::istream& in, const std::string& file_name);

/// The file that PVMHOSTFILE names, if it is one of PVM; otherwise one without hosts. Throws net::error
/// invalid_argument.
pvm_host_file read_pvm_host_file_of_variable();

/// One line, such as a name that is given to pvm_addhosts. Throws net::error invalid_argument.
pvm_host parse_pvm_host(const std::string& line, const pvm_host& defaults);

/// One line that says how hosts with this so= are started instead. `hosts`: their names.
std::string start_option_note(const std::vector<std::string>& hosts, const std::string& start_option);

/// True for the path of a banyand.
bool names_our_daemon(const std::string& path);

/// How Banyan starts the host. dx= is used if it is the path of a banyand: in most files it is that of PVM's daemon.
host_entry to_host_entry(const pvm_host& host);

}  // namespace banyan::daemon::pvm
