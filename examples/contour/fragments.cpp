#include "examples/contour/fragments.hpp"

#include <unordered_map>
#include <unordered_set>

namespace contour {

fragment fragment_of(const segment& s) {
    return {s.head(), s.tail(), s.next, s.elements.size(), s.begins, s.ends};
}

joined_fragments::joined_fragments(std::vector<std::vector<fragment>> of_parts) : of_parts_(std::move(of_parts)) {
    std::unordered_map<element_id, place> by_head;
    std::unordered_set<element_id> followed;  // heads that another fragment leads to
    for (std::size_t part = 0; part < of_parts_.size(); ++part) {
        for (std::size_t i = 0; i < of_parts_[part].size(); ++i) {
            const auto& one = of_parts_[part][i];
            by_head[one.head] = {part, i};
            if (one.ends == 0) followed.insert(one.next);
        }
    }
    std::vector<fragment> incomplete;
    std::vector<std::vector<place>> pieces_of_incomplete;
    for (std::size_t part = 0; part < of_parts_.size(); ++part) {
        for (std::size_t i = 0; i < of_parts_[part].size(); ++i) {
            fragment joined = of_parts_[part][i];
            if (joined.begins == 0 && followed.contains(joined.head)) continue;  // in the middle of another one
            std::vector<place> pieces{{part, i}};
            while (joined.ends == 0) {
                const auto found = by_head.find(joined.next);
                if (found == by_head.end()) break;
                pieces.push_back(found->second);
                const auto& more = of_parts_[found->second.part][found->second.index];
                joined.tail = more.tail;
                joined.next = more.next;
                joined.elements += more.elements;
                joined.ends = more.ends;
            }
            (joined.is_whole() ? joined_ : incomplete).push_back(joined);
            (joined.is_whole() ? pieces_ : pieces_of_incomplete).push_back(std::move(pieces));
        }
    }
    whole_ = joined_.size();
    joined_.insert(joined_.end(), incomplete.begin(), incomplete.end());
    pieces_.insert(pieces_.end(), pieces_of_incomplete.begin(), pieces_of_incomplete.end());
}

std::vector<std::vector<label>> joined_fragments::divide(std::span<const label> labels) const {
    std::vector<std::vector<label>> result;
    for (const auto& part : of_parts_)
        result.emplace_back(part.size());
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
        label next = labels[i];
        for (const place& at : pieces_[i]) {
            result[at.part][at.index] = next;
            next.offset += of_parts_[at.part][at.index].elements;
        }
    }
    return result;
}

}  // namespace contour
