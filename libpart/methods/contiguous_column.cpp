// Whole columns, as many as the machine is fast (Crandall 4.3).
#include "libpart/methods/method.hpp"

namespace banyan::part {

cut_tree contiguous_column(const grid&, machine_list machines) {
    return strips(cut::vertical, machines);
}

}  // namespace banyan::part
