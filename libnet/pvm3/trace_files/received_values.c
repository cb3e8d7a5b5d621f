/* Values of the receive buffer. */
#include "libnet/pvm3/trace_files/trace_files.h"

int banyan_trc_fail(const char* what) {
    pvm_perror(what);
    return TRC_FALSE;
}

/* A length that the message can have. */
static int is_possible(int count) {
    int bytes = 0;
    if (pvm_bufinfo(pvm_getrbuf(), &bytes, NULL, NULL) == PvmOk && count >= 0 && count <= bytes) return TRC_TRUE;
    fprintf(stderr, "trace: %d values in a message of %d bytes\n", count, bytes);
    return TRC_FALSE;
}

static int unpack_count(int* count) {
    return pvm_upkint(count, 1, 1) < 0 ? banyan_trc_fail("trace: length of an array") : is_possible(*count);
}

/* pvm_upkstr would need memory for a text of unknown length, which might have no end. */
int banyan_trc_unpack_text(char** text) {
    int length;
    const int code = pvm_upkint(&length, 1, 1);
    if (code < 0) return code;
    if (!is_possible(length)) return PvmBadMsg;
    *text = banyan_trc_memory((size_t)length + 1, "text of a message");
    return length > 0 ? pvm_upkbyte(*text, length, 1) : PvmOk;
}

static int unpack_numbers(int type, void* values, int count) {
    switch (type) {
        case TEV_DATA_BYTE:
            return pvm_upkbyte(values, count, 1);
        case TEV_DATA_CPLX:
        case TEV_DATA_FLOAT:
            return pvm_upkfloat(values, count, 1);
        case TEV_DATA_DCPLX:
        case TEV_DATA_DOUBLE:
            return pvm_upkdouble(values, count, 1);
        case TEV_DATA_LONG:
        case TEV_DATA_ULONG:
            return pvm_upklong(values, count, 1);
        case TEV_DATA_SHORT:
        case TEV_DATA_USHORT:
            return pvm_upkshort(values, count, 1);
        default:
            return pvm_upkint(values, count, 1);
    }
}

static int unpack_texts(char** texts, int count) {
    int code = PvmOk;
    for (int i = 0; i < count && code >= 0; ++i)
        code = banyan_trc_unpack_text(&texts[i]);
    return code;
}

int trc_unpack_data_value(TRC_DATADESC value) {
    int count = 1, code = PvmOk;
    if (value->array == TEV_DATA_ARRAY && !unpack_count(&count)) return TRC_FALSE;
    value->data = trc_make_value(value->dt, count);
    value->num = count;
    if (value->dt == TEV_DATA_NULL || count == 0) return TRC_TRUE;
    if (!value->data) return TRC_FALSE;
    if (value->dt == TEV_DATA_STRING)
        code = unpack_texts(value->data, count);
    else
        code = unpack_numbers(value->dt, value->data, count * banyan_trc_numbers(value->dt));
    return code < 0 ? banyan_trc_fail("trace: value of an event") : TRC_TRUE;
}
