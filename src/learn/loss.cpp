#include "gvfn/learn/loss.hpp"

namespace gvfn {

double error_scale(Loss loss, std::size_t n) {
  switch (loss) {
    case Loss::sum: return 2;
    case Loss::half_sum: return 1;
    case Loss::mean: return 2 / static_cast<double>(n);
    case Loss::half_mean: return 1 / static_cast<double>(n);
  }
  return 1;
}

}  // namespace gvfn
