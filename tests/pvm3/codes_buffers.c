/* Return codes of the calls for message buffers, packing and unpacking. */
#include "codes.h"

static int original;

static int length_of(int buffer) {
    int bytes = -1000;
    pvm_bufinfo(buffer, &bytes, NULL, NULL);
    return bytes;
}

static void buffers(void) {
    int first, second, bytes = 7, tag = 7, tid = 7;
    struct pvmminfo info;
    pvm_mytid();
    CODE("getsbuf at start", pvm_getsbuf());
    CODE("getrbuf at start", pvm_getrbuf());
    CODE("mkbuf 3", pvm_mkbuf(3));
    CODE("mkbuf 99", pvm_mkbuf(99));
    CODE("mkbuf -1", pvm_mkbuf(-1));
    CODE("initsend 99", pvm_initsend(99));
    CODE("initsend trace", pvm_initsend(PvmDataTrace) > 0);
    CODE("bufinfo unknown", pvm_bufinfo(4711, NULL, NULL, NULL));
    CODE("bufinfo 0", pvm_bufinfo(0, NULL, NULL, NULL));
    CODE("bufinfo -1", pvm_bufinfo(-1, NULL, NULL, NULL));
    CODE("setsbuf unknown", pvm_setsbuf(4711));
    CODE("setsbuf -1", pvm_setsbuf(-1));
    CODE("setrbuf unknown", pvm_setrbuf(4711));
    CODE("freebuf unknown", pvm_freebuf(4711));
    CODE("freebuf 0", pvm_freebuf(0));
    CODE("freebuf -1", pvm_freebuf(-1));
    CODE("getminfo unknown", pvm_getminfo(4711, &info));
    CODE("getminfo 0", pvm_getminfo(0, &info));
    CODE("getminfo -1", pvm_getminfo(-1, &info));
    if (!original) CODE("getminfo without a place", pvm_getminfo(pvm_getsbuf(), NULL));
    CODE("setminfo unknown", pvm_setminfo(4711, &info));
    CODE("setminfo 0", pvm_setminfo(0, &info));
    CODE("setrbuf -1", pvm_setrbuf(-1));
    first = pvm_initsend(PvmDataDefault);
    CODE("getsbuf after initsend", pvm_getsbuf() == first);
    second = pvm_mkbuf(PvmDataRaw);
    CODE("mkbuf makes another", second > 0 && second != first);
    CODE("mkbuf does not make it active", pvm_getsbuf() == first);
    CODE("setsbuf gives the old one", pvm_setsbuf(second) == first);
    CODE("setsbuf the same", pvm_setsbuf(second) == second);
    CODE("freebuf active", pvm_freebuf(second));
    CODE("getsbuf after freebuf", pvm_getsbuf());
    CODE("freebuf twice", pvm_freebuf(second));
    CODE("setsbuf after freebuf", pvm_setsbuf(first));
    CODE("bufinfo new", pvm_bufinfo(first, &bytes, &tag, &tid));
    CODE("bufinfo new bytes", bytes);
    CODE("bufinfo new tag", tag);
    CODE("bufinfo new tid", tid);
    memset(&info, 0x7f, sizeof info);
    CODE("getminfo new", pvm_getminfo(first, &info));
    CODE("getminfo new len", info.len);
    CODE("getminfo new ctx", info.ctx);
    CODE("getminfo new tag", info.tag);
    CODE("getminfo new wid", info.wid);
    CODE("getminfo new enc", info.enc);
    CODE("getminfo new crc", info.crc);
    CODE("getminfo new src", info.src);
    CODE("getminfo new dst", info.dst);
    CODE("setrbuf of the send buffer", pvm_setrbuf(first));
    CODE("getrbuf of the send buffer", pvm_getrbuf() == first);
    CODE("getsbuf of the send and receive buffer", pvm_getsbuf() == first);
    CODE("getsbuf of the send and receive buffer is 0", pvm_getsbuf() == 0);
    CODE("setrbuf 0 gives the old one", pvm_setrbuf(0) == first);
    CODE("setsbuf 0 gives the old one", pvm_setsbuf(0) == first);
    CODE("freebuf not active", pvm_freebuf(first));
}

static void without_a_buffer(void) {
    int number = 1, other;
    char text[16] = "a";
    pvm_setsbuf(0);
    pvm_setrbuf(0);
    CODE("pkint without a buffer", pvm_pkint(&number, 1, 1));
    CODE("pkstr without a buffer", pvm_pkstr(text));
    CODE("packf without a buffer", pvm_packf("%d", 1));
    CODE("pkmesg without a buffer", pvm_pkmesg(1));
    CODE("pkmesgbody without a buffer", pvm_pkmesgbody(1));
    CODE("upkint without a buffer", pvm_upkint(&number, 1, 1));
    CODE("upkstr without a buffer", pvm_upkstr(text));
    CODE("unpackf without a buffer", pvm_unpackf("%d", &number));
    CODE("upkmesg without a buffer", pvm_upkmesg());
    CODE("send without a buffer", pvm_send(pvm_mytid(), 1));
    other = pvm_mkbuf(PvmDataDefault);
    CODE("pkmesg without a send buffer", pvm_pkmesg(other));
    CODE("pkmesgbody without a send buffer", pvm_pkmesgbody(other));
    CODE("pkmesg of buffer 0", pvm_pkmesg(0));
    CODE("pkmesgbody of buffer 0", pvm_pkmesgbody(0));
    pvm_freebuf(other);
}

