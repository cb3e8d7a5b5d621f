// banyan-probe: runs on every task of a virtual machine, measures, and prints the report on rank 0.
#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>

#include "advisor/probe/measure.hpp"
#include "banyan/net/session.hpp"

int main(int argc, char** argv) {
    try {
        const auto options = banyan::advisor::parse_probe_options(argc, argv);
        banyan::net::session session;
        const auto report = banyan::advisor::measure(session.world(), options);
        if (session.world().rank().value == 0) std::cout << banyan::advisor::to_json(report).dump() << std::endl;
        return 0;
    } catch (const CLI::Success&) {
        return 0;
    } catch (const CLI::ParseError& error) {
        std::cerr << "banyan-probe: " << error.what() << "\n";
        return 2;
    } catch (const std::exception& error) {
        std::cerr << "banyan-probe: " << error.what() << "\n";
        return 1;
    }
}
