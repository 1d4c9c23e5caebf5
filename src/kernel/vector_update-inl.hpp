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
template <int rows, int vectors, bool remembers, class T, class Rule>
HWY_INLINE void sum_rows(std::size_t i, std::size_t stride, std::size_t u, const Gradient<T>& g, const Vec<T>* weight,
                         Rule rule) {
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
      const std::size_t column = u + v * lanes;
      const std::size_t at = (i + r) * stride + column;
      const auto dense = g.dense ? hn::Mul(weight[v], hn::Load(d, g.dense + at)) : hn::Zero(d);
      rule(at, column, hn::MulAdd(scale, sum[r][v], dense));
    }
  }
}

/// Calls rule(offset of the weights, their column, a vector of their gradient) for a tile of rows first to last - 1;
/// for rows without gradient only if the rule remembers. One factor, the case of p = 1 and of every head, keeps its
/// delta in registers, and a dense part alone its weights.
template <int vectors, bool remembers, class T, class Rule>
HWY_INLINE void update_tile(std::size_t first, std::size_t last, std::size_t stride, std::size_t u,
                            const Gradient<T>& g, Rule rule) {
  const Tag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto scaled_column = [&](const T* column, int v) {
    return hn::Mul(hn::Set(d, g.scale), hn::Load(d, column + u + v * lanes));
  };
  if (g.factors.size() == 1 && !g.dense) {
    const T* HWY_RESTRICT features = g.factors[0].features;
    Vec<T> delta[vectors];
    for (int v = 0; v < vectors; ++v) delta[v] = scaled_column(g.factors[0].delta, v);
    const bool skips_zeros = !remembers && may_be_sparse(last - first);
    for (std::size_t i = first; i < last; ++i) {
      if (skips_zeros && features[i] == 0) continue;
      const auto feature = hn::Set(d, features[i]);
      HWY_UNROLL(3) for (int v = 0; v < vectors; ++v) {
        const std::size_t column = u + v * lanes;
        rule(i * stride + column, column, hn::Mul(feature, delta[v]));
      }
    }
    return;
  }
  Vec<T> weight[vectors];
  for (int v = 0; v < vectors; ++v) weight[v] = g.dense ? scaled_column(g.weight, v) : hn::Zero(d);
  if (g.dense && g.factors.empty()) {
    const T* HWY_RESTRICT dense = g.dense;
    for (std::size_t i = first; i < last; ++i) HWY_UNROLL(3) for (int v = 0; v < vectors; ++v) {
        const std::size_t column = u + v * lanes;
        const std::size_t at = i * stride + column;
        rule(at, column, hn::Mul(weight[v], hn::Load(d, dense + at)));
      }
    return;
  }
  // Four rows at once share the loads of the deltas.
  std::size_t i = first;
  for (; i + 4 <= last; i += 4) sum_rows<4, vectors, remembers>(i, stride, u, g, weight, rule);
  for (; i < last; ++i) sum_rows<1, vectors, remembers>(i, stride, u, g, weight, rule);
}

/// The same for all weights: tile by tile, each through all rows; or, where rows are long, row by row.
template <bool remembers, class T, class Rule>
HWY_INLINE void for_each_vector(std::size_t rows, std::size_t stride, const Gradient<T>& g, Rule rule) {
  if (!remembers && g.is_zero()) return;
  const std::size_t rows_at_once = is_long_row<T>(stride) ? 1 : rows;
  for (std::size_t i = 0; i < rows; i += rows_at_once)
    for_each_tile<T>(stride, [&](auto vectors, std::size_t u) {
      update_tile<vectors(), remembers>(i, i + rows_at_once, stride, u, g, rule);
    });
}

template <class T>
HWY_INLINE Gradient<T> scaled(Gradient<T> g, T times) {
  g.scale *= times;
  return g;
}

template <class T>
T squared_norm(std::size_t rows, std::size_t stride, const Gradient<T>& g) {
  const Tag<T> d;
  auto sum = hn::Zero(d);
  for_each_vector<false>(rows, stride, g,
                         [&](std::size_t, std::size_t, Vec<T> grad) { sum = hn::MulAdd(grad, grad, sum); });
  return hn::GetLane(hn::SumOfLanes(d, sum));
}

