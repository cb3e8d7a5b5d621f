#include "advisor/experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "advisor/host_facts.hpp"
#include "advisor/thermal_run.hpp"

namespace banyan::advisor {
namespace {

using json = nlohmann::ordered_json;

json ranking_to_json(const ranking& predicted) {
    json methods = json::array();
    for (const auto& m : predicted.methods) {
        methods.push_back({{"method", m.method},
                           {"predicted_s", m.predicted_s},
                           {"compute_s", m.compute_s},
                           {"communication_s", m.communication_s},
                           {"waiting_s", m.waiting_s},
                           {"interval_s", {m.interval_s.lo, m.interval_s.hi}},
                           {"p_best", m.p_best}});
    }
    const auto& net = predicted.network;
    return {{"methods", methods},
            {"network",
             {{"round_s", net.round_s},
              {"message_s", net.message_s},
              {"shared_message_s", net.shared_message_s},
              {"byte_s", net.byte_s},
              {"shared_byte_s", net.shared_byte_s}}}};
}

json survey_to_json(const survey& found) {
    json reports = json::array();
    for (const auto& report : found.reports) {
        json one = to_json(report);
        for (const auto* empty : {"pairs", "exchanges", "shapes", "sweeps_s", "overlap_calibrations"}) {
            if (one[empty].empty()) one.erase(empty);
        }
        reports.push_back(std::move(one));
    }
    json partitions = json::array();
    for (const auto& p : found.partitions) {
        json cells = json::array();
        for (int processor = 0; processor < p.parts.processors(); ++processor) {
            cells.push_back(p.parts.cells(processor));
        }
        partitions.push_back({{"speeds", p.speeds}, {"cells", cells}, {"settled", p.settled}});
    }
    return {{"partitions", partitions}, {"reports", reports}};
}

class experiment {
  public:
    experiment(daemon::virtual_machine& virtual_machine, const experiment_settings& settings, const progress_text& say)
        : virtual_machine_(virtual_machine), settings_(settings), say_(say) {}

    experiment_record run() {
        const auto runs = settings_.processes.size() * settings_.flops.size();
        for (int number = 0; number < settings_.trials; ++number) {
            std::size_t setting = 0;
            for (const int flops : settings_.flops) {
                for (const int processes : settings_.processes) {
                    label_ = fmt::format("trial {} of {}, setting {} of {} ({} processes, {} operations): ", number + 1,
                                         settings_.trials, ++setting, runs, processes, flops);
                    run_trial(number, processes, flops);
                }
            }
        }
        const bool encrypted = virtual_machine_.hosts().size() > 1 && !virtual_machine_.has_plain_data();
        return {std::move(trials_), {{"encryption", encrypted ? "TLS 1.3" : "none"}, {"trials", std::move(samples_)}}};
    }

  private:
    void run_trial(int number, int processes, int flops) {
        placement where;
        where.tasks = processes;
        where.transport = settings_.transport;
        problem task = settings_.task;
        task.flops = flops;
        const auto started = utc_now();
        const auto found = take_survey(virtual_machine_, where, task, settings_.limits,
                                       [&](const std::string& text) { say_(label_ + text); });
        const auto predicted = rank_methods(found.candidates, found.exchanges);
        trial one{processes, flops, {}, {{}, {}}};
        for (const auto& method : task.methods) {
            one.predicted_s.push_back(predicted.of(method).predicted_s);
        }
        const std::vector<int> order = number % 2 == 0 ? std::vector{0, 1, 1, 0} : std::vector{1, 0, 0, 1};
        for (const int method : order) {
            observe(one, where, task, found, method);
        }
        samples_.push_back({{"started", started},
                            {"processes", processes},
                            {"flops", flops},
                            {"methods", task.methods},
                            {"prediction", ranking_to_json(predicted)},
                            {"order", order},
                            {"observed_s", one.observed_s},
                            {"survey", survey_to_json(found)}});
        trials_.push_back(std::move(one));
    }

    void observe(trial& one, const placement& where, const problem& task, const survey& found, int method) {
        const auto m = static_cast<std::size_t>(method);
        say_(label_ + "running " + task.methods[m]);
        thermal_run run;
        run.domain = task.domain;
        run.method = task.methods[m];
        run.speeds = found.partitions[m].speeds;
        run.iterations = iterations_for(settings_.run_s, one.predicted_s[m]);
        run.flops = task.flops;
        one.observed_s[m].push_back(run_thermal(virtual_machine_, where, run));
    }

    daemon::virtual_machine& virtual_machine_;
    const experiment_settings& settings_;
    const progress_text& say_;
    std::string label_;
    std::vector<trial> trials_;
    json samples_ = json::array();
};

}  // namespace

std::int64_t iterations_for(double run_s, double iteration_s) {
    return std::clamp<std::int64_t>(std::llround(run_s / std::max(iteration_s, 1e-9)), 3, 100'000);
}

experiment_record run_experiment(daemon::virtual_machine& virtual_machine, const experiment_settings& settings,
                                 const progress_text& say) {
    return experiment(virtual_machine, settings, say).run();
}

}  // namespace banyan::advisor
