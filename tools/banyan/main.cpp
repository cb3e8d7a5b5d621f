// The banyan command: parses the arguments, calls one verb, and reports a failure as one line and an exit status.
#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>
#include <new>
#include <span>
#include <sstream>
#include <system_error>

#include "banyan/net/error.hpp"
#include "banyan/net/version.hpp"
#include "daemon/common/process_limits.hpp"
#include "tools/banyan/checks.hpp"
#include "tools/banyan/error_line.hpp"
#include "tools/banyan/help_format.hpp"
#include "tools/banyan/program_begin.hpp"
#include "tools/banyan/verb.hpp"
#include "tools/banyan/verb_table.hpp"

namespace banyan::tools {
namespace {

int exit_code = 0;
std::string unwritable;  // why standard output could not be written, if {fmt} has found this out
std::vector<std::string> arguments;

void add_verbs(CLI::App& app) {
    app.set_version_flag("--version", std::string("banyan ") + net::version_string, "Print the version and exit");
    app.set_help_flag("-h,--help", "Print this help and exit");
    app.formatter(std::make_shared<help_format>());
    app.require_subcommand(1);
    app.failure_message(CLI::FailureMessage::simple);
    for (const verb_entry& verb : verb_table())
        verb.add_options(*app.add_subcommand(verb.name, verb.summary));
}

std::vector<const CLI::App*> verbs_of(const CLI::App& app) {
    return app.get_subcommands([](const CLI::App*) { return true; });
}

/// CLI11 reports an unknown verb as a missing one. `words`: what follows the name of `app`.
void refuse_unknown_verb(const CLI::App& app, std::span<const std::string> words) {
    const auto verbs = verbs_of(app);
    if (verbs.empty() || (!words.empty() && app.get_option_no_throw(words.front()) != nullptr)) return;
    const std::string what = app.get_parent() == nullptr ? "verb" : app.get_name();
    std::vector<std::string> known;
    for (const CLI::App* verb : verbs) {
        if (!words.empty() && verb->get_name() == words.front()) return refuse_unknown_verb(*verb, words.subspan(1));
        known.push_back(verb->get_name());
    }
    auto allowed = one_of(known);
    allowed.text +=
        fmt::format("; '{}{} --help' explains them", app.get_parent() == nullptr ? "" : "banyan ", app.get_name());
    if (!words.empty()) refuse_value(what, words.front(), allowed);
    throw verb_error(exit_status::usage, fmt::format("{}: none is given, use {}", what, allowed.text));
}

/// The command that the first words name.
struct named_command {
    const CLI::App* verb;
    std::string text;                         ///< for example "banyan bench model"
    std::span<const std::string> words = {};  ///< that follow
};

named_command command_named(const CLI::App& app) {
    named_command found{&app, "banyan", arguments};
    for (; !found.words.empty(); found.words = found.words.subspan(1)) {
        const std::string& word = found.words.front();
        const auto verbs = verbs_of(*found.verb);
        const auto named = std::ranges::find(verbs, word, [](const CLI::App* verb) { return verb->get_name(); });
        if (named == verbs.end()) break;
        found.text += " " + word;
        found.verb = *named;
    }
    return found;
}

bool starts_program(const named_command& command) {
    return command.verb->get_option_no_throw("PROGRAM") != nullptr;
}

/// The words for CLI11, the last one first. CLI11 takes options from any place, so "--" is put before a program. The
/// verb reads its program in raw_arguments(), so a second "--" changes nothing.
std::vector<std::string> words_to_parse(const CLI::App& app) {
    std::vector<std::string> words = arguments;
    const auto command = command_named(app);
    if (starts_program(command)) {
        const std::size_t left = command.words.size() - program_begin(*command.verb, command.words);
        if (left > 0) words.insert(words.end() - static_cast<std::ptrdiff_t>(left), "--");
    }
    std::ranges::reverse(words);
    return words;
}

/// The first word before "--" that has the form of an option and is none; empty if there is none.
std::string unknown_option(const named_command& command) {
    for (const std::string& word : command.words) {
        if (word == "--") break;
        if (word.size() < 2 || word[0] != '-' || std::isdigit(static_cast<unsigned char>(word[1])) != 0) continue;
        const std::string name = word[1] == '-' ? word.substr(0, word.find('=')) : word.substr(0, 2);
        if (command.verb->get_option_no_throw(name) == nullptr) return name;
    }
    return "";
}

/// CLI11 lists all words that are left over, in reverse, and leaves out an unknown option with a value.
std::string extras_text(const CLI::ExtrasError& error, const named_command& command) {
    const std::string option = unknown_option(command);
    return option.empty() ? error.what() : fmt::format("'{}' is not an option of '{}'", option, command.text);
}

/// Prints the line of a failure, or one line for each host that has failed; returns the exit status. The text may
/// contain parts of a file, or the last line of a daemon.
int report(const std::string& text, exit_status status) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        print_error_line(line);
    return static_cast<int>(status);
}

int report_out_of_memory() {
    std::cerr << "banyan: " << daemon::memory_shortage_text() << "; try a smaller grid or fewer tasks\n";
    return static_cast<int>(exit_status::failed);
}

/// CLI11 itself says "-n: 1 required N missing" or "--rows: At Most 1 required but received 2".
std::string mismatch_text(const CLI::ArgumentMismatch& error) {
    const std::string text = error.what();
    const std::string option = text.substr(0, text.find(':'));
    return option + (text.ends_with("missing") ? ": the value is missing" : ": given more than once, use it once");
}

/// CLI11 itself says "--pty excludes --no-pty".
std::string excludes_text(const CLI::ExcludesError& error) {
    const std::string text = error.what(), verb = " excludes ";
    const auto at = text.find(verb);
    if (at == text.npos) return text;
    return fmt::format("{} and {} cannot be given together", text.substr(0, at), text.substr(at + verb.size()));
}

/// Reports the exception that is being handled; returns the exit status.
int report_failure(const CLI::App& app) {
    try {
        throw;
    } catch (const CLI::ValidationError& error) {  // of our own checks, which say what is allowed
        return report(error.what(), exit_status::usage);
    } catch (const CLI::ArgumentMismatch& error) {
        return report(mismatch_text(error), exit_status::usage);
    } catch (const CLI::ExtrasError& error) {
        const auto command = command_named(app);
        return report(fmt::format("{}; '{} --help' shows what is allowed", extras_text(error, command), command.text),
                      exit_status::usage);
    } catch (const CLI::ExcludesError& error) {
        return report(excludes_text(error), exit_status::usage);
    } catch (const CLI::ParseError& error) {
        return report(fmt::format("{}; '{} --help' shows what is allowed", error.what(), command_named(app).text),
                      exit_status::usage);
    } catch (const verb_error& error) {
        return report(error.what(), error.status());
    } catch (const net::error& error) {
        const bool usage = error.which() == net::errc::invalid_argument || error.which() == net::errc::unknown_task;
        return report(error.what(), usage ? exit_status::usage : exit_status::failed);
    } catch (const std::bad_alloc&) {
        return report_out_of_memory();
    } catch (const std::system_error& error) {
        if (error.code() == std::errc::not_enough_memory) return report_out_of_memory();
        if (std::ferror(stdout) != 0) {  // after_output() reports it
            unwritable = error.code().message();
            return static_cast<int>(exit_status::failed);
        }
        return report(error.what(), exit_status::failed);
    } catch (const std::exception& error) {
        return report(error.what(), exit_status::failed);
    }
}

/// The exit status after all output is flushed: a failure if the output cannot be written.
int after_output(int status) {
    errno = 0;
    std::cout.flush();
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && std::cout.good()) return status;
    if (errno != 0) unwritable = std::strerror(errno);
    const int failed = report("standard output cannot be written" + (unwritable.empty() ? "" : ": " + unwritable),
                              exit_status::failed);
    return status == 0 ? failed : status;
}

/// If the caller has closed a standard stream, a file that is opened later would get its descriptor.
void open_standard_streams() {
    for (int fd = 0; fd <= 2; ++fd)
        if (fcntl(fd, F_GETFD) < 0) static_cast<void>(open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY));
}

int run(int argc, char** argv) {
    open_standard_streams();
    CLI::App app{"Message passing and grid partitioning for Linux hosts of unequal speed", "banyan"};
    add_verbs(app);
    arguments.assign(argv + 1, argv + argc);
    try {
        refuse_unknown_verb(app, arguments);
        app.parse(words_to_parse(app));
        return after_output(exit_code);
    } catch (const CLI::Success& success) {  // --help, --version
        return after_output(app.exit(success));
    } catch (...) {
        return after_output(report_failure(app));
    }
}

}  // namespace

const std::vector<std::string>& raw_arguments() {
    return arguments;
}

void set_exit_code(int code) {
    exit_code = code;
}

}  // namespace banyan::tools

int main(int argc, char** argv) {
    try {
        return banyan::tools::run(argc, argv);
    } catch (const std::bad_alloc&) {  // before a verb is called
        return banyan::tools::report_out_of_memory();
    }
}
