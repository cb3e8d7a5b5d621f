/* pvmfpack and pvmfunpack. As in PVM 3.4.6, a STRING is bytes, without its length. */
#include "pvm3/pvm3.h"

enum fortran_type { STRING, BYTE1, INTEGER2, INTEGER4, REAL4, COMPLEX8, REAL8, COMPLEX16, INTEGER8 };

void pvmfpack_(const int* what, const void* first, const int* count, const int* stride, int* info);
void pvmfunpack_(const int* what, void* first, const int* count, const int* stride, int* info);

void pvmfpack_(const int* what, const void* first, const int* count, const int* stride, int* info) {
    switch (*what) {
        case STRING:
        case BYTE1:
            *info = pvm_pkbyte(first, *count, *stride);
            break;
        case INTEGER2:
            *info = pvm_pkshort(first, *count, *stride);
            break;
        case INTEGER4:
            *info = pvm_pkint(first, *count, *stride);
            break;
        case REAL4:
            *info = pvm_pkfloat(first, *count, *stride);
            break;
        case COMPLEX8:
            *info = pvm_pkcplx(first, *count, *stride);
            break;
        case REAL8:
            *info = pvm_pkdouble(first, *count, *stride);
            break;
        case COMPLEX16:
            *info = pvm_pkdcplx(first, *count, *stride);
            break;
        case INTEGER8:
            *info = pvm_pklong(first, *count, *stride);
            break;
        default:
            *info = PvmBadParam;
    }
}

void pvmfunpack_(const int* what, void* first, const int* count, const int* stride, int* info) {
    switch (*what) {
        case STRING:
        case BYTE1:
            *info = pvm_upkbyte(first, *count, *stride);
            break;
        case INTEGER2:
            *info = pvm_upkshort(first, *count, *stride);
            break;
        case INTEGER4:
            *info = pvm_upkint(first, *count, *stride);
            break;
        case REAL4:
            *info = pvm_upkfloat(first, *count, *stride);
            break;
        case COMPLEX8:
            *info = pvm_upkcplx(first, *count, *stride);
            break;
        case REAL8:
            *info = pvm_upkdouble(first, *count, *stride);
            break;
        case COMPLEX16:
            *info = pvm_upkdcplx(first, *count, *stride);
            break;
        case INTEGER8:
            *info = pvm_upklong(first, *count, *stride);
            break;
        default:
            *info = PvmBadParam;
    }
}
