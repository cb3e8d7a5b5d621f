#include "advisor/classic_model.hpp"

#include <catch2/catch.hpp>

#include "banyan/part/methods.hpp"
#include "banyan/part/speeds.hpp"

namespace classic_model_test {

using namespace banyan::advisor;
namespace part = banyan::part;

namespace {

exchange_samples ring(double tasks, double bytes, std::vector<double> seconds) {
    return {{1, tasks, bytes, tasks * bytes}, std::move(seconds)};
}

}  // namespace

TEST_CASE("the classic fit is a plain line through the means of the ring") {
    const double lambda = 1.5e-3, tau = 1e-6;
    std::vector<exchange_samples> exchanges;
    for (const double bytes : {8.0, 1000.0, 30000.0}) {
        const double seconds = lambda + tau * 4 * bytes;
        exchanges.push_back(ring(4, bytes, {seconds - 1e-4, seconds + 1e-4}));
        exchanges.push_back({{2, 8, 2 * bytes, 8 * bytes}, {1.0}});  // no ring of the thesis
        exchanges.push_back({{1, 1, bytes, bytes}, {1.0}});
    }
    const auto fitted = fit_classic(exchanges);
    CHECK(fitted.lambda_s == Approx(lambda));
    CHECK(fitted.tau_s_per_byte == Approx(tau));
    CHECK(fitted.seconds(2, 4096) == Approx(2 * lambda + 4096 * tau));
}

TEST_CASE("the classic fit takes means, so one delayed round changes it") {
    const std::vector<exchange_samples> spiked{ring(2, 8, {1e-4, 1e-4, 10e-3}), ring(2, 4096, {2e-4, 2e-4, 2e-4})};
    CHECK(fit_classic(spiked).tau_s_per_byte == 0);  // the line falls
    CHECK(fit_classic(spiked).lambda_s > 1e-3);
}

TEST_CASE("the classic fit of one size or of no ring has no time per byte") {
    CHECK(fit_classic({}).lambda_s == 0);
    const auto one = fit_classic(std::vector<exchange_samples>{ring(2, 64, {3e-4})});
    CHECK(one.lambda_s == Approx(3e-4));
    CHECK(one.tau_s_per_byte == 0);
}

TEST_CASE("the busiest processor of each direction is charged") {
    // Rows on a torus: each processor sends one message to the north and one to the south.
    const auto rows = part::make_partition("row", part::grid(8, 8), part::speeds::equal(4));
    CHECK(direction_messages(part::exact_communication(rows, part::stencil::named("5"))) == 2);
    const auto blocks = part::make_partition("block", part::grid(8, 8), part::speeds::equal(4));
    CHECK(direction_messages(part::exact_communication(blocks, part::stencil::named("5"))) == 4);
}

TEST_CASE("the slowest processor is that with the largest mean") {
    CHECK(slowest_mean({{1, 1, 4}, {}, {1.5, 1.5}}) == Approx(2));
    CHECK(slowest_mean({}) == 0);
}

}  // namespace classic_model_test
