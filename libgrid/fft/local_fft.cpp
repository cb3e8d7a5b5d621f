#include "libgrid/fft/local_fft.hpp"

#include <fftw3.h>

#include <cstdlib>
#include <mutex>
#include <new>

namespace banyan::grid {
namespace {

std::mutex& planner_lock() {
    static std::mutex lock;
    return lock;
}

fftw_complex* fftw_items(std::complex<double>* items) {
    return reinterpret_cast<fftw_complex*>(items);  // FFTW's manual: the same representation
}

struct fftw_deleter {
    void operator()(void* memory) const { fftw_free(memory); }
};
using fftw_memory = std::unique_ptr<fftw_complex, fftw_deleter>;

fftw_memory fftw_room(const fft_shape& s) {
    const auto last = static_cast<std::size_t>(s.length - 1) * static_cast<std::size_t>(s.stride) +
                      static_cast<std::size_t>(s.count - 1) * static_cast<std::size_t>(s.distance);
    fftw_memory room(fftw_alloc_complex(last + 1));
    if (!room) throw std::bad_alloc();
    return room;
}

fftw_plan planned(const fft_shape& s, int sign, fftw_complex* from, fftw_complex* to, unsigned flags) {
    const std::lock_guard guard(planner_lock());
    const fftw_plan made = fftw_plan_many_dft(1, &s.length, s.count, from, nullptr, s.stride, s.distance, to, nullptr,
                                              s.stride, s.distance, sign, flags);
    if (made == nullptr) throw std::bad_alloc();
    return made;
}

}  // namespace

struct local_fft::plans {
    fft_shape shape;
    int sign;
    bool in_place, measure;
    fftw_plan aligned = nullptr;  // for memory of the alignment that FFTW's SIMD code needs
    fftw_plan any = nullptr;

    fftw_plan made_for(bool is_aligned) {
        fftw_plan& plan = is_aligned ? aligned : any;
        if (plan != nullptr) return plan;
        const fftw_memory from = fftw_room(shape);  // measuring overwrites it
        const fftw_memory other = in_place ? nullptr : fftw_room(shape);
        // No caller needs its input afterwards. Only a measurement shows which of the additional plans are faster.
        const unsigned effort = measure ? FFTW_MEASURE | FFTW_DESTROY_INPUT : FFTW_ESTIMATE;
        plan = planned(shape, sign, from.get(), in_place ? from.get() : other.get(),
                       is_aligned ? effort : FFTW_ESTIMATE | FFTW_UNALIGNED);
        return plan;
    }
};

local_fft::local_fft(const fft_shape& shape, int sign, bool in_place, bool measure)
    : plans_(std::make_unique<plans>(plans{shape, sign, in_place, measure})) {}

local_fft::~local_fft() {
    const std::lock_guard guard(planner_lock());
    fftw_destroy_plan(plans_->aligned);  // ignores null
    fftw_destroy_plan(plans_->any);
}

bool local_fft::must_measure() const {
    return plans_->measure && plans_->aligned == nullptr;
}

void local_fft::measure() {
    static_cast<void>(plans_->made_for(true));
}

std::string local_fft::wisdom() {
    const std::lock_guard guard(planner_lock());
    const std::unique_ptr<char, decltype(&std::free)> text(fftw_export_wisdom_to_string(), &std::free);
    if (!text) throw std::bad_alloc();
    return text.get();
}

void local_fft::add_wisdom(const std::string& of_another) {
    const std::lock_guard guard(planner_lock());
    static_cast<void>(fftw_import_wisdom_from_string(of_another.c_str()));  // 0 for wisdom of another processor
}

void local_fft::run(std::complex<double>* from, std::complex<double>* to) {
    fftw_complex* const in = fftw_items(from);
    fftw_complex* const out = fftw_items(to);
    const bool aligned =
        fftw_alignment_of(reinterpret_cast<double*>(in)) == 0 && fftw_alignment_of(reinterpret_cast<double*>(out)) == 0;
    fftw_execute_dft(plans_->made_for(aligned), in, out);
}

}  // namespace banyan::grid
