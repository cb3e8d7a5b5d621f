// pvm_pk* and pvm_upk* of values and strings.
#include "libnet/pvm3/api_call.hpp"
#include "libnet/pvm3/codec.hpp"
#include "libnet/pvm3/library.hpp"

namespace {

using namespace banyan::pvm3;

template <class T>
void add_array(trace_record& event, const strided_array<T>& values) {
    event.add_long(TEV_DID_PDA, address_of(values.first));
    event.add(TEV_DID_PC, values.count).add(TEV_DID_PSD, values.stride);
}

template <class T>
int pack_values(api_name call, strided_array<const T> values) {
    const traced_call traced(call.event, [&](trace_record& event) { add_array(event, values); });
    return traced.exit(guarded(call, [&] {
        message_buffer* out = the_library().buffers.send_buffer();
        return out ? pack<T>(*out, values) : PvmNoBuf;
    }));
}

template <class T>
int unpack_values(api_name call, strided_array<T> values) {
    const traced_call traced(call.event, [&](trace_record& event) { add_array(event, values); });
    return traced.exit(guarded(call, [&] {
        message_buffer* in = the_library().buffers.receive_buffer();
        return in ? unpack<T>(*in, values) : PvmNoBuf;
    }));
}

}  // namespace

extern "C" {

int pvm_pkbyte(const char* first, int count, int stride) {
    return pack_values<char>("pvm_pkbyte", {first, count, stride});
}

int pvm_pkshort(const short* first, int count, int stride) {
    return pack_values<short>("pvm_pkshort", {first, count, stride});
}

int pvm_pkint(const int* first, int count, int stride) {
    return pack_values<int>("pvm_pkint", {first, count, stride});
}

int pvm_pklong(const long* first, int count, int stride) {
    return pack_values<long>("pvm_pklong", {first, count, stride});
}

int pvm_pkfloat(const float* first, int count, int stride) {
    return pack_values<float>("pvm_pkfloat", {first, count, stride});
}

int pvm_pkdouble(const double* first, int count, int stride) {
    return pack_values<double>("pvm_pkdouble", {first, count, stride});
}

int pvm_pkcplx(const float* first, int count, int stride) {
    return pack_values<float>("pvm_pkcplx", {first, count, stride, 2});
}

int pvm_pkdcplx(const double* first, int count, int stride) {
    return pack_values<double>("pvm_pkdcplx", {first, count, stride, 2});
}

int pvm_pkushort(const unsigned short* first, int count, int stride) {
    return pack_values<unsigned short>("pvm_pkushort", {first, count, stride});
}

int pvm_pkuint(const unsigned* first, int count, int stride) {
    return pack_values<unsigned>("pvm_pkuint", {first, count, stride});
}

int pvm_pkulong(const unsigned long* first, int count, int stride) {
    return pack_values<unsigned long>("pvm_pkulong", {first, count, stride});
}

int pvm_pkstr(const char* text) {
    const traced_call traced(TEV_PKSTR, [&](trace_record& event) { event.add_long(TEV_DID_PDA, address_of(text)); });
    return traced.exit(guarded("pvm_pkstr", [&] {
        message_buffer* out = the_library().buffers.send_buffer();
        return out ? pack_string(*out, text) : PvmNoBuf;
    }));
}

int pvm_upkbyte(char* first, int count, int stride) {
    return unpack_values<char>("pvm_upkbyte", {first, count, stride});
}

int pvm_upkshort(short* first, int count, int stride) {
    return unpack_values<short>("pvm_upkshort", {first, count, stride});
}

int pvm_upkint(int* first, int count, int stride) {
    return unpack_values<int>("pvm_upkint", {first, count, stride});
}

int pvm_upklong(long* first, int count, int stride) {
    return unpack_values<long>("pvm_upklong", {first, count, stride});
}

int pvm_upkfloat(float* first, int count, int stride) {
    return unpack_values<float>("pvm_upkfloat", {first, count, stride});
}

int pvm_upkdouble(double* first, int count, int stride) {
    return unpack_values<double>("pvm_upkdouble", {first, count, stride});
}

int pvm_upkcplx(float* first, int count, int stride) {
    return unpack_values<float>("pvm_upkcplx", {first, count, stride, 2});
}

int pvm_upkdcplx(double* first, int count, int stride) {
    return unpack_values<double>("pvm_upkdcplx", {first, count, stride, 2});
}

int pvm_upkushort(unsigned short* first, int count, int stride) {
    return unpack_values<unsigned short>("pvm_upkushort", {first, count, stride});
}

int pvm_upkuint(unsigned* first, int count, int stride) {
    return unpack_values<unsigned>("pvm_upkuint", {first, count, stride});
}

int pvm_upkulong(unsigned long* first, int count, int stride) {
    return unpack_values<unsigned long>("pvm_upkulong", {first, count, stride});
}

int pvm_upkstr(char* text) {
    const traced_call traced(TEV_UPKSTR, [&](trace_record& event) { event.add_long(TEV_DID_PDA, address_of(text)); });
    return traced.exit(guarded("pvm_upkstr", [&] {
        message_buffer* in = the_library().buffers.receive_buffer();
        return in ? unpack_string(*in, text) : PvmNoBuf;
    }));
}

}  // extern "C"