template <class T>
void trace(MatrixView<T> e, const T* HWY_RESTRICT decay, Factor<T> added) {
  const Tag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  const std::size_t rows_at_once = is_long_row<T>(e.stride) ? 1 : e.rows;
  for (std::size_t first = 0; first < e.rows; first += rows_at_once)
    for_each_tile<T>(e.stride, [&](auto vectors, std::size_t u) {
      Vec<T> keep[vectors()];
      Vec<T> delta[vectors()];
      for (int v = 0; v < vectors(); ++v) {
        keep[v] = hn::Load(d, decay + u + v * lanes);
        delta[v] = hn::Load(d, added.delta + u + v * lanes);
      }
      for (std::size_t i = first; i < first + rows_at_once; ++i) {
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
  for_each_vector<false>(w.rows, w.stride, scaled(g, -step), [=](std::size_t i, std::size_t, Vec<T> change) {
    hn::Store(hn::Add(hn::Load(d, w.data + i), change), d, w.data + i);
  });
}

template <class T>
void momentum(MatrixView<T> w, T* HWY_RESTRICT velocity, const Gradient<T>& g, T step, T decay) {
  const Tag<T> d;
  const auto steps = hn::Set(d, step);
  const auto decays = hn::Set(d, decay);
  for_each_vector<true>(w.rows, w.stride, g, [=](std::size_t i, std::size_t, Vec<T> grad) {
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
  for_each_vector<true>(w.rows, w.stride, g, [=](std::size_t i, std::size_t, Vec<T> grad) {
    const auto mean = hn::MulAdd(decays, hn::Load(d, square + i), hn::Mul(hn::Mul(keep, grad), grad));
    hn::Store(mean, d, square + i);
    const auto change = hn::Div(hn::Mul(steps, grad), hn::Add(hn::Sqrt(mean), epsilons));
    hn::Store(hn::Sub(hn::Load(d, w.data + i), change), d, w.data + i);
  });
}

/// The least that adam_change takes: its root, 1e-18, is nothing beside any sensible epsilon.
template <class T>
constexpr T least_square = T(1e-36);

/// mean / (correction sqrt(square) + epsilon). In float by the processor's approximations of 1/sqrt and 1/x, with a
/// Newton step each: sqrt(x) = s (3 - s i) / 2 with i the approximation and s = x i; 1/x = y (2 - x y). Neither is
/// written out in full, since every instruction counts here.
template <class T>
HWY_INLINE Vec<T> adam_change(Vec<T> mean, Vec<T> square, Vec<T> correction, Vec<T> epsilon) {
  const Tag<T> d;
  if constexpr (sizeof(T) == 4) {
    const auto inverse = hn::ApproximateReciprocalSqrt(square);
    const auto root = hn::Mul(square, inverse);
    const auto times = hn::NegMulAdd(hn::Set(d, T(0.5)), hn::Mul(root, inverse), hn::Set(d, T(1.5)));
    const auto divisor = hn::MulAdd(hn::Mul(correction, root), times, epsilon);
    const auto guess = hn::ApproximateReciprocal(divisor);
    return hn::Mul(hn::Mul(mean, guess), hn::NegMulAdd(divisor, guess, hn::Set(d, T(2))));
  } else {
    return hn::Div(mean, hn::MulAdd(correction, hn::Sqrt(square), epsilon));
  }
}

template <class T>
void adam(MatrixView<T> w, T* HWY_RESTRICT m, T* HWY_RESTRICT v, const Gradient<T>& g, AdamNumbers<T> n) {
  const Tag<T> d;
  const auto m_decay = hn::Set(d, n.m_decay);
  const auto v_decay = hn::Set(d, n.v_decay);
  const auto v_gain = hn::Set(d, n.v_gain / (n.m_gain * n.m_gain));
  const auto epsilon = hn::Set(d, n.epsilon);
  const auto least = hn::Set(d, least_square<T>);
  // Scaled before, which is one multiplication less for each weight.
  for_each_vector<true>(w.rows, w.stride, scaled(g, n.m_gain), [=](std::size_t i, std::size_t column, Vec<T> grad) {
    const auto mean = hn::MulAdd(m_decay, hn::Load(d, m + i), grad);
    const auto square = hn::MulAdd(hn::Mul(v_gain, grad), grad, hn::MulAdd(v_decay, hn::Load(d, v + i), least));
    hn::Store(mean, d, m + i);
    hn::Store(square, d, v + i);
    const auto change = adam_change<T>(mean, square, hn::Load(d, n.correction + column), epsilon);
    hn::Store(hn::NegMulAdd(hn::Load(d, n.step + column), change, hn::Load(d, w.data + i)), d, w.data + i);
  });
}

template <class T>
void adam_drift(MatrixView<T> w, const T* HWY_RESTRICT m, const T* HWY_RESTRICT v, const T* HWY_RESTRICT step,
                const T* HWY_RESTRICT correction, T epsilon) {
  const Tag<T> d;
  const auto epsilons = hn::Set(d, epsilon);
  const auto least = hn::Set(d, least_square<T>);
  for (std::size_t row = 0; row < w.rows; ++row)
    for (std::size_t u = 0; u < w.stride; u += hn::Lanes(d)) {
      const std::size_t i = row * w.stride + u;
      const auto square = hn::Max(hn::Load(d, v + i), least);
      const auto change = adam_change<T>(hn::Load(d, m + i), square, hn::Load(d, correction + u), epsilons);
      hn::Store(hn::NegMulAdd(hn::Load(d, step + u), change, hn::Load(d, w.data + i)), d, w.data + i);
    }
}

}  // namespace
}  // namespace gvfn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
