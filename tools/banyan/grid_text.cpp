#include "tools/banyan/grid_text.hpp"

#include <fmt/format.h>

namespace banyan::tools {

const char* name_of(part::periodic axes) {
    switch (axes) {
        case part::periodic::rows:
            return "rows";
        case part::periodic::columns:
            return "columns";
        case part::periodic::none:
            return "none";
        case part::periodic::both:
            break;
    }
    return "both";
}

const char* shape_text(part::periodic axes) {
    switch (axes) {
        case part::periodic::rows:
            return "grid with periodic rows";
        case part::periodic::columns:
            return "grid with periodic columns";
        case part::periodic::none:
            return "open grid";
        case part::periodic::both:
            break;
    }
    return "torus";
}

const char* name_of(part::work_density::form kind) {
    using form = part::work_density::form;
    return kind == form::rows ? "rows" : kind == form::columns ? "columns" : "cells";
}

std::string grid_text(const part::grid& domain, part::work_density::form kind) {
    const auto text = fmt::format("{} x {} {}", domain.rows(), domain.cols(), shape_text(domain.axes()));
    if (kind == part::work_density::form::uniform) return text;
    return fmt::format("{}, work of the cells: given for {}", text, name_of(kind));
}

nlohmann::ordered_json grid_json(const part::grid& domain, part::work_density::form kind) {
    nlohmann::ordered_json out{{"rows", domain.rows()}, {"cols", domain.cols()}, {"periodic", name_of(domain.axes())}};
    if (kind != part::work_density::form::uniform) out["density"] = name_of(kind);
    return out;
}

}  // namespace banyan::tools
