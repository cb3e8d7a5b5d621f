// The banyan command: parses, calls one verb, turns every failure into one line and an exit status.
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>
#include <new>
#include <span>
#include <system_error>

#include "banyan/net/error.hpp"
#include "banyan/net/version.hpp"
#include "daemon/common/process_limits.hpp"
#include "tools/banyan/help_format.hpp"
#include "tools/banyan/names.hpp"
#include "tools/banyan/verb.hpp"

namespace banyan::tools {
namespace {

int exit_code = 0;
std::vector<std::string> arguments;

void add_verbs(CLI::App& app) {
    app.set_version_flag("--version", std::string("banyan ") + net::version_string, "Print the version and exit");
    app.set_help_flag("-h,--help", "Print this help and exit");
    app.formatter(std::make_shared<help_format>());
    app.require_subcommand(1);
    app.failure_message(CLI::FailureMessage::simple);
    add_up_verb(app);
    add_down_verb(app);
    add_hosts_verb(app);
    add_ps_verb(app);
    add_add_verb(app);
    add_delete_verb(app);
    add_kill_verb(app);
    add_run_verb(app);
    add_doctor_verb(app);
    add_partition_verb(app);
    add_reproduce_verb(app);
    add_bench_verb(app);
    add_advise_verb(app);
    add_validate_verb(app);
}

std::vector<const CLI::App*> verbs_of(const CLI::App& app) {
    return app.get_subcommands([](const CLI::App*) { return true; });
}

/// The parser itself takes an unknown verb for a missing one. `words`: what follows the name of `app`.
void refuse_unknown_verb(const CLI::App& app, std::span<const std::string> words) {
    const auto verbs = verbs_of(app);
    if (verbs.empty() || (!words.empty() && words.front().starts_with('-'))) return;
    const std::string what = app.get_parent() == nullptr ? "verb" : app.get_name();
    std::vector<std::string_view> known;
    for (const CLI::App* verb : verbs) {
        if (!words.empty() && verb->get_name() == words.front()) return refuse_unknown_verb(*verb, words.subspan(1));
        known.push_back(verb->get_name());
    }
    if (!words.empty()) refuse_unknown_name(what, words.front(), known);
    throw verb_error(exit_status::usage,
                     fmt::format("{}: none is named, allowed are {}", what, fmt::join(known, ", ")));
}

/// The command whose --help says more about a refusal by the parser.
std::string command_asked(const CLI::App& app) {
    std::string command = "banyan";
    const CLI::App* at = &app;
    for (const std::string& word : arguments) {
        const auto verbs = verbs_of(*at);
        const auto named = std::ranges::find(verbs, word, [](const CLI::App* verb) { return verb->get_name(); });
        if (named == verbs.end()) break;
        command += " " + word;
        at = *named;
    }
    return command;
}

int told(const std::string& text, exit_status status) {
    std::cerr << "banyan: " << text << "\n";
    return static_cast<int>(status);
}

int told_of_memory() {
    std::cerr << "banyan: " << daemon::memory_shortage_text()
              << "; ask for less at a time, as a smaller grid or fewer machines\n";
    return static_cast<int>(exit_status::failed);
}

/// Says what is being thrown, in one line; the exit status for it.
int tell_failure(const CLI::App& app) {
    try {
        throw;
    } catch (const CLI::ValidationError& error) {  // our own checks say what is allowed
        return told(error.what(), exit_status::usage);
    } catch (const CLI::ParseError& error) {
        return told(fmt::format("{}; '{} --help' says what is allowed", error.what(), command_asked(app)),
                    exit_status::usage);
    } catch (const verb_error& error) {
        return told(error.what(), error.status());
    } catch (const net::error& error) {
        const bool usage = error.which() == net::errc::invalid_argument || error.which() == net::errc::unknown_task;
        return told(error.what(), usage ? exit_status::usage : exit_status::failed);
    } catch (const std::bad_alloc&) {
        return told_of_memory();
    } catch (const std::system_error& error) {
        if (error.code() == std::errc::not_enough_memory) return told_of_memory();
        return told(error.what(), exit_status::failed);
    } catch (const std::exception& error) {
        return told(error.what(), exit_status::failed);
    }
}

/// Output that nobody got is no success. Keeps the status of a failure.
int after_output(int status) {
    std::cout.flush();
    errno = 0;
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && std::cout.good()) return status;
    const std::string why = errno == 0 ? "" : fmt::format(": {}", std::strerror(errno));
    const int failed = told("standard output cannot be written" + why, exit_status::failed);
    return status == 0 ? failed : status;
}

/// Files that are opened later must not take the place of a standard stream that the caller has closed.
void keep_standard_streams_apart() {
    for (int fd = 0; fd <= 2; ++fd)
        if (fcntl(fd, F_GETFD) < 0) static_cast<void>(open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY));
}

int run(int argc, char** argv) {
    keep_standard_streams_apart();
    CLI::App app{"Message passing and grid decomposition for unequal Linux machines", "banyan"};
    add_verbs(app);
    arguments.assign(argv + 1, argv + argc);
    try {
        refuse_unknown_verb(app, arguments);
        app.parse(argc, argv);
        return after_output(exit_code);
    } catch (const CLI::Success& success) {  // --help, --version
        return after_output(app.exit(success));
    } catch (...) {
        return after_output(tell_failure(app));
    }
}

}  // namespace

void add_json_option(CLI::App& verb, bool& json) {
    verb.add_flag("--json", json, "Print one JSON object on stdout and nothing else there");
}

void add_plain_verb(CLI::App& app, const std::string& name, const std::string& summary, void (*run)(bool json)) {
    CLI::App& verb = *app.add_subcommand(name, summary);
    const auto json = std::make_shared<bool>(false);
    add_json_option(verb, *json);
    verb.callback([json, run] { run(*json); });
}

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
    } catch (const std::bad_alloc&) {  // before there is a verb
        return banyan::tools::told_of_memory();
    }
}
