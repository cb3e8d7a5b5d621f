// Whole rows or columns, as many as the processor is fast (Crandall 4.3).
#include "libpart/methods/method.hpp"

namespace banyan::part {

cut_tree contiguous_row(const grid&, processor_list processors) {
    return strips(cut::horizontal, processors);
}

cut_tree contiguous_column(const grid&, processor_list processors) {
    return strips(cut::vertical, processors);
}

}  // namespace banyan::part
