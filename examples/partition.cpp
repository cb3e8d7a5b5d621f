// Divides a grid among five processors of different speed by three methods and shows which processor gets which cells.
// No messages.
// Run:     partition
#include <iostream>

#include "banyan/part/communication.hpp"
#include "banyan/part/methods.hpp"

namespace part = banyan::part;

int main() {
    const part::grid plate(12, 24);
    const part::speeds processors{4, 3, 2, 2, 1};
    const part::stencil neighbours = part::stencil::named("5");

    for (const char* method : {"row", "columns", "fbrd"}) {
        const part::partition parts = part::make_partition(method, plate, processors);
        const part::communication sent = part::exact_communication(parts, neighbours);
        std::cout << method << ": " << sent.messages() << " messages and " << sent.items() << " values per iteration\n";
        for (int p = 0; p < parts.processors(); ++p)
            std::cout << "  processor " << p << ", speed " << processors[p] << ": " << parts.cells(p) << " cells\n";
        for (int row = 0; row < plate.rows(); ++row) {
            std::cout << "  ";
            for (int col = 0; col < plate.cols(); ++col)
                std::cout << parts.owner(row, col);
            std::cout << "\n";
        }
    }
}
