#include "advisor/probe_report.hpp"

#include <stdexcept>
#include <string_view>

namespace banyan::advisor {
namespace {

using json = nlohmann::ordered_json;

constexpr std::string_view schema = "banyan.probe.v1";
constexpr std::string_view start_of_report = R"({"schema":"banyan.probe.v)";

json pair_to_json(const pair_report& pair) {
    json results = json::array();
    for (const auto& r : pair.results) {
        results.push_back({{"bytes", r.bytes}, {"ping_pong_s", r.ping_pong_s}, {"stream_s", r.stream_s}});
    }
    return {{"ranks", {pair.a, pair.b}}, {"results", results}};
}

pair_report pair_from_json(const json& in) {
    pair_report pair{in.at("ranks").at(0).get<int>(), in.at("ranks").at(1).get<int>(), {}};
    for (const auto& r : in.at("results")) {
        pair.results.push_back({r.at("bytes").get<std::size_t>(), r.at("ping_pong_s").get<std::vector<double>>(),
                                r.at("stream_s").get<std::vector<double>>()});
    }
    return pair;
}

json exchange_to_json(const exchange_samples& e) {
    return {{"busiest_messages", e.load.busiest_messages},
            {"total_messages", e.load.total_messages},
            {"busiest_bytes", e.load.busiest_bytes},
            {"total_bytes", e.load.total_bytes},
            {"seconds", e.seconds}};
}

exchange_samples exchange_from_json(const json& in) {
    return {{in.at("busiest_messages").get<double>(), in.at("total_messages").get<double>(),
             in.at("busiest_bytes").get<double>(), in.at("total_bytes").get<double>()},
            in.at("seconds").get<std::vector<double>>()};
}

json contention_to_json(const contention_samples& c) {
    return {{"place", c.place}, {"messages", c.messages}, {"bytes", c.bytes}, {"seconds", c.seconds}};
}

contention_samples contention_from_json(const json& in) {
    return {in.at("place").get<std::string>(), in.at("messages").get<int>(), in.at("bytes").get<double>(),
            in.at("seconds").get<std::vector<double>>()};
}

json shapes_to_json(const std::vector<std::vector<shape>>& shapes) {
    json out = json::array();
    for (const auto& of_rank : shapes) {
        json list = json::array();
        for (const auto& s : of_rank) {
            list.push_back({s.rows, s.cols});
        }
        out.push_back(list);
    }
    return out;
}

std::vector<std::vector<shape>> shapes_from_json(const json& in) {
    std::vector<std::vector<shape>> out;
    for (const auto& list : in) {
        std::vector<shape> of_rank;
        for (const auto& s : list) {
            of_rank.push_back({s.at(0).get<std::int64_t>(), s.at(1).get<std::int64_t>()});
        }
        out.push_back(of_rank);
    }
    return out;
}

json collective_to_json(const collective_times& c) {
    return {{"collective", c.collective},
            {"bytes", c.bytes},
            {"algorithm", c.algorithm},
            {"chosen", c.chosen},
            {"chosen_by_prediction", c.chosen_by_prediction},
            {"same_as", c.same_as},
            {"segment_bytes", c.segment_bytes},
            {"predicted_s", c.predicted_s},
            {"seconds", c.seconds},
            {"explanation", c.explanation}};
}

collective_times collective_from_json(const json& in) {
    return {.collective = in.at("collective").get<std::string>(),
            .bytes = in.at("bytes").get<std::uint64_t>(),
            .algorithm = in.at("algorithm").get<std::string>(),
            .chosen = in.at("chosen").get<std::string>(),
            .chosen_by_prediction = in.at("chosen_by_prediction").get<std::string>(),
            .same_as = in.at("same_as").get<std::string>(),
            .segment_bytes = in.at("segment_bytes").get<std::uint64_t>(),
            .predicted_s = in.at("predicted_s").get<double>(),
            .seconds = in.at("seconds").get<std::vector<double>>(),
            .explanation = in.at("explanation").get<std::string>()};
}

json way_to_json(const technique_way& way) {
    return {{"setting", way.setting}, {"predicted_s", way.predicted_s}, {"seconds", way.seconds}};
}

technique_way way_from_json(const json& in) {
    return {in.at("setting").get<std::string>(), in.at("predicted_s").get<double>(),
            in.at("seconds").get<std::vector<double>>()};
}

json techniques_to_json(const technique_report& report) {
    json times = json::array();
    for (const auto& one : report.times)
        times.push_back({{"technique", one.technique},
                         {"bytes", one.bytes},
                         {"plain", way_to_json(one.plain)},
                         {"improved", way_to_json(one.improved)},
                         {"automatic", one.automatic}});
    return {{"packing_byte_s", report.packing_byte_s}, {"times", times}};
}

technique_report techniques_from_json(const json& in) {
    technique_report report{in.at("packing_byte_s").get<double>(), {}};
    for (const auto& one : in.at("times"))
        report.times.push_back({one.at("technique").get<std::string>(), one.at("bytes").get<std::uint64_t>(),
                                way_from_json(one.at("plain")), way_from_json(one.at("improved")),
                                one.at("automatic").get<std::string>()});
    return report;
}

// The first line that begins as a report, from there on.
std::string_view report_in(std::string_view output) {
    if (output.starts_with(start_of_report)) return output.substr(0, output.find('\n'));
    const auto before = output.find("\n" + std::string(start_of_report));
    if (before == std::string_view::npos) throw std::runtime_error("the report of the probe is missing");
    output.remove_prefix(before + 1);
    return output.substr(0, output.find('\n'));
}

probe_report from_json(const json& in) {
    if (in.at("schema") != schema)
        throw std::runtime_error("the report of the probe is for another version of Banyan; build the program again");
    probe_report report;
    report.hosts = in.at("hosts").get<std::vector<std::string>>();
    report.facts = in.at("facts").get<std::vector<json>>();
    for (const auto& pair : in.at("pairs")) {
        report.pairs.push_back(pair_from_json(pair));
    }
    for (const auto& exchange : in.at("exchanges")) {
        report.exchanges.push_back(exchange_from_json(exchange));
    }
    report.shapes = shapes_from_json(in.at("shapes"));
    report.sweeps = in.at("sweeps_s").get<sweep_times>();
    for (const auto& one : in.at("overlap_calibrations")) {
        report.overlap_calibrations.push_back({one.at("sweep_s").get<std::vector<double>>(),
                                               one.at("exchange_s").get<std::vector<double>>(),
                                               one.at("both_s").get<std::vector<double>>()});
    }
    if (in.contains("collectives"))
        for (const auto& one : in.at("collectives"))
            report.collectives.push_back(collective_from_json(one));
    if (in.contains("techniques")) report.techniques = techniques_from_json(in.at("techniques"));
    if (in.contains("overheads"))
        report.overheads = {in.at("overheads").at("send_s").get<std::vector<double>>(),
                            in.at("overheads").at("receive_s").get<std::vector<double>>()};
    if (in.contains("contention"))
        for (const auto& one : in.at("contention"))
            report.contention.push_back(contention_from_json(one));
    if (in.contains("busy_cores")) report.busy_cores = in.at("busy_cores").get<std::vector<double>>();
    if (in.contains("network"))
        report.network = net::network_model::from_numbers(
            in.at("network").get<std::array<double, net::network_model::numbers_count>>());
    return report;
}

}  // namespace

