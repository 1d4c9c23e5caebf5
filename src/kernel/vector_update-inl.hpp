// The optimisers' steps, on vectors, from gradients kept as outer products.
// Highway includes this once for each instruction set, hence the toggled guard.

#if defined(GVFN_KERNEL_VECTOR_UPDATE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GVFN_KERNEL_VECTOR_UPDATE_INL
#undef GVFN_KERNEL_VECTOR_UPDATE_INL
#else
#define GVFN_KERNEL_VECTOR_UPDATE_INL
#endif

#include "gvfn/kernel/kernels.hpp"
#include "vector_tiles-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace gvfn::HWY_NAMESPACE {
namespace {

/// Rows i to i + rows - 1 of a tile, where there are several factors, or one and a dense part.
template <int rows, int vectors, bool remembers, class T, class Column, class Rule>
HWY_INLINE void sum_rows(std::size_t i, std::size_t stride, std::size_t u, const Gradient<T>& g, const Vec<T>* weight,
                         const Column* columns, Rule rule) {
  const Tag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  Vec<T> sum[rows][vectors];
  for (int r = 0; r < rows; ++r)
    for (int v = 0; v < vectors; ++v) sum[r][v] = hn::Zero(d);
  bool is_zero = !g.dense;
  for (const auto& [features, delta] : g.factors) {
    if (rows == 4 ? is_zero_block(features + i) : features[i] == 0) continue;
    is_zero = false;
    for (int v = 0; v < vectors; ++v) {
      const auto column = hn::Load(d, delta + u + v * lanes);
      for (int r = 0; r < rows; ++r) sum[r][v] = hn::MulAdd(hn::Set(d, features[i + r]), column, sum[r][v]);
    }
  }
  if (!remembers && is_zero) return;
  const auto scale = hn::Set(d, g.scale);
  for (int r = 0; r < rows; ++r) {
    for (int v = 0; v < vectors; ++v) {
      const std::size_t at = (i + r) * stride + u + v * lanes;
      const auto dense = g.dense ? hn::Mul(weight[v], hn::Load(d, g.dense + at)) : hn::Zero(d);
      rule(at, columns[v], hn::MulAdd(scale, sum[r][v], dense));
    }
  }
}

/// Cuts a matrix into tiles of a few columns and all rows; or, where rows are long, of one row each: calls use(number
/// of vectors, as a type; offset of the tile in a row; first row, and the one after the last).
template <class T, class Use>
HWY_INLINE void for_each_part(std::size_t rows, std::size_t stride, Use use) {
  const std::size_t rows_at_once = is_long_row<T>(stride) ? 1 : rows;
  for (std::size_t i = 0; i < rows; i += rows_at_once)
    for_each_tile<T>(stride, [&](auto vectors, std::size_t u) { use(vectors, u, i, i + rows_at_once); });
}

/// for_each_vector where the gradient is one outer product, the case of p = 1 and of every head: its delta stays in
/// registers.
template <bool remembers, class T, class ByColumn, class Rule>
HWY_INLINE void for_each_of_one_factor(std::size_t rows, std::size_t stride, const Gradient<T>& g, ByColumn by_column,
                                       Rule rule) {
  const Tag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto [features, delta] = g.factors[0];
  const auto scale = hn::Set(d, g.scale);
  const bool skips_zeros = !remembers && may_be_sparse(rows);
  for_each_part<T>(rows, stride, [=](auto vectors, std::size_t u, std::size_t first, std::size_t last) {
    Vec<T> deltas[vectors()];
    decltype(by_column(u)) columns[vectors()];
    for (int v = 0; v < vectors(); ++v) {
      deltas[v] = hn::Mul(scale, hn::Load(d, delta + u + v * lanes));
      columns[v] = by_column(u + v * lanes);
    }
    for (std::size_t i = first; i < last; ++i) {
      if (skips_zeros && features[i] == 0) continue;
      const auto feature = hn::Set(d, features[i]);
      HWY_UNROLL(3)
      for (int v = 0; v < vectors(); ++v) rule(i * stride + u + v * lanes, columns[v], hn::Mul(feature, deltas[v]));
    }
  });
}

/// for_each_vector where the gradient is anything else. A dense part alone keeps its weights in registers; otherwise
/// four rows at once share the loads of the deltas.
template <bool remembers, class T, class ByColumn, class Rule>
HWY_NOINLINE void for_each_of_any(std::size_t rows, std::size_t stride, const Gradient<T>& g, ByColumn by_column,
                                  Rule rule) {
  const Tag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  for_each_part<T>(rows, stride, [=, &g](auto vectors, std::size_t u, std::size_t first, std::size_t last) {
    Vec<T> weight[vectors()];
    decltype(by_column(u)) columns[vectors()];
    for (int v = 0; v < vectors(); ++v) {
      weight[v] = g.dense ? hn::Mul(hn::Set(d, g.scale), hn::Load(d, g.weight + u + v * lanes)) : hn::Zero(d);
      columns[v] = by_column(u + v * lanes);
    }
    if (g.dense && g.factors.empty()) {
      const T* HWY_RESTRICT dense = g.dense;
      for (std::size_t i = first; i < last; ++i) HWY_UNROLL(3) for (int v = 0; v < vectors(); ++v) {
          const std::size_t at = i * stride + u + v * lanes;
          rule(at, columns[v], hn::Mul(weight[v], hn::Load(d, dense + at)));
        }
      return;
    }
    std::size_t i = first;
    for (; i + 4 <= last; i += 4) sum_rows<4, vectors(), remembers>(i, stride, u, g, weight, columns, rule);
    for (; i < last; ++i) sum_rows<1, vectors(), remembers>(i, stride, u, g, weight, columns, rule);
  });
}

/// Calls rule(offset of the weights, by_column(their column), a vector of their gradient) for all weights; for rows
/// without gradient only if the rule remembers. What by_column returns stays in registers.
template <bool remembers, class T, class ByColumn, class Rule>
HWY_INLINE void for_each_vector(std::size_t rows, std::size_t stride, const Gradient<T>& g, ByColumn by_column,
                                Rule rule) {
  if (g.factors.size() == 1 && !g.dense)
    for_each_of_one_factor<remembers>(rows, stride, g, by_column, rule);
  else if (remembers || !g.is_zero())
    for_each_of_any<remembers>(rows, stride, g, by_column, rule);
}

/// A rule that is the same for all columns.
struct Same {
  Same operator()(std::size_t) const { return {}; }
};

template <class T>
HWY_INLINE Gradient<T> scaled(Gradient<T> g, T times) {
  g.scale *= times;
  return g;
}

template <class T>
T squared_norm(std::size_t rows, std::size_t stride, const Gradient<T>& g) {
  const Tag<T> d;
  auto sum = hn::Zero(d);
  for_each_vector<false>(rows, stride, g, Same(),
                         [&](std::size_t, Same, Vec<T> grad) { sum = hn::MulAdd(grad, grad, sum); });
  return hn::GetLane(hn::SumOfLanes(d, sum));
}

template <class T>
void trace(MatrixView<T> e, const T* HWY_RESTRICT decay, Factor<T> added) {
  const Tag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  for_each_part<T>(e.rows, e.stride, [&](auto vectors, std::size_t u, std::size_t first, std::size_t last) {
    Vec<T> keep[vectors()];
    Vec<T> delta[vectors()];
    for (int v = 0; v < vectors(); ++v) {
      keep[v] = hn::Load(d, decay + u + v * lanes);
      delta[v] = hn::Load(d, added.delta + u + v * lanes);
    }
    for (std::size_t i = first; i < last; ++i) {
      const auto feature = hn::Set(d, added.features[i]);
      HWY_UNROLL(3) for (int v = 0; v < vectors(); ++v) {
        T* const entry = e.data + i * e.stride + u + v * lanes;
        hn::Store(hn::MulAdd(keep[v], hn::Load(d, entry), hn::Mul(feature, delta[v])), d, entry);
      }
    }
  });
}

template <class T>
void sgd(MatrixView<T> w, const Gradient<T>& g, T step) {
  const Tag<T> d;
  for_each_vector<false>(w.rows, w.stride, scaled(g, -step), Same(), [=](std::size_t i, Same, Vec<T> change) {
    hn::Store(hn::Add(hn::Load(d, w.data + i), change), d, w.data + i);
  });
}

template <class T>
void momentum(MatrixView<T> w, T* HWY_RESTRICT velocity, const Gradient<T>& g, T step, T decay) {
  const Tag<T> d;
  const auto steps = hn::Set(d, step);
  const auto decays = hn::Set(d, decay);
  for_each_vector<true>(w.rows, w.stride, g, Same(), [=](std::size_t i, Same, Vec<T> grad) {
    const auto moved = hn::MulAdd(decays, hn::Load(d, velocity + i), grad);
    hn::Store(moved, d, velocity + i);
    hn::Store(hn::NegMulAdd(steps, moved, hn::Load(d, w.data + i)), d, w.data + i);
  });
}

template <class T>
void rmsprop(MatrixView<T> w, T* HWY_RESTRICT square, const Gradient<T>& g, T step, T decay, T epsilon) {
  const Tag<T> d;
  const auto steps = hn::Set(d, step);
  const auto decays = hn::Set(d, decay);
  const auto keep = hn::Set(d, 1 - decay);
  const auto epsilons = hn::Set(d, epsilon);
  for_each_vector<true>(w.rows, w.stride, g, Same(), [=](std::size_t i, Same, Vec<T> grad) {
    const auto mean = hn::MulAdd(decays, hn::Load(d, square + i), hn::Mul(hn::Mul(keep, grad), grad));
    hn::Store(mean, d, square + i);
    const auto change = hn::Div(hn::Mul(steps, grad), hn::Add(hn::Sqrt(mean), epsilons));
    hn::Store(hn::Sub(hn::Load(d, w.data + i), change), d, w.data + i);
  });
}

/// The least that adam_step takes: its root, 1e-18, is nothing beside any sensible epsilon.
template <class T>
constexpr T least_square = T(1e-36);

/// w - step m / (sqrt(v) + epsilon), for the weights of some columns. In float by the processor's approximations of
/// 1/sqrt and 1/x, with a Newton step each: 2 sqrt(v) = r (3 - r i) with i the approximation and r = v i;
/// 1/x = y (2 - x y). Step and epsilon are doubled before, since every instruction counts here.
template <class T>
class AdamColumns {
 public:
  AdamColumns() = default;
  AdamColumns(const T* step, const T* epsilon, std::size_t column)
      : step_(hn::Mul(factor(), hn::Load(Tag<T>(), step + column))),
        epsilon_(hn::Mul(factor(), hn::Load(Tag<T>(), epsilon + column))) {}

