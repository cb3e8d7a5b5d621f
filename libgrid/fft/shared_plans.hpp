// Plans that one rank measures for all.
#pragma once

#include <initializer_list>

#include "banyan/net/group.hpp"
#include "libgrid/fft/local_fft.hpp"

namespace banyan::grid {

/// Makes the plans that are to be measured and are not made yet: rank 0 alone, so that no other rank disturbs it; then
/// the others use what it has found (FFTW's wisdom). A rank whose FFTW has other algorithms than that of rank 0, as on
/// another kind of processor, measures by itself. Pointers may be null. Collective over the group, with the same plans
/// on all ranks; does nothing if there is nothing to measure. Throws net::error as net::broadcast.
void share_plans(const net::group& tasks, std::initializer_list<local_fft*> plans, net::deadline until);

}  // namespace banyan::grid
