// A list of algorithms by name, one for each collective: "allreduce=ring,broadcast=chain".
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "libnet/schedules/algorithm.hpp"

namespace banyan::net {

/// Which algorithm each collective uses where the program names none. A value type.
class named_algorithms {
  public:
    /// Names none.
    named_algorithms() = default;
    /// Pairs COLLECTIVE=ALGORITHM, separated by commas; "" has no pair. The algorithm "automatic" leaves the choice to
    /// the library. Throws errc::invalid_argument, with one line that says what is allowed, for a part that is not a
    /// pair, an unknown collective or algorithm, and a collective that is named twice.
    explicit named_algorithms(std::string_view text);

    /// nullptr if none is named for this collective.
    [[nodiscard]] const algorithm* find(collective_kind kind) const;

  private:
    void add(std::string_view pair);

    std::vector<std::pair<collective_kind, const algorithm*>> named_;
};

}  // namespace banyan::net