  HWY_INLINE Vec<T> operator()(Vec<T> w, Vec<T> m, Vec<T> v) const {
    const Tag<T> d;
    if constexpr (sizeof(T) == 4) {
      const auto inverse = hn::ApproximateReciprocalSqrt(v);
      const auto root = hn::Mul(v, inverse);
      const auto divisor = hn::MulAdd(root, hn::NegMulAdd(root, inverse, hn::Set(d, T(3))), epsilon_);
      const auto guess = hn::ApproximateReciprocal(divisor);
      const auto quotient = hn::Mul(guess, hn::NegMulAdd(divisor, guess, hn::Set(d, T(2))));
      return hn::NegMulAdd(hn::Mul(step_, m), quotient, w);
    } else {
      return hn::Sub(w, hn::Div(hn::Mul(step_, m), hn::Add(hn::Sqrt(v), epsilon_)));
    }
  }

 private:
  static Vec<T> factor() { return hn::Set(Tag<T>(), sizeof(T) == 4 ? T(2) : T(1)); }

  Vec<T> step_;
  Vec<T> epsilon_;
};

template <class T>
void adam(MatrixView<T> w, T* HWY_RESTRICT m, T* HWY_RESTRICT v, const Gradient<T>& g, AdamNumbers<T> n) {
  const Tag<T> d;
  const auto m_decay = hn::Set(d, n.m_decay);
  const auto v_decay = hn::Set(d, n.v_decay);
  const auto least = hn::Set(d, least_square<T>);
  for_each_vector<true>(
      w.rows, w.stride, g, [=](std::size_t column) { return AdamColumns<T>(n.step, n.epsilon, column); },
      [=](std::size_t i, const AdamColumns<T>& step, Vec<T> grad) {
        const auto sum = hn::MulAdd(m_decay, hn::Load(d, m + i), grad);
        const auto squares = hn::MulAdd(grad, grad, hn::MulAdd(v_decay, hn::Load(d, v + i), least));
        hn::Store(sum, d, m + i);
        hn::Store(squares, d, v + i);
        hn::Store(step(hn::Load(d, w.data + i), sum, squares), d, w.data + i);
      });
}

template <class T>
void adam_drift(MatrixView<T> w, const T* HWY_RESTRICT m, const T* HWY_RESTRICT v, const T* HWY_RESTRICT step,
                const T* HWY_RESTRICT epsilon) {
  const Tag<T> d;
  const auto least = hn::Set(d, least_square<T>);
  const std::size_t lanes = hn::Lanes(d);
  for_each_part<T>(w.rows, w.stride, [=](auto vectors, std::size_t u, std::size_t first, std::size_t last) {
    AdamColumns<T> columns[vectors()];
    for (int k = 0; k < vectors(); ++k) columns[k] = {step, epsilon, u + k * lanes};
    for (std::size_t row = first; row < last; ++row) HWY_UNROLL(3) for (int k = 0; k < vectors(); ++k) {
        const std::size_t i = row * w.stride + u + k * lanes;
        const auto squares = hn::Max(hn::Load(d, v + i), least);
        hn::Store(columns[k](hn::Load(d, w.data + i), hn::Load(d, m + i), squares), d, w.data + i);
      }
  });
}

}  // namespace
}  // namespace gvfn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
