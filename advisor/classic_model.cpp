#include "advisor/classic_model.hpp"

#include <algorithm>

#include "advisor/statistics.hpp"

namespace banyan::advisor {

double direction_messages(const part::communication& sent) {
    double sum = 0;
    for (int k = 0; k < sent.directions(); ++k) {
        std::int64_t most = 0;
        for (int processor = 0; processor < sent.processors(); ++processor) {
            most = std::max(most, sent.messages(processor, k));
        }
        sum += static_cast<double>(most);
    }
    return sum;
}

classic_model fit_classic(std::span<const exchange_samples> exchanges) {
    double n = 0, sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0;
    for (const auto& e : exchanges) {
        if (e.load.busiest_messages != 1 || e.load.total_messages <= 1) continue;
        const double x = e.load.total_bytes, y = mean_with_interval(e.seconds).mean;
        n += 1, sum_x += x, sum_y += y, sum_xx += x * x, sum_xy += x * y;
    }
    if (n == 0) return {};
    const double spread = n * sum_xx - sum_x * sum_x;
    const double tau = spread > 0 ? (n * sum_xy - sum_x * sum_y) / spread : 0;
    const double lambda = (sum_y - tau * sum_x) / n;
    return {std::max(lambda, 0.0), std::max(tau, 0.0)};
}

double slowest_mean(const std::vector<std::vector<double>>& compute_s) {
    double slowest = 0;
    for (const auto& samples : compute_s) {
        if (!samples.empty()) slowest = std::max(slowest, mean_with_interval(samples).mean);
    }
    return slowest;
}

}  // namespace banyan::advisor