json to_json(const probe_report& report) {
    json pairs = json::array();
    for (const auto& pair : report.pairs) {
        pairs.push_back(pair_to_json(pair));
    }
    json exchanges = json::array();
    for (const auto& exchange : report.exchanges) {
        exchanges.push_back(exchange_to_json(exchange));
    }
    json overlap_calibrations = json::array();
    for (const auto& one : report.overlap_calibrations) {
        overlap_calibrations.push_back(
            {{"sweep_s", one.sweep_s}, {"exchange_s", one.exchange_s}, {"both_s", one.both_s}});
    }
    json out{{"schema", schema},          {"hosts", report.hosts},
             {"facts", report.facts},     {"pairs", pairs},
             {"exchanges", exchanges},    {"shapes", shapes_to_json(report.shapes)},
             {"sweeps_s", report.sweeps}, {"overlap_calibrations", overlap_calibrations}};
    for (const auto& one : report.collectives)
        out["collectives"].push_back(collective_to_json(one));
    if (report.techniques) out["techniques"] = techniques_to_json(*report.techniques);
    if (!report.overheads.send_s.empty())
        out["overheads"] = {{"send_s", report.overheads.send_s}, {"receive_s", report.overheads.receive_s}};
    for (const auto& one : report.contention)
        out["contention"].push_back(contention_to_json(one));
    if (!report.busy_cores.empty()) out["busy_cores"] = report.busy_cores;
    if (report.network) out["network"] = report.network->numbers();
    return out;
}

probe_report parse_probe_report(const std::string& output) {
    try {
        return from_json(json::parse(report_in(output)));
    } catch (const json::exception& error) {
        throw std::runtime_error(std::string("the report of the probe cannot be read: ") + error.what());
    }
}

}  // namespace banyan::advisor
