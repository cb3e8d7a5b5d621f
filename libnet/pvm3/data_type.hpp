// The data types of pvm_psend, pvm_precv, pvm_reduce, pvm_gather and pvm_scatter.
#pragma once

#include <cstddef>

namespace banyan::pvm3 {

/// Bytes of one item of this type, such as PVM_INT; 0 for an unknown type and for PVM_STR.
std::size_t bytes_of_type(int type);

}  // namespace banyan::pvm3
