// A model of the time that one exchange of messages among all tasks takes, fitted to measurements.
//
// Crandall 1994 charges lambda for each message of the busiest processor and tau for the bytes of all processors (one
// shared medium). A switched network charges tau for the bytes of the busiest processor only. Tasks that share cores
// are between the two. So each cost has two parts, one for the busiest task and one for all tasks together, and the fit
// to measured exchanges decides how large each part is.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace banyan::advisor {

/// The messages and bytes of one exchange. All tasks start together, and each waits until its own messages are
/// complete.
struct exchange_load {
    double busiest_messages = 0;  ///< most messages that one task sends (or receives)
    double total_messages = 0;    ///< messages of all tasks
    double busiest_bytes = 0;     ///< most payload bytes that one task sends (or receives)
    double total_bytes = 0;       ///< payload bytes of all tasks
};

/// All measured rounds of one exchange.
struct exchange_samples {
    exchange_load load;
    std::vector<double> seconds;
};

/// Seconds of an exchange = round + busiest_messages * message + total_messages * shared_message
///                        + busiest_bytes * byte + total_bytes * shared_byte; all coefficients >= 0, in seconds.
struct exchange_model {
    double round_s = 0;
    double message_s = 0;
    double shared_message_s = 0;
    double byte_s = 0;
    double shared_byte_s = 0;

    /// The predicted seconds; 0 if nothing is sent.
    [[nodiscard]] double seconds(const exchange_load& load) const;
    /// The part of the time per byte that the tasks share if all `tasks` of them send together: 1 on one shared medium,
    /// 0 on a switch.
    [[nodiscard]] double shared_part(int tasks) const;
    /// "shared" if shared_part is at least 0.75, "switched" if it is at most 0.25, else "mixed".
    [[nodiscard]] std::string kind(int tasks) const;
};

/// Fits the model to the medians of the exchanges, with equal weights for the relative errors. Throws
/// std::invalid_argument for an empty list, and for exchanges without samples or with times that are not above zero.
exchange_model fit_exchanges(std::span<const exchange_samples> exchanges);

}  // namespace banyan::advisor
