// $HOME/.pvmprofile: commands for sh that set variables for PVM. The start scripts of the original execute them,
// because not every shell reads a file of its own when it starts a daemon.
#pragma once

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>

#include "libnet/base/environment.hpp"
#include "libnet/base/standard_error.hpp"

namespace banyan::pvm3 {

/// The arguments of this process, without the name of the program.
inline std::vector<std::string> own_arguments() {
    std::ifstream in("/proc/self/cmdline", std::ios::binary);
    std::vector<std::string> words;
    for (std::string word; std::getline(in, word, '\0');)
        words.push_back(word);
    if (!words.empty()) words.erase(words.begin());
    return words;
}

/// False, with a line on standard error, if another user has made the file or may change it: root may have the HOME of
/// a user. Without a line if there is no such file.
inline bool is_own_profile(const std::string& file) {
    struct stat facts {};
    if (::stat(file.c_str(), &facts) != 0 || !S_ISREG(facts.st_mode)) return false;
    const bool has_own_owner = facts.st_uid == ::geteuid() || facts.st_uid == 0;
    if (has_own_owner && (facts.st_mode & (S_IWGRP | S_IWOTH)) == 0) return true;
    net::print_to_standard_error(
        fmt::format("{} is not executed: it must belong to you, and no other user may write to it\n", file));
    return false;
}

/// If the user has the file, sh executes it and then this program again, with its arguments and the variables that the
/// file has set. The standard input is for the program, not for the file. Returns in the program that is executed
/// again, and if there is no file. To be called before anything that depends on the environment.
inline void read_profile() {
    constexpr const char* mark = "BANYAN_PVM_PROFILE_IS_READ";  // also in programs that the file itself starts
    const bool is_read = !net::environment_value(mark).empty();
    ::unsetenv(mark);
    const std::string home = net::environment_value("HOME"), file = home + "/.pvmprofile";
    std::error_code unknown;
    const std::string program = std::filesystem::read_symlink("/proc/self/exe", unknown).string();
    if (is_read || home.empty() || program.empty() || !is_own_profile(file)) return;
    if (::access(file.c_str(), R_OK) != 0) return;
    std::vector<std::string> command{"sh", "-c", ". \"$HOME/.pvmprofile\" < /dev/null; exec \"$0\" \"$@\"", program};
    for (const auto& argument : own_arguments())
        command.push_back(argument);
    std::vector<char*> words;
    for (auto& word : command)
        words.push_back(word.data());
    words.push_back(nullptr);
    ::setenv(mark, "1", 1);
    ::execv("/bin/sh", words.data());
    ::unsetenv(mark);  // without a shell, the program runs without the file
}

}  // namespace banyan::pvm3
