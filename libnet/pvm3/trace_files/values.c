/* Values in memory. */
#include "libnet/pvm3/trace_files/trace_files.h"

static const struct {
    size_t bytes; /* of one number or pointer */
    int numbers;  /* of one value */
} types[] = {[TEV_DATA_NULL] = {0, 0},
             [TEV_DATA_BYTE] = {1, 1},
             [TEV_DATA_CPLX] = {sizeof(float), 2},
             [TEV_DATA_DCPLX] = {sizeof(double), 2},
             [TEV_DATA_DOUBLE] = {sizeof(double), 1},
             [TEV_DATA_FLOAT] = {sizeof(float), 1},
             [TEV_DATA_INT] = {sizeof(int), 1},
             [TEV_DATA_UINT] = {sizeof(unsigned), 1},
             [TEV_DATA_LONG] = {sizeof(long), 1},
             [TEV_DATA_ULONG] = {sizeof(long), 1},
             [TEV_DATA_SHORT] = {sizeof(short), 1},
             [TEV_DATA_USHORT] = {sizeof(short), 1},
             [TEV_DATA_STRING] = {sizeof(char*), 1}};

int banyan_trc_numbers(int type) {
    return type >= TEV_DATA_NULL && type <= TEV_DATA_STRING ? types[type].numbers : 0;
}

TRC_VALUE trc_make_value(int type, int count) {
    if (count < 1 || type == TEV_DATA_NULL) return NULL;
    const int numbers = banyan_trc_numbers(type);
    if (numbers == 0) {
        fprintf(stderr, "no value of a trace has the type %d\n", type);
        return NULL;
    }
    /* One more byte ends a text. */
    return banyan_trc_memory((size_t)count * (size_t)numbers * types[type].bytes + 1, "value of a trace");
}

TRC_VALUE trc_copy_value(TRC_VALUE value, int type, int count) {
    if (!value) return NULL;
    TRC_VALUE copy = trc_make_value(type, count);
    if (!copy) return NULL;
    if (type == TEV_DATA_STRING) {
        for (int i = 0; i < count; ++i)
            TRC_ARR_VALUE_OF(copy, char*, i) = trc_copy_str(TRC_ARR_VALUE_OF(value, char*, i));
        return copy;
    }
    /* `value` may have one number for each count, as records that were read have, so no more are copied. */
    memcpy(copy, value, (size_t)count * types[type].bytes);
    return copy;
}

void banyan_trc_free_value(TRC_VALUE value, int type, int count) {
    if (value && type == TEV_DATA_STRING) {
        for (int i = 0; i < count; ++i)
            free(TRC_ARR_VALUE_OF(value, char*, i));
    }
    free(value);
}

int trc_get_dt_str(const char* type) {
    /* A number of a file is never complex: two numbers are written for a complex one. */
    if (strcmp(type, "float") == 0) return TEV_DATA_FLOAT;
    if (strcmp(type, "double") == 0) return TEV_DATA_DOUBLE;
    for (int i = 0; i < 16; ++i)
        if (strcmp(TRC_TYPE_STRS[i], type) == 0) return i;
    return -1;
}
