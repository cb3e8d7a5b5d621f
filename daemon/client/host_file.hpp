// A host as the user writes it, on the command line or in a host file.
#pragma once

#include <istream>
#include <map>
#include <string>
#include <vector>

namespace banyan::daemon {

struct host_entry {
    std::string name;
    int slots = 0;         ///< 0: the number of its cores
    double speed = 1.0;    ///< relative to the other hosts, > 0
    std::string address;   ///< numeric addresses where its tasks listen, separated by commas; "": chosen automatically
    std::string user;      ///< for ssh; "": the same user
    std::string launcher;  ///< command with {host} that starts the daemon there; "": started locally or by ssh
    std::string rsh{};     ///< program that replaces ssh if BANYAN_SSH is not set; "": ssh
    std::string daemon{};  ///< path of banyand for ssh, with $NAME replaced there; "": as on this computer
    std::string vmid{};    ///< PVM_VMID of its daemon on another computer; "": that of the virtual machine
    bool reads_pvm_profile = false;  ///< another computer reads its $HOME/.pvmprofile first
};

/// Throws net::error invalid_argument. The text names what is wrong, the value and what is allowed.
[[noreturn]] void refuse_argument(const std::string& text);

/// What is wrong with the characters or the length of the name of a host; "" if nothing is.
std::string fault_of_host_name(const std::string& name);

/// Parses a host file. Each line has one host: `name key=value ...` with the keys slots, speed, address, user and
/// launcher, each at most once. Values with spaces are quoted with double quotes. # starts a comment. A byte order mark
/// at the beginning of the file is ignored. Throws net::error invalid_argument "FILE:LINE: ...".
std::vector<host_entry> parse_host_file(std::istream& in, const std::string& file_name);

/// Opens and parses a host file. Throws invalid_argument if it cannot be read or has no hosts.
std::vector<host_entry> read_host_file(const std::string& file_name);

/// The text of a host file with these relative speeds: `speed=` of each of these hosts is replaced, or added to its
/// line. All other text stays. Speeds are written with three digits.
std::string with_speeds(const std::string& host_file, const std::map<std::string, double>& speed_of_host);

/// Splits a launcher command into words, which are separated by spaces. Single quotes, double quotes and backslash
/// quote. Throws invalid_argument if a quote is not closed.
std::vector<std::string> split_words(const std::string& command);

}  // namespace banyan::daemon
