#include "advisor/model_intervals.hpp"

#include <stdexcept>

namespace banyan::advisor {
namespace {

struct model_number {
    const char* name;
    double exchange_model::*value;
};

constexpr model_number model_numbers[] = {{"round_s", &exchange_model::round_s},
                                          {"message_s", &exchange_model::message_s},
                                          {"shared_message_s", &exchange_model::shared_message_s},
                                          {"byte_s", &exchange_model::byte_s},
                                          {"shared_byte_s", &exchange_model::shared_byte_s}};

}  // namespace

std::vector<model_interval> intervals_of(const exchange_model& fitted, std::span<const exchange_model> draws) {
    if (draws.empty()) throw std::invalid_argument("the interval of a model needs draws");
    std::vector<model_interval> found;
    for (const auto& [name, value] : model_numbers) {
        std::vector<double> drawn;
        for (const auto& model : draws) {
            drawn.push_back(model.*value);
        }
        found.push_back({name, fitted.*value, middle_95(drawn)});
    }
    return found;
}

}  // namespace banyan::advisor
