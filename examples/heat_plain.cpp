// The plain program beside heat_3d: the same block of metal in one array of one process, without ranks and messages. It
// prints the same numbers.
// Run:     heat_plain
#include <cstddef>
#include <cstdio>
#include <utility>
#include <vector>

constexpr int planes = 24, rows = 32, cols = 40;

// The cells, and one more layer around them. The layer stays cold, except at the two ends of the last axis, which meet:
// there it has copies of the cells at the other end.
class field {
  public:
    double& operator()(int i, int j, int k) { return cells_[index(i, j, k)]; }
    double operator()(int i, int j, int k) const { return cells_[index(i, j, k)]; }
    void join_ends() {
        for (int i = 0; i < planes; ++i) {
            for (int j = 0; j < rows; ++j) {
                (*this)(i, j, -1) = (*this)(i, j, cols - 1);
                (*this)(i, j, cols) = (*this)(i, j, 0);
            }
        }
    }

  private:
    static std::size_t index(int i, int j, int k) {
        return static_cast<std::size_t>(((i + 1) * (rows + 2) + j + 1) * (cols + 2) + k + 1);
    }
    std::vector<double> cells_ = std::vector<double>((planes + 2) * (rows + 2) * (cols + 2));
};

void compute(const field& now, field& next) {
    for (int i = 0; i < planes; ++i)
        for (int j = 0; j < rows; ++j)
            for (int k = 0; k < cols; ++k)
                next(i, j, k) = now(i, j, k) / 2 + (now(i - 1, j, k) + now(i + 1, j, k) + now(i, j - 1, k) +
                                                    now(i, j + 1, k) + now(i, j, k - 1) + now(i, j, k + 1)) /
                                                       12;
}

int main() {
    field now, next;
    now(12, 16, 38) = 1e6;
    for (int iteration = 0; iteration < 100; ++iteration) {
        now.join_ends();
        compute(now, next);
        std::swap(now, next);
    }
    for (const int row : {8, 12, 16, 20, 24}) {
        for (const int col : {30, 34, 38, 2, 6})
            std::printf("%9.4f", now(12, row, col));
        std::printf("\n");
    }
}
