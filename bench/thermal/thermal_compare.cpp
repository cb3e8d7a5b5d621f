// Compares Banyan's thermal example with the same program written by hand: one task with a plain C loop, and two tasks
// divided by rows with MPI over TCP. The runs alternate, and their medians are compared. The results must be bitwise
// equal. Run it on a host without other load.
//
//   thermal_compare [--side 4096] [--iterations 50] [--repeat 7] [--out FILE]
//
// Prints a summary, and writes JSON with every sample, the host and the settings.
#include <sys/utsname.h>
#include <sys/wait.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

namespace {

using json = nlohmann::ordered_json;

struct settings {
    int side = 4096;
    int iterations = 50;
    int repeat = 7;
    std::string out;
    std::string banyan_run;
    std::string mpi_run = BANYAN_MPIRUN;
};

// One run of one program.
struct sample {
    double seconds_per_iteration;
    std::string checksum;
};

std::string output_of(const std::string& command) {
    FILE* pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) throw std::runtime_error("cannot start: " + command);
    std::string text;
    std::array<char, 4096> part{};
    for (std::size_t n; (n = fread(part.data(), 1, part.size(), pipe)) > 0;)
        text.append(part.data(), n);
    const int status = pclose(pipe);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) throw std::runtime_error("failed: " + command + "\n" + text);
    return text;
}

sample by_hand(const std::string& command) {
    std::istringstream text(output_of(command));
    sample s{};
    if (!(text >> s.seconds_per_iteration >> s.checksum)) throw std::runtime_error("no result from: " + command);
    return s;
}

sample by_banyan(const std::string& command) {
    const std::string text = output_of(command);
    // `banyan run` can put the rank before each line.
    const json report = json::parse(text.substr(std::min(text.find('{'), text.size())));
    return {report.at("seconds_per_iteration").get<double>(), report.at("checksum").get<std::string>()};
}

double median(std::vector<double> values) {
    std::ranges::sort(values);
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

// The command for the results, without the path of the build folder.
std::string shown(std::string command, const std::string& bin) {
    for (std::size_t at = 0; (at = command.find(bin + "/", at)) != std::string::npos;)
        command.erase(at, bin.size() + 1);
    return command;
}

// Runs each program `repeat` times. They alternate, and so does the one that goes first.
json compare(const settings& s, const std::string& bin, const std::string& hand_command,
             const std::string& banyan_command) {
    std::vector<double> hand;
    std::vector<double> banyan;
    for (int i = 0; i < s.repeat; ++i) {
        sample first = i % 2 == 0 ? by_hand(hand_command) : sample{};
        const sample ours = by_banyan(banyan_command);
        if (i % 2 == 1) first = by_hand(hand_command);
        if (first.checksum != ours.checksum) throw std::runtime_error("results differ: " + banyan_command);
        hand.push_back(first.seconds_per_iteration);
        banyan.push_back(ours.seconds_per_iteration);
        std::fprintf(stderr, "  by hand %.6f s, banyan %.6f s\n", hand.back(), banyan.back());
    }
    const double points = static_cast<double>(s.side) * s.side;
    return {
        {"by_hand", {{"command", shown(hand_command, bin)}, {"seconds_per_iteration", hand}, {"median", median(hand)}}},
        {"banyan",
         {{"command", shown(banyan_command, bin)}, {"seconds_per_iteration", banyan}, {"median", median(banyan)}}},
        {"points_per_second", {{"by_hand", points / median(hand)}, {"banyan", points / median(banyan)}}},
        {"speed_ratio", median(hand) / median(banyan)},
        {"time_ratio", median(banyan) / median(hand)}};
}

std::string first_line(const char* file, const char* key) {
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        if (line.find(key) != std::string::npos) return line.substr(line.find(key));
    }
    return "";
}

json computer() {
    utsname name{};
    uname(&name);
    return {{"cpu", first_line("/proc/cpuinfo", "model name")},
            {"cores", std::thread::hardware_concurrency()},
            {"kernel", name.release},
            {"load_before", first_line("/proc/loadavg", "")}};
}

std::string today() {
    const std::time_t now = std::time(nullptr);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
    return text.data();
}

json measure(const settings& s, const std::string& bin) {
    const std::string size = std::to_string(s.side) + " " + std::to_string(s.iterations);
    const std::string options = " --method contiguous_row --json --rows " + std::to_string(s.side) + " --cols " +
                                std::to_string(s.side) + " --iterations " + std::to_string(s.iterations);
    json report{{"schema", "banyan.bench.thermal/2"},
                {"date", today()},
                {"computer", computer()},
                {"settings", {{"side", s.side}, {"iterations", s.iterations}, {"repeat", s.repeat}, {"flops", 10}}}};
    std::fprintf(stderr, "one task against a plain C loop\n");
    report["one_task"] = compare(s, bin, bin + "/thermal_plain " + size, bin + "/thermal" + options);
    if (s.mpi_run.empty()) return report;
    std::fprintf(stderr, "two tasks against MPI over TCP\n");
    const std::string run = s.banyan_run.empty()
                                ? "BANYAN_TRANSPORT=tcp " + bin + "/banyan run -n 2 --env BANYAN_TRANSPORT --"
                                : s.banyan_run;
    report["two_tasks"] =
        compare(s, bin, s.mpi_run + " " + bin + "/thermal_mpi " + size, run + " " + bin + "/thermal" + options);
    return report;
}

}  // namespace

int main(int argc, char** argv) {
    settings s;
    CLI::App app("Banyan's thermal example against plain C and MPI by hand.");
    app.add_option("--side", s.side, "rows and columns of the grid")
        ->capture_default_str()
        ->check(CLI::Range(2, 30'000));
    app.add_option("--iterations", s.iterations, "of one run")->capture_default_str()->check(CLI::Range(1, 100'000));
    app.add_option("--repeat", s.repeat, "runs of each program")->capture_default_str()->check(CLI::Range(1, 1000));
    app.add_option("--out", s.out, "JSON file; default: standard output");
    app.add_option("--banyan-run", s.banyan_run, "how two tasks are started; default: banyan run -n 2 --, over TCP");
    app.add_option("--mpi-run", s.mpi_run, "how two MPI processes are started; empty: not measured")
        ->capture_default_str();
    CLI11_PARSE(app, argc, argv);
    try {
        const json report = measure(s, std::filesystem::read_symlink("/proc/self/exe").parent_path().string());
        if (!s.out.empty()) std::ofstream(s.out) << report.dump(2) << '\n';
        if (s.out.empty()) std::cout << report.dump(2) << '\n';
        std::fprintf(stderr, "one task: %.3f of the plain loop's points per second (target 0.9)\n",
                     report["one_task"]["speed_ratio"].get<double>());
        if (report.contains("two_tasks")) {
            std::fprintf(stderr, "two tasks: %.3f x the MPI program's time per iteration (target 1.05)\n",
                         report["two_tasks"]["time_ratio"].get<double>());
        }
        return 0;
    } catch (const std::exception& e) {
        std::fprintf(stderr, "thermal_compare: %s\n", e.what());
        return 1;
    }
}
