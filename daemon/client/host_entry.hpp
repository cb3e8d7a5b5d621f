// A host as a user names it, on the command line or in a host file.
#pragma once

#include <istream>
#include <string>
#include <vector>

namespace banyan::daemon {

struct host_entry {
    std::string name;
    int slots = 0;         ///< 0 = its number of cores
    double speed = 1.0;    ///< relative to the other hosts, > 0
    std::string address;   ///< numeric addresses its tasks listen on, apart by commas; "" = found out
    std::string user;      ///< for ssh; "" = the same user
    std::string launcher;  ///< command with {host} in it that starts the daemon there; "" = locally or by ssh
};

/// Throws net::error invalid_argument. The text names what is wrong, the value and what is allowed.
[[noreturn]] void refuse_argument(const std::string& text);

/// Reads a host file: one host per line, `name key=value ...` with the keys slots, speed, address, user, launcher;
/// a value with blanks stands in double quotes; # starts a comment. Throws net::error invalid_argument "FILE:LINE:
/// ...".
std::vector<host_entry> parse_host_file(std::istream& in, const std::string& file_name);

/// Opens and reads a host file; throws invalid_argument naming a file that cannot be read or has no hosts.
std::vector<host_entry> read_host_file(const std::string& file_name);

/// Splits a launcher command into words: blanks separate, single and double quotes and backslash quote.
/// Throws invalid_argument for an open quote.
std::vector<std::string> split_words(const std::string& command);

}  // namespace banyan::daemon
