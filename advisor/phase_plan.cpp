#include "advisor/phase_plan.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace banyan::advisor {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

/// The times of one prediction, or of one bootstrap draw.
struct time_table {
    std::vector<std::vector<double>> phase_s;  ///< [phase][method] of all its iterations in one cycle
    std::vector<std::vector<double>> move_s;   ///< [from][to]
    double cycles = 1;

    /// All phases of all cycles without moves.
    [[nodiscard]] double computing(const std::vector<std::size_t>& methods) const {
        double sum = 0;
        for (std::size_t phase = 0; phase < methods.size(); ++phase) {
            sum += phase_s[phase][methods[phase]];
        }
        return cycles * sum;
    }
    [[nodiscard]] double moving(const std::vector<std::size_t>& methods) const {
        double sum = 0;
        for (std::size_t phase = 1; phase < methods.size(); ++phase) {
            sum += move_s[methods[phase - 1]][methods[phase]];
        }
        return cycles * sum + (cycles - 1) * move_s[methods.back()][methods.front()];
    }
    [[nodiscard]] double total(const std::vector<std::size_t>& methods) const {
        return computing(methods) + moving(methods);
    }
};

std::size_t best_single(const time_table& times) {
    std::size_t best = 0;
    double least = never;
    for (std::size_t method = 0; method < times.move_s.size(); ++method) {
        const double total = times.computing(std::vector<std::size_t>(times.phase_s.size(), method));
        if (total < least) {
            least = total;
            best = method;
        }
    }
    return best;
}

// The cheapest methods of the phases if the first phase has `first`: dynamic programming along the phases.
std::vector<std::size_t> best_after(std::size_t first, const time_table& times) {
    const std::size_t methods = times.move_s.size();
    std::vector<double> cost(methods, never);
    cost[first] = 0;
    std::vector<std::vector<std::size_t>> before;
    for (std::size_t phase = 1; phase < times.phase_s.size(); ++phase) {
        std::vector<double> next(methods, never);
        std::vector<std::size_t> from(methods, 0);
        for (std::size_t to = 0; to < methods; ++to) {
            for (std::size_t m = 0; m < methods; ++m) {
                const double one = cost[m] + times.move_s[m][to] + times.phase_s[phase][to];
                if (one < next[to]) {
                    next[to] = one;
                    from[to] = m;
                }
            }
        }
        cost = std::move(next);
        before.push_back(std::move(from));
    }
    std::size_t last = 0;
    const auto with_return = [&](std::size_t m) {
        return times.cycles * cost[m] + (times.cycles - 1) * times.move_s[m][first];
    };
    for (std::size_t m = 1; m < methods; ++m) {
        if (with_return(m) < with_return(last)) last = m;
    }
    std::vector<std::size_t> chosen{last};
    for (auto from = before.rbegin(); from != before.rend(); ++from) {
        chosen.push_back((*from)[chosen.back()]);
    }
    std::ranges::reverse(chosen);
    return chosen;
}

std::vector<std::size_t> best_of_phases(const time_table& times) {
    auto best = best_after(0, times);
    for (std::size_t first = 1; first < times.move_s.size(); ++first) {
        auto other = best_after(first, times);
        if (times.total(other) < times.total(best)) best = std::move(other);
    }
    return best;
}

bool is_measured_in_all(const std::vector<phase_times>& phases, const std::string& method) {
    return std::ranges::none_of(phases, [&](const auto& phase) { return phase.of_iteration.of(method).modelled_only; });
}

// The methods to choose from: those that were measured in all phases, or all if there is none.
std::vector<std::string> names_of(const std::vector<phase_times>& phases) {
    std::vector<std::string> every, measured;
    for (const auto& ranked : phases.at(0).of_iteration.methods) {
        every.push_back(ranked.method);
        if (is_measured_in_all(phases, ranked.method)) measured.push_back(ranked.method);
    }
    return measured.empty() ? every : measured;
}

/// Makes a table from the predictions, and one from each draw.
class tables {
  public:
    tables(const std::vector<phase_times>& phases, std::int64_t cycles, const move_times& moves)
        : phases_(phases), cycles_(static_cast<double>(cycles)), names_(names_of(phases)) {
        for (const auto& from : names_) {
            moves_.emplace_back();
            for (const auto& to : names_) {
                moves_.back().push_back(from == to ? move_time{0, std::vector<double>(draws(), 0.0)} : moves(from, to));
            }
        }
    }

    [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
    [[nodiscard]] std::size_t draws() const { return phases_[0].of_iteration.methods.at(0).draws_s.size(); }
    [[nodiscard]] time_table predicted() const {
        return table([](const ranked_method& method) { return method.predicted_s; },
                     [](const move_time& move) { return move.seconds; });
    }
    [[nodiscard]] time_table drawn(std::size_t draw) const {
        return table([draw](const ranked_method& method) { return method.draws_s.at(draw); },
                     [draw](const move_time& move) { return move.draws_s.at(draw); });
    }

  private:
    template <class OfMethod, class OfMove>
    [[nodiscard]] time_table table(OfMethod of_method, OfMove of_move) const {
        time_table times{{}, {}, cycles_};
        for (const auto& phase : phases_) {
            times.phase_s.emplace_back();
            for (const auto& name : names_) {
                times.phase_s.back().push_back(static_cast<double>(phase.iterations) *
                                               of_method(phase.of_iteration.of(name)));
            }
        }
        for (const auto& from : moves_) {
            times.move_s.emplace_back();
            for (const auto& move : from) {
                times.move_s.back().push_back(of_move(move));
            }
        }
        return times;
    }

    const std::vector<phase_times>& phases_;
    double cycles_;
    std::vector<std::string> names_;
    std::vector<std::vector<move_time>> moves_;  // [from][to]
};

}  // namespace

phase_plan plan_phases(const std::vector<phase_times>& phases, std::int64_t cycles, const move_times& moves) {
    if (phases.empty()) throw std::invalid_argument("a plan needs at least one phase");
    const tables of(phases, cycles, moves);
    const auto predicted = of.predicted();
    const auto single = best_single(predicted);
    const auto methods = best_of_phases(predicted);
    const std::vector<std::size_t> everywhere(phases.size(), single);
    phase_plan plan;
    plan.single_method = of.names()[single];
    plan.single_s = predicted.computing(everywhere);
    for (const auto method : methods) {
        plan.phase_methods.push_back(of.names()[method]);
    }
    plan.phases_s = predicted.computing(methods);
    plan.moves_s = predicted.moving(methods);
    std::vector<double> savings;
    for (std::size_t draw = 0; draw < of.draws(); ++draw) {
        const auto drawn = of.drawn(draw);
        savings.push_back(drawn.computing(everywhere) - drawn.total(methods));
    }
    plan.saving_s = savings.empty() ? interval{plan.saving(), plan.saving()} : middle_95(savings);
    return plan;
}

}  // namespace banyan::advisor
