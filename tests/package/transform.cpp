// Uses the installed library of Fourier transforms: there and back over ranks that are threads.
#include <cmath>
#include <iostream>

#include "banyan/grid/fft.hpp"
#include "banyan/net.hpp"

using namespace banyan;

int main() {
    bool right = true;
    net::run_threads(2, [&](net::group& world) {
        grid::fourier_transform transform(world, 64);
        std::vector<std::complex<double>> mine(transform.points(), 1.0);
        transform.forward(mine);
        for (std::size_t i = 0; i < mine.size(); ++i)
            if (std::abs(mine[i] - (transform.output_index(static_cast<std::int64_t>(i)) == 0 ? 64.0 : 0.0)) > 1e-9)
                right = false;
    });
    std::cout << "banyan " << net::version_string << ": " << (right ? "right" : "wrong") << "\n";
    return right ? 0 : 1;
}
