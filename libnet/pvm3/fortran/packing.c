/* pvmfpack and pvmfunpack. A STRING travels like a string of C: its length as an int, then its bytes with a NUL. */
#include <stdlib.h>
#include <string.h>

#include "libnet/pvm3/fortran/fortran_text.h"
#include "pvm3/pvm3.h"

enum fortran_type { STRING, BYTE1, INTEGER2, INTEGER4, REAL4, COMPLEX8, REAL8, COMPLEX16, INTEGER8 };

void pvmfpack_(const int* what, const void* first, const int* count, const int* stride, int* info);
void pvmfunpack_(const int* what, void* first, const int* count, const int* stride, int* info);

static int pack_text(const char* text, int length) {
    if (length < 0) return PvmBadParam;
    char* copy = malloc((size_t)length + 1);
    if (!copy) return PvmNoMem;
    memcpy(copy, text, (size_t)length);
    copy[length] = 0;
    const int info = pvm_pkstr(copy);
    free(copy);
    return info;
}

/* The text gets blanks at its end. A longer string is cut off. */
static int unpack_text(char* text, int length) {
    int bytes = 0;
    if (length < 0) return PvmBadParam;
    int info = pvm_upkint(&bytes, 1, 1);
    if (info < 0) return info;
    if (bytes < 1) return PvmNoData;
    char* copy = malloc((size_t)bytes + 1);
    if (!copy) return PvmNoMem;
    info = pvm_upkbyte(copy, bytes, 1);
    copy[bytes] = 0;
    if (info >= 0) fortran_text(text, (size_t)length, copy);
    free(copy);
    return info;
}

void pvmfpack_(const int* what, const void* first, const int* count, const int* stride, int* info) {
    switch (*what) {
        case STRING:
            *info = pack_text(first, *count);
            break;
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
            *info = unpack_text(first, *count);
            break;
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
