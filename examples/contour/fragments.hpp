// Joins the pieces of contours in the parts of a block to longer pieces, and divides the labels of the longer pieces
// among the parts again. Pure.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "examples/contour/boundary.hpp"
#include "examples/contour/segments.hpp"

namespace contour {

/// A piece of a contour: consecutive segments. Sent as it is.
struct fragment {
    element_id head = 0, tail = 0, next = 0;
    std::uint64_t elements = 0;
    std::uint64_t begins = 0, ends = 0;  ///< 1 if it has the first or last element of its contour
    [[nodiscard]] bool is_whole() const { return begins != 0 && ends != 0; }
};
fragment fragment_of(const segment& s);

/// Where the elements of a fragment go: to the task `target`, after `offset` elements of the same contour.
struct label {
    std::uint64_t target = 0, offset = 0;
};

/// The fragments of one step: each is made of fragments of the parts, in the order of the contour.
class joined_fragments {
  public:
    /// `of_parts[i]`: the incomplete fragments of part i.
    explicit joined_fragments(std::vector<std::vector<fragment>> of_parts);

    /// Whole contours first.
    [[nodiscard]] std::span<const fragment> all() const { return joined_; }
    [[nodiscard]] std::span<const fragment> whole() const { return all().first(whole_); }
    [[nodiscard]] std::span<const fragment> incomplete() const { return all().subspan(whole_); }

    /// The labels of the fragments of each part, in the order of the constructor, from those of all().
    [[nodiscard]] std::vector<std::vector<label>> divide(std::span<const label> labels) const;

  private:
    struct place {
        std::size_t part, index;
    };
    std::vector<std::vector<fragment>> of_parts_;
    std::vector<fragment> joined_;
    std::vector<std::vector<place>> pieces_;  // of each joined fragment
    std::size_t whole_ = 0;
};

}  // namespace contour
