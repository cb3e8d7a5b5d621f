// All public headers of libgrid: arrays distributed over a group by a partition.
#pragma once

#include "banyan/grid/compute_in_blocks.hpp"
#include "banyan/grid/compute_time_estimate.hpp"
#include "banyan/grid/distributed_array.hpp"
#include "banyan/grid/halo_depth.hpp"
#include "banyan/grid/fft.hpp"
#include "banyan/grid/fft_model.hpp"
#include "banyan/grid/halo_layout.hpp"
#include "banyan/grid/halo_round.hpp"
#include "banyan/grid/index_shuffle.hpp"
#include "banyan/grid/item_layout.hpp"
#include "banyan/grid/item_move.hpp"
#include "banyan/grid/permutation.hpp"
#include "banyan/grid/redistribution.hpp"
#include "banyan/grid/sample_sort.hpp"
#include "banyan/grid/self_synchronization.hpp"
#include "banyan/grid/transpose.hpp"
