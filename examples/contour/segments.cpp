#include "examples/contour/segments.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace contour {
namespace {

bool is_in(const block& own, const element& e) {
    return e.row >= own.row && e.row < own.row + own.rows && e.col >= own.col && e.col < own.col + own.cols;
}

// The successors of all elements of the block, in the order of the ids.
struct successors {
    std::vector<element_id> order;
    std::unordered_map<element_id, element_id> next;
    std::unordered_set<element_id> inner;  // own elements that are the successor of an own element
};

successors successors_in(const block& own, std::int64_t cols, const marks& marked) {
    successors result;
    for (std::int64_t r = own.row; r < own.row + own.rows; ++r) {
        for (std::int64_t c = own.col; c < own.col + own.cols; ++c) {
            for (int side = 0; side < 4; ++side) {
                const element e{r, c, side};
                if (!is_element(e, marked)) continue;
                const element after = successor(e, marked);
                result.order.push_back(id_of(e, cols));
                result.next.emplace(result.order.back(), id_of(after, cols));
                if (is_in(own, after)) result.inner.insert(id_of(after, cols));
            }
        }
    }
    return result;
}

// The elements from `head` to the last one before `head` or before the edge of the block. They are taken out.
segment take_segment(element_id head, successors& of) {
    segment result;
    result.next = head;
    for (auto found = of.next.find(head); found != of.next.end(); found = of.next.find(result.next)) {
        result.elements.push_back(found->first);
        result.next = found->second;
        of.next.erase(found);
    }
    result.begins = result.ends = result.next == head;
    return result;
}

// Divides a segment before its smallest element. Returns the second part.
segment split_at_smallest(segment& s) {
    const auto at = std::ranges::min_element(s.elements);
    segment second;
    second.elements.assign(at, s.elements.end());
    second.next = s.next;
    s.next = *at;
    s.elements.erase(at, s.elements.end());
    return second;
}

}  // namespace

std::vector<segment> link_segments(const block& own, std::int64_t cols, const marks& marked) {
    successors of = successors_in(own, cols, marked);
    std::vector<segment> result;
    for (const element_id head : of.order)
        if (!of.inner.contains(head)) result.push_back(take_segment(head, of));
    for (const element_id head : of.order)  // what is left are closed contours, each met first at its smallest element
        if (of.next.contains(head)) result.push_back(take_segment(head, of));
    return result;
}

segment_ends ends_of(const segment& s) {
    return {s.head(), s.tail(), s.next, *std::ranges::min_element(s.elements)};
}

void cut_contours(std::vector<segment>& own, std::span<const segment_ends> all) {
    std::unordered_map<element_id, const segment_ends*> by_head;
    std::unordered_map<element_id, element_id> tail_before;  // by head
    for (const auto& one : all) {
        by_head[one.head] = &one;
        tail_before[one.next] = one.tail;
    }
    std::unordered_set<element_id> firsts;  // the smallest element of each contour
    while (!by_head.empty()) {
        element_id smallest = by_head.begin()->second->smallest;
        for (auto found = by_head.begin(); found != by_head.end();) {
            const auto* one = found->second;
            smallest = std::min(smallest, one->smallest);
            by_head.erase(found);
            found = by_head.find(one->next);
        }
        firsts.insert(smallest);
    }
    std::vector<segment> added;
    for (auto& s : own) {
        if (s.begins) continue;  // within the block
        s.previous = tail_before.at(s.head());
        if (firsts.contains(s.head())) {
            s.begins = true;
            s.previous = 0;
        } else if (firsts.contains(ends_of(s).smallest)) {
            segment second = split_at_smallest(s);
            second.begins = true;
            s.ends = true;
            added.push_back(std::move(second));
        }
    }
    own.insert(own.end(), std::make_move_iterator(added.begin()), std::make_move_iterator(added.end()));
    for (auto& s : own)
        if (!s.ends && firsts.contains(s.next)) s.ends = true;
}

}  // namespace contour
