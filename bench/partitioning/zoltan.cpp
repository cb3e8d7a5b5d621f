#include "bench/partitioning/others.hpp"

#ifdef BANYAN_ZOLTAN
#include "bench/partitioning/zoltan_session.hpp"
#endif

namespace banyan::bench {

#ifdef BANYAN_ZOLTAN

namespace {

int dimensions(void*, int* error) {
    *error = ZOLTAN_OK;
    return 2;
}

void centres(void* data, int, int, int count, ZOLTAN_ID_PTR ids, ZOLTAN_ID_PTR, int, double* out, int* error) {
    const auto width = static_cast<ZOLTAN_ID_TYPE>(static_cast<const zoltan_cells*>(data)->cols);
    for (int i = 0; i < count; ++i) {
        out[2 * i] = static_cast<double>(ids[i] % width);
        out[2 * i + 1] = static_cast<double>(ids[i] / width);
    }
    *error = ZOLTAN_OK;
}

}  // namespace

std::optional<std::vector<std::int32_t>> by_zoltan_rcb(int rows, int cols, std::span<const double> shares) {
    start_zoltan();
    zoltan_cells grid{rows, cols};
    Zoltan_Struct* zoltan = Zoltan_Create(MPI_COMM_WORLD);
    set_zoltan_parameters(zoltan, shares, {{"LB_METHOD", "RCB"}, {"IMBALANCE_TOL", "1.001"}});
    Zoltan_Set_Num_Obj_Fn(zoltan, count_zoltan_cells, &grid);
    Zoltan_Set_Obj_List_Fn(zoltan, list_zoltan_cells, &grid);
    Zoltan_Set_Num_Geom_Fn(zoltan, dimensions, &grid);
    Zoltan_Set_Geom_Multi_Fn(zoltan, centres, &grid);
    return divided_by_zoltan(
        zoltan, std::vector<std::int32_t>(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols), 0));
}

#else

std::optional<std::vector<std::int32_t>> by_zoltan_rcb(int, int, std::span<const double>) {
    return std::nullopt;
}

#endif

}  // namespace banyan::bench
