// How an example ends if its arguments are wrong or ask for help: with one text of the whole run.
#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>

#include "banyan/net/session.hpp"
#include "examples/print_once.hpp"

namespace examples {

/// One line: the program, what is wrong, and where to read what is allowed.
inline std::string line_about(const std::string& program, const CLI::ParseError& wrong) {
    std::string line = program + ": " + wrong.what() + "; '" + program + " --help' shows what is allowed";
    std::ranges::replace(line, '\n', ' ');  // of a value with a line break
    return line + "\n";
}

/// Prints the help, or one line on the error, and returns the exit status: 0 or 2. In a run only rank 0 prints; all
/// tasks of a run have the same arguments.
inline int refuse_arguments(const std::string& program, const CLI::App& app, const CLI::ParseError& wrong) {
    const bool asks_for_help = wrong.get_exit_code() == 0;
    const std::string text = asks_for_help ? app.help() : line_about(program, wrong);
    std::FILE* const stream = asks_for_help ? stdout : stderr;
    try {
        banyan::net::session here;
        print_once(here.world(), stream, text);
    } catch (const std::exception&) {  // the task cannot join its run
        std::fputs(text.c_str(), stream);
    }
    return asks_for_help ? 0 : 2;
}

}  // namespace examples
