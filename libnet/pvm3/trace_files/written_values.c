/* Values as text of a trace file. */
#include "libnet/pvm3/trace_files/trace_files.h"

static void write_number(FILE* out, int type, const void* values, int i) {
    switch (type) {
        case TEV_DATA_CPLX:
        case TEV_DATA_FLOAT:
            fprintf(out, "%.9g", (double)((const float*)values)[i]);
            break;
        case TEV_DATA_DCPLX:
        case TEV_DATA_DOUBLE:
            fprintf(out, "%.17g", ((const double*)values)[i]);
            break;
        case TEV_DATA_UINT:
            fprintf(out, "%u", ((const unsigned*)values)[i]);
            break;
        case TEV_DATA_LONG:
            fprintf(out, "%ld", ((const long*)values)[i]);
            break;
        case TEV_DATA_ULONG:
            fprintf(out, "%lu", ((const unsigned long*)values)[i]);
            break;
        case TEV_DATA_SHORT:
            fprintf(out, "%d", ((const short*)values)[i]);
            break;
        case TEV_DATA_USHORT:
            fprintf(out, "%u", (unsigned)((const unsigned short*)values)[i]);
            break;
        default:
            fprintf(out, "%d", ((const int*)values)[i]);
    }
}

void banyan_trc_write_numbers(FILE* out, int type, const void* values, int count) {
    for (int i = 0; i < count; ++i) {
        if (i > 0) fputs(", ", out);
        write_number(out, type, values, i);
    }
}

/* The length is one more than that of the longest text. */
static void write_texts(FILE* out, char* const* texts, int count) {
    size_t most = 0;
    for (int i = 0; i < count; ++i)
        if (strlen(texts[i]) > most) most = strlen(texts[i]);
    fprintf(out, "[%zu] { ", most + 1);
    for (int i = 0; i < count; ++i)
        fprintf(out, "%s\"%s\"", i > 0 ? ", " : "", texts[i]);
    fputs(" }", out);
}

/* `count` has the final 0. */
static void write_bytes(FILE* out, const char* bytes, int count) {
    fprintf(out, "[%d] { \"", count);
    if (count > 1) fwrite(bytes, 1, (size_t)count - 1, out);
    fputs("\" }", out);
}

static int is_complex(TRC_DATADESC value) {
    return value->dt == TEV_DATA_CPLX || value->dt == TEV_DATA_DCPLX;
}

static void write_value(FILE* out, TRC_TEVREC record) {
    const TRC_DATADESC value = record->ddesc;
    const int is_array = value->array == TEV_DATA_ARRAY, count = record->num;
    if (value->dt == TEV_DATA_STRING) {
        if (is_array) fprintf(out, "[%d] ", count);
        write_texts(out, record->value, count);
    } else if (value->dt == TEV_DATA_BYTE) {
        if (is_array)
            write_bytes(out, record->value, count);
        else
            fputc(record->value ? TRC_VALUE_OF(record->value, char) : ' ', out);
    } else if (banyan_trc_numbers(value->dt) > 0) {
        /* A complex number is an array of two numbers, because the file has no complex type. */
        if (is_array || is_complex(value)) fprintf(out, "[%d] { ", count);
        banyan_trc_write_numbers(out, value->dt, record->value, count);
        if (is_array || is_complex(value)) fputs(" }", out);
    }
}

void trc_store_event_header(TRC_ID ID, TRC_TEVDESC event, int tid) {
    banyan_trc_begin_line(ID, tid);
    if (event->index < 0)
        fprintf(ID->trace_out, "\"%s\" { ", event->name);
    else if (event->entry_exit == TRC_IGNORE_TEV)
        fprintf(ID->trace_out, "\"%s(%d)\" { ", event->name, event->index);
    else
        fprintf(ID->trace_out, "\"%s(%d.%d)\" { ", event->name, event->entry_exit, event->index);
}

void trc_store_tevrec(TRC_ID ID, TRC_TEVDESC event, TRC_TEVREC record, int tid) {
    trc_store_event_header(ID, event, tid);
    if (banyan_trc_lacks_task(event)) fprintf(ID->trace_out, "%d, ", tid);
    for (; record; record = record->next) {
        write_value(ID->trace_out, record);
        if (record->next) fputs(", ", ID->trace_out);
    }
    fputs(" };;\n", ID->trace_out);
}

void trc_dump_trace_str(TRC_ID ID, const char* text, int comma) {
    fprintf(ID->trace_out, "%s[%zu] { \"%s\" }", comma ? ", " : "", strlen(text) + 1, text);
}
