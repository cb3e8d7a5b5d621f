// How long one exchange of messages among all processes takes: what a halo exchange costs on the measured network.
//
// Crandall 1994 charges lambda per message of the busiest processor and tau for the bytes of all (one shared medium).
// A switched network charges tau for the bytes of the busiest processor. Between the two lie processors whose tasks
// share cores. So every charge has two parts, one for the busiest processor and one for all together, and measured
// exchanges decide how much of each there is.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace banyan::advisor {

/// What one exchange asks of the network. All processes start together; nobody goes on before its own part is done.
struct exchange_load {
    double busiest_messages = 0;  ///< most messages that one process sends (or receives)
    double total_messages = 0;    ///< messages of all processes
    double busiest_bytes = 0;     ///< most payload bytes into or out of one process
    double total_bytes = 0;       ///< payload bytes of all processes
};

/// All rounds measured of one exchange.
struct exchange_samples {
    exchange_load load;
    std::vector<double> seconds;
};

/// Seconds of an exchange = round + busiest_messages * message + total_messages * shared_message
///                        + busiest_bytes * byte + total_bytes * shared_byte; every coefficient >= 0, in seconds.
struct exchange_model {
    double round_s = 0;
    double message_s = 0;
    double shared_message_s = 0;
    double byte_s = 0;
    double shared_byte_s = 0;

    /// 0 when nothing is sent.
    [[nodiscard]] double seconds(const exchange_load& load) const;
    /// The part of the time per byte, with `processes` sending at once, that all share: 1 on one shared medium, 0 on a
    /// switch.
    [[nodiscard]] double shared_part(int processes) const;
    /// "shared" from 0.75 of shared_part up, "switched" up to 0.25, else "mixed".
    [[nodiscard]] std::string kind(int processes) const;
};

/// Fits the model to the medians of the exchanges, relative errors weighted equally. Throws std::invalid_argument for
/// none, and for exchanges without samples or with times at or below zero.
exchange_model fit_exchanges(std::span<const exchange_samples> exchanges);

}  // namespace banyan::advisor
