// PvmMax, PvmMin, PvmSum, PvmProduct: functions for pvm_reduce, which combine y into x.
#include <algorithm>
#include <complex>

#include "pvm3/pvm3.h"

namespace {

template <class T, class Combine>
void each(void* x, const void* y, int count, Combine combine) {
    auto* into = static_cast<T*>(x);
    const auto* from = static_cast<const T*>(y);
    for (int i = 0; i < count; ++i)
        into[i] = static_cast<T>(combine(into[i], from[i]));
}

/// Calls `combine` for each pair of items. Returns PvmBadParam for a type that is not in the list.
template <class Combine>
int for_numbers(int type, void* x, const void* y, int count, Combine combine) {
    switch (type) {
        case PVM_SHORT:
            each<short>(x, y, count, combine);
            return PvmOk;
        case PVM_INT:
            each<int>(x, y, count, combine);
            return PvmOk;
        case PVM_LONG:
            each<long>(x, y, count, combine);
            return PvmOk;
        case PVM_USHORT:
            each<unsigned short>(x, y, count, combine);
            return PvmOk;
        case PVM_UINT:
            each<unsigned>(x, y, count, combine);
            return PvmOk;
        case PVM_ULONG:
            each<unsigned long>(x, y, count, combine);
            return PvmOk;
        case PVM_FLOAT:
            each<float>(x, y, count, combine);
            return PvmOk;
        case PVM_DOUBLE:
            each<double>(x, y, count, combine);
            return PvmOk;
        default:
            return PvmBadParam;
    }
}

// Also for bytes and for complex numbers, of which the one with the larger (smaller) absolute value is taken.
template <class Better>
int choose(int type, void* x, const void* y, int count, Better better) {
    const auto pick = [better](auto a, auto b) { return better(b, a) ? b : a; };
    const auto pick_complex = [better](auto a, auto b) { return better(std::norm(b), std::norm(a)) ? b : a; };
    if (type == PVM_BYTE) each<char>(x, y, count, pick);
    if (type == PVM_CPLX) each<std::complex<float>>(x, y, count, pick_complex);
    if (type == PVM_DCPLX) each<std::complex<double>>(x, y, count, pick_complex);
    if (type == PVM_BYTE || type == PVM_CPLX || type == PVM_DCPLX) return PvmOk;
    return for_numbers(type, x, y, count, pick);
}

template <class Combine>
int calculate(int type, void* x, const void* y, int count, Combine combine) {
    if (type == PVM_CPLX) each<std::complex<float>>(x, y, count, combine);
    if (type == PVM_DCPLX) each<std::complex<double>>(x, y, count, combine);
    if (type == PVM_CPLX || type == PVM_DCPLX) return PvmOk;
    return for_numbers(type, x, y, count, combine);
}

}  // namespace

void PvmMax(int* type, void* x, void* y, int* count, int* status) {
    *status = choose(*type, x, y, *count, [](auto a, auto b) { return a > b; });
}

void PvmMin(int* type, void* x, void* y, int* count, int* status) {
    *status = choose(*type, x, y, *count, [](auto a, auto b) { return a < b; });
}

void PvmSum(int* type, void* x, void* y, int* count, int* status) {
    *status = calculate(*type, x, y, *count, [](auto a, auto b) { return a + b; });
}

void PvmProduct(int* type, void* x, void* y, int* count, int* status) {
    *status = calculate(*type, x, y, *count, [](auto a, auto b) { return a * b; });
}
