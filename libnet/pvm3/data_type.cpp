#include "libnet/pvm3/data_type.hpp"

#include "pvm3/pvm3.h"

namespace banyan::pvm3 {

std::size_t bytes_of_type(int type) {
    switch (type) {
        case PVM_BYTE:
            return 1;
        case PVM_SHORT:
        case PVM_USHORT:
            return sizeof(short);
        case PVM_INT:
        case PVM_UINT:
            return sizeof(int);
        case PVM_LONG:
        case PVM_ULONG:
            return sizeof(long);
        case PVM_FLOAT:
            return sizeof(float);
        case PVM_CPLX:
            return 2 * sizeof(float);
        case PVM_DOUBLE:
            return sizeof(double);
        case PVM_DCPLX:
            return 2 * sizeof(double);
        default:
            return 0;
    }
}

}  // namespace banyan::pvm3
