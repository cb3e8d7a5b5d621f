#include "advisor/exchange_model.hpp"

#include "advisor/non_negative_fit.hpp"
#include "advisor/statistics.hpp"

namespace banyan::advisor {
namespace {

std::vector<double> terms(const exchange_load& load) {
    return {1, load.busiest_messages, load.total_messages, load.busiest_bytes, load.total_bytes};
}

}  // namespace

double exchange_model::seconds(const exchange_load& load) const {
    if (load.total_messages == 0) return 0;
    return round_s + message_s * load.busiest_messages + shared_message_s * load.total_messages +
           byte_s * load.busiest_bytes + shared_byte_s * load.total_bytes;
}

double exchange_model::shared_part(int tasks) const {
    const double together = shared_byte_s * tasks;
    return together + byte_s > 0 ? together / (together + byte_s) : 0;
}

std::string exchange_model::kind(int tasks) const {
    const double part = shared_part(tasks);
    if (part >= 0.75) return "shared";
    return part <= 0.25 ? "switched" : "mixed";
}

exchange_model fit_exchanges(std::span<const exchange_samples> exchanges) {
    std::vector<equation> equations;
    for (const auto& exchange : exchanges) {
        equations.push_back({terms(exchange.load), median(exchange.seconds)});
    }
    const auto found = fit_non_negative(equations);
    return {found[0], found[1], found[2], found[3], found[4]};
}

}  // namespace banyan::advisor
