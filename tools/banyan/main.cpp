// The banyan command: parses, calls one verb, turns every failure into one line and an exit status.
#include <exception>
#include <iostream>

#include "banyan/net/error.hpp"
#include "banyan/net/version.hpp"
#include "tools/banyan/names.hpp"
#include "tools/banyan/verb.hpp"

namespace banyan::tools {
namespace {

int exit_code = 0;
std::vector<std::string> arguments;

}  // namespace

void add_json_option(CLI::App& verb, bool& json) {
    verb.add_flag("--json", json, "Print one JSON object on stdout and nothing else there");
}

const std::vector<std::string>& raw_arguments() {
    return arguments;
}

void set_exit_code(int code) {
    exit_code = code;
}

// The parser itself takes an unknown verb for a missing one.
static void refuse_unknown_verb(const CLI::App& app, const std::vector<std::string>& words) {
    if (words.empty() || words.front().starts_with('-')) return;
    std::vector<std::string_view> known;
    for (const auto* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
        if (verb->get_name() == words.front()) return;
        known.push_back(verb->get_name());
    }
    refuse_unknown_name("verb", words.front(), known);
}

static int run(int argc, char** argv) {
    CLI::App app{"Message passing and grid decomposition for unequal Linux machines", "banyan"};
    app.set_version_flag("--version", std::string("banyan ") + net::version_string);
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
    arguments.assign(argv + 1, argv + argc);
    try {
        refuse_unknown_verb(app, arguments);
        app.parse(argc, argv);
        return exit_code;
    } catch (const CLI::Success& success) {  // --help, --version
        return app.exit(success);
    } catch (const CLI::ConversionError& error) {
        std::cerr << "banyan: " << error.what() << ": a number of a size that this option takes is wanted\n";
        return static_cast<int>(exit_status::usage);
    } catch (const CLI::ParseError& error) {
        std::cerr << "banyan: " << error.what() << "\n";
        return static_cast<int>(exit_status::usage);
    } catch (const verb_error& error) {
        std::cerr << "banyan: " << error.what() << "\n";
        return static_cast<int>(error.status());
    } catch (const net::error& error) {
        std::cerr << "banyan: " << error.what() << "\n";
        const bool usage = error.which() == net::errc::invalid_argument || error.which() == net::errc::unknown_task;
        return static_cast<int>(usage ? exit_status::usage : exit_status::failed);
    } catch (const std::exception& error) {
        std::cerr << "banyan: " << error.what() << "\n";
        return static_cast<int>(exit_status::failed);
    }
}

}  // namespace banyan::tools

int main(int argc, char** argv) {
    return banyan::tools::run(argc, argv);
}