static void counts(void) {
    int numbers[8] = {0, 1, 2, 3, 4, 5, 6, 7}, got[8] = {0};
    pvm_initsend(PvmDataDefault);
    CODE("pkint count -1", pvm_pkint(numbers, -1, 1));
    CODE("pkint count 0", pvm_pkint(numbers, 0, 1));
    CODE("pkint null, count 0", pvm_pkint(NULL, 0, 1));
    CODE("pkint stride 0", pvm_pkint(numbers + 5, 2, 0));
    CODE("pkint stride 2", pvm_pkint(numbers, 2, 2));
    CODE("pkint stride -1", pvm_pkint(numbers + 7, 2, -1));
    CODE("length of 6 ints", length_of(pvm_getsbuf()));
    CODE("message to self", sent_to_self(1) > 0);
    CODE("upkint count -1", pvm_upkint(got, -1, 1));
    CODE("upkint count 0", pvm_upkint(got, 0, 1));
    CODE("upkint 6", pvm_upkint(got, 6, 1));
    CODE("stride 0 repeats", got[0] == 5 && got[1] == 5);
    CODE("stride 2 skips", got[2] == 0 && got[3] == 2);
    CODE("stride -1 goes back", got[4] == 7 && got[5] == 6);
    CODE("upkint at the end", pvm_upkint(got, 1, 1));
    CODE("upkint of nothing at the end", pvm_upkint(got, 0, 1));
    pvm_initsend(PvmDataDefault);
    pvm_pkint(numbers, 3, 1);
    sent_to_self(1);
    CODE("upkint 4 of 3", pvm_upkint(got, 4, 1));
    CODE("upkint 3 of 3 after that", pvm_upkint(got, 3, 1));
}

static void lengths(const char* encoding_name, int encoding) {
    char name[80], bytes[8] = "abcdefg";
    double memory[8] = {0};
    int i;
    struct {
        const char* name;
        int (*pack)();
        int count;
    } calls[] = {{"byte", (int (*)())pvm_pkbyte, 3},     {"short", (int (*)())pvm_pkshort, 3},
                 {"ushort", (int (*)())pvm_pkushort, 3}, {"int", (int (*)())pvm_pkint, 3},
                 {"uint", (int (*)())pvm_pkuint, 3},     {"long", (int (*)())pvm_pklong, 3},
                 {"ulong", (int (*)())pvm_pkulong, 3},   {"float", (int (*)())pvm_pkfloat, 3},
                 {"double", (int (*)())pvm_pkdouble, 3}, {"cplx", (int (*)())pvm_pkcplx, 3},
                 {"dcplx", (int (*)())pvm_pkdcplx, 3}};
    for (i = 0; i < (int)(sizeof calls / sizeof *calls); ++i) {
        pvm_initsend(encoding);
        calls[i].pack(memory, calls[i].count, 1);
        sprintf(name, "%s length of 3 %s", encoding_name, calls[i].name);
        CODE(name, length_of(pvm_getsbuf()));
    }
    pvm_initsend(encoding);
    sprintf(name, "%s pkstr", encoding_name);
    CODE(name, pvm_pkstr(bytes));
    sprintf(name, "%s length of a string of 7", encoding_name);
    CODE(name, length_of(pvm_getsbuf()));
    sprintf(name, "%s pkbyte stride 2", encoding_name);
    CODE(name, pvm_pkbyte(bytes, 3, 2));
    sprintf(name, "%s length after that", encoding_name);
    CODE(name, length_of(pvm_getsbuf()));
}

static void values(void) {
    long longs[3] = {-5, 1L << 40, 7}, got[3] = {0};
    short shorts[2] = {-3, 32767}, got_shorts[2] = {0};
    float real = 1.5F, got_real = 0;
    char text[8] = "seven", got_text[8] = "";
    pvm_initsend(PvmDataDefault);
    pvm_pklong(longs, 3, 1);
    sent_to_self(1);
    CODE("xdr upklong", pvm_upklong(got, 3, 1));
    CODE("xdr long -5 arrives", got[0] == -5);
    CODE("xdr long 1<<40 arrives", got[1] == 1L << 40);
    CODE("xdr long 7 arrives", got[2] == 7);
    pvm_initsend(PvmDataRaw);
    pvm_pklong(longs, 3, 1);
    pvm_pkshort(shorts, 2, 1);
    pvm_pkfloat(&real, 1, 1);
    pvm_pkstr(text);
    sent_to_self(1);
    CODE("raw upklong", pvm_upklong(got, 3, 1));
    CODE("raw longs arrive", memcmp(got, longs, sizeof got) == 0);
    CODE("raw upkshort", pvm_upkshort(got_shorts, 2, 1));
    CODE("raw shorts arrive", memcmp(got_shorts, shorts, sizeof shorts) == 0);
    CODE("raw upkfloat", pvm_upkfloat(&got_real, 1, 1));
    CODE("raw float arrives", got_real == real);
    CODE("raw upkstr", pvm_upkstr(got_text));
    CODE("raw string arrives", strcmp(got_text, text) == 0);
    CODE("upkstr at the end", pvm_upkstr(got_text));
}

