#include "examples/thermal/advice.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "banyan/part/error.hpp"
#include "banyan/part/partition_json.hpp"
#include "examples/text_of_rank_0.hpp"

namespace thermal {

namespace net = banyan::net;
namespace part = banyan::part;

namespace {

/// The text of a file, or why it cannot be read.
struct file_text {
    std::string text;
    std::string why_not;
};

file_text read(const std::string& file) {
    errno = 0;
    std::ifstream in(file, std::ios::binary);
    if (!in.is_open()) return {"", std::strerror(errno)};
    errno = 0;
    std::ostringstream text;
    text << in.rdbuf();  // fails for an empty file, too
    return {text.str(), text.fail() && errno != 0 ? std::strerror(errno) : ""};
}

void check_problem(const nlohmann::json& object) {
    for (const auto& [field, wanted] : {std::pair<const char*, nlohmann::json>{"schema", "banyan.advice.v1"},
                                        {"application", "thermal"},
                                        {"stencil", "5"},
                                        {"item_bytes", 8},
                                        {"density", nullptr}}) {
        const auto found = object.value(field, nlohmann::json());
        if (found != wanted) throw part::error(std::string(field) + " is " + found.dump() + ", not " + wanted.dump());
    }
}

/// Nothing if the file is older than this field, or if the advisor could not measure the network.
std::optional<network_times> network_in(const nlohmann::json& object) {
    const auto network = object.value("network", nlohmann::json());
    if (network.is_null() || network.at("lambda_s").is_null()) return std::nullopt;
    const network_times found{network.at("lambda_s").get<double>(), network.at("tau_s_per_byte").get<double>()};
    if (found.lambda_s < 0 || found.tau_s_per_byte < 0) throw part::error("a time of the network is negative");
    return found;
}

}  // namespace

advice advice_in(const std::string& text) {
    try {
        const auto object = nlohmann::json::parse(text);
        check_problem(object);
        advice found{object.at("method").get<std::string>(),
                     object.at("flops").get<int>(),
                     part::partition_from_json(object.at("partition").dump()),
                     object.value("speeds", std::vector<double>()),
                     network_in(object),
                     object.value("hosts", std::vector<std::string>())};
        if (found.flops != 10 && found.flops != 50)
            throw part::error("flops is " + std::to_string(found.flops) + ", allowed: 10, 50");
        if (found.parts.domain().axes() != part::periodic::both) throw part::error("the grid has open edges");
        return found;
    } catch (const nlohmann::json::exception&) {
        throw part::error("the file was not written by banyan advise --out");
    }
}

advice read_advice(const net::group& world, const std::string& file) {
    const bool is_reader = world.rank().value == 0;
    const auto mine = is_reader ? read(file) : file_text{};
    const auto why_not = examples::text_of_rank_0(world, mine.why_not);
    const auto text = examples::text_of_rank_0(world, mine.text);
    try {
        if (!why_not.empty()) throw part::error(why_not);
        auto found = advice_in(text);
        if (found.parts.processors() != world.size())
            throw part::error("the advice is for " + std::to_string(found.parts.processors()) +
                              " tasks, but this run has " + std::to_string(world.size()) +
                              "; use the same number, or run banyan advise for this one");
        return found;
    } catch (const part::error& failure) {
        throw part::error("--advice " + file + ": " + failure.what());
    }
}

std::string host_difference(const advice& found, const net::group& world) {
    std::string first;
    int others = 0;
    for (int r = 0; r < world.size() && static_cast<std::size_t>(r) < found.hosts.size(); ++r) {
        const auto& advised = found.hosts[static_cast<std::size_t>(r)];
        if (world.host(net::rank{r}) == advised) continue;
        ++others;
        if (first.empty())
            first = "rank " + std::to_string(r) + " is on host " + world.host(net::rank{r}) + ", not on " + advised;
    }
    if (others > 1) first += " (" + std::to_string(others) + " of " + std::to_string(world.size()) + " ranks differ)";
    return first;
}

}  // namespace thermal
