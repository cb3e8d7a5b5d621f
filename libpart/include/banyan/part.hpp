// All public headers of libpart, except those that compute the papers again (banyan/part/papers/).
#pragma once

#include "banyan/part/communication.hpp"
#include "banyan/part/cost.hpp"
#include "banyan/part/error.hpp"
#include "banyan/part/grid.hpp"
#include "banyan/part/lookup.hpp"
#include "banyan/part/measured_network.hpp"
#include "banyan/part/methods.hpp"
#include "banyan/part/multilevel.hpp"
#include "banyan/part/partition.hpp"
#include "banyan/part/partition_json.hpp"
#include "banyan/part/patterns.hpp"
#include "banyan/part/processor_choice.hpp"
#include "banyan/part/regular_blocks.hpp"
#include "banyan/part/speeds.hpp"
#include "banyan/part/stencil.hpp"
#include "banyan/part/work_density.hpp"