static void in_place(void) {
    int numbers[4] = {1, 2, 3, 4}, got[4] = {0};
    CODE("initsend in place", pvm_initsend(PvmDataInPlace) > 0);
    CODE("in place pkint", pvm_pkint(numbers, 4, 1));
    CODE("in place pkint stride 2", pvm_pkint(numbers, 2, 2));
    CODE("in place pkstr", pvm_pkstr((char*)"a"));
    CODE("in place packf", pvm_packf("%d", 1));
    CODE("in place length", length_of(pvm_getsbuf()));
    numbers[0] = 9;
    sent_to_self(1);
    pvm_upkint(got, 4, 1);
    CODE("in place is read at the send", got[0]);
}

static void formats(void) {
    int number = 0, numbers[4] = {1, 2, 3, 4}, got[4] = {0};
    double real = 0;
    char text[16] = "";
    pvm_initsend(PvmDataDefault);
    CODE("packf numbers and text", pvm_packf("%d %lf %s", 3, 2.5, "text"));
    CODE("packf array", pvm_packf("%*d %2d", 4, numbers, numbers));
    CODE("packf bad letter", pvm_packf("%q", 1));
    CODE("packf empty", pvm_packf(""));
    CODE("packf text between", pvm_packf("%d, %d", 1, 2));
    CODE("length after packf", length_of(pvm_getsbuf()));
    sent_to_self(1);
    CODE("unpackf numbers and text", pvm_unpackf("%d %lf %s", &number, &real, text));
    CODE("unpackf values", number == 3 && real == 2.5 && strcmp(text, "text") == 0);
    CODE("unpackf array", pvm_unpackf("%*d", 4, got));
    CODE("unpackf array values", memcmp(got, numbers, sizeof got) == 0);
    CODE("unpackf bad letter", pvm_unpackf("%q", &number));
    CODE("unpackf beyond the end", pvm_unpackf("%9d", got));
    CODE("packf %+", pvm_packf("%+ %d", PvmDataRaw, 5));
    CODE("packf %+ length", length_of(pvm_getsbuf()));
    CODE("packf %+ later", pvm_packf("%d %+", 5, PvmDataRaw));
    CODE("packf %+ bad encoding", pvm_packf("%+", 99));
}

static void nested_in_itself(void) {
    const int id = pvm_initsend(PvmDataDefault);
    CODE("pkmesg of the send buffer", pvm_pkmesg(id));
    CODE("pkmesgbody of the send buffer", pvm_pkmesgbody(id));
}

static void nested(void) {
    int number = 42, got = 0, inner, outer, length;
    inner = pvm_mkbuf(PvmDataDefault);
    pvm_setsbuf(inner);
    pvm_pkint(&number, 1, 1);
    outer = pvm_mkbuf(PvmDataDefault);
    pvm_setsbuf(outer);
    CODE("pkmesg", pvm_pkmesg(inner));
    CODE("pkmesg unknown", pvm_pkmesg(4711));
    CODE("pkmesgbody unknown", pvm_pkmesgbody(4711));
    length = length_of(outer);
    CODE("length after pkmesg", length);
    CODE("pkmesgbody", pvm_pkmesgbody(inner));
    CODE("length after pkmesgbody", length_of(outer) - length);
    CODE("message with a message", sent_to_self(1) > 0);
    inner = pvm_upkmesg();
    CODE("upkmesg", inner > 0);
    CODE("upkmesg does not make it active", pvm_getrbuf() != inner);
    CODE("the body follows", pvm_upkint(&got, 1, 1));
    CODE("its value", got);
    pvm_setrbuf(inner);
    CODE("upkint of the inner message", pvm_upkint(&got, 1, 1));
    CODE("upkmesg of too little", pvm_upkmesg());
}

int main(int argc, char** argv) {
    original = in_the_original(argc, argv);
    begin_codes();
    buffers();
    without_a_buffer();
    counts();
    lengths("xdr", PvmDataDefault);
    lengths("raw", PvmDataRaw);
    values();
    in_place();
    formats();
    nested_in_itself();
    nested();
    pvm_exit();
    return 0;
}
