// The validation experiment: in each trial, measure speeds and network, predict, and run all methods.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "advisor/predictability.hpp"
#include "advisor/survey.hpp"
#include "advisor/thermal_run.hpp"
#include "advisor/validation.hpp"

namespace banyan::advisor {

struct experiment_settings {
    problem task;                ///< with one or more methods; its flops is replaced by each of `flops`
    std::vector<int> tasks{4};   ///< numbers of tasks to run with
    std::vector<int> flops{10};  ///< operations per cell to run with
    int trials = 3;
    double run_s = 0.5;  ///< length of one run of the application that is aimed at
    effort limits;
    std::string transport = "auto";
    prediction_model model = prediction_model::measured;  ///< that predicts
};

/// One trial with everything that was measured in it.
struct trial_record {
    std::string started;  ///< as utc_now gives it
    std::vector<std::string> methods;
    ranking predicted;
    predictability quality;  ///< of the samples, judged before the runs
    /// In which the partitions ran: for each run the index in `methods` of the first method that made its partition.
    std::vector<std::size_t> order;
    survey found;
    trial result;
};

struct experiment_record {
    std::string encryption;  ///< as encryption_between_tasks() gives it
    std::vector<trial_record> trials;

    [[nodiscard]] std::vector<trial> results() const;
};

/// The encryption of the connections between tasks: "TLS 1.3" if there are several hosts and their data is encrypted,
/// else "none".
std::string encryption_between_tasks(daemon::virtual_machine& virtual_machine);

/// The order in which trial `number`, from 0, runs the methods a, b, c: a, b, c, c, b, a, in the next trial c, b, a, a,
/// b, c. Each runs twice, at the same mean place, so that a slow change of the hosts favours none.
std::vector<std::size_t> run_order(std::span<const std::size_t> methods, int number);

/// Runs all trials. Each trial measures, predicts and runs all methods for every number of operations and of tasks, in
/// run_order(). Methods that made the same partition share its runs. `say` is called with progress messages. Blocks for
/// minutes. Throws as take_survey() and run_thermal().
experiment_record run_experiment(daemon::virtual_machine& virtual_machine, const experiment_settings& settings,
                                 const progress_text& say);

/// The run of thermal with which the prediction of method `m`, an index in problem::methods, is compared: with the
/// speeds for which its partition was made, for about `run_s` seconds after a warm-up. Throws std::out_of_range for
/// another index.
thermal_run compared_run(const problem& task, const survey& found, std::size_t m, double predicted_s, double run_s);

/// The number of iterations for a run of `run_s` seconds if one takes `iteration_s` seconds: at least 3, at most
/// 100000.
std::int64_t iterations_for(double run_s, double iteration_s);

}  // namespace banyan::advisor
