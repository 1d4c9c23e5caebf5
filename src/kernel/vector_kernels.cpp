// The kernels on Google Highway. Highway includes this file once for each instruction set; the part under HWY_ONCE
// collects the tables. plain_kernels.cpp says what each function computes.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vector_kernels.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
// After foreach_target.h
#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "vector_kernels.hpp"

HWY_BEFORE_NAMESPACE();
namespace gvfn::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
template <class T>
using Tag = hn::ScalableTag<T>;
template <class T>
using Vec = hn::Vec<Tag<T>>;

/// 1 / x for a positive x. In float the processor's approximation with one Newton step, good to about 1e-7: division
/// has a tenth of its throughput.
template <class T>
HWY_INLINE Vec<T> reciprocal(Vec<T> x) {
  const Tag<T> d;
  if constexpr (sizeof(T) == 4) {
    const auto guess = hn::ApproximateReciprocal(x);
    return hn::Mul(guess, hn::NegMulAdd(x, guess, hn::Set(d, T(2))));
  } else {
    return hn::Div(hn::Set(d, T(1)), x);
  }
}

template <class T>
HWY_INLINE Vec<T> activate(Activation sigma, Vec<T> x) {
  const Tag<T> d;
  const auto one = hn::Set(d, T(1));
  switch (sigma) {
    case Activation::linear: return x;
    case Activation::clipped_linear: return hn::Clamp(x, hn::Set(d, T(-clip)), hn::Set(d, T(clip)));
    case Activation::sigmoid: {
      // Beyond 80 the result is 0 to within 1e-34.
      const auto inverse_odds = hn::Exp(d, hn::Min(hn::Neg(x), hn::Set(d, T(80))));
      return hn::Min(one, reciprocal<T>(hn::Add(one, inverse_odds)));
    }
    case Activation::tanh: return hn::Tanh(d, x);
    case Activation::relu: return hn::Max(x, hn::Zero(d));
  }
  return x;
}

template <class T>
HWY_INLINE Vec<T> derivative(Activation sigma, Vec<T> output) {
  const Tag<T> d;
  const auto one = hn::Set(d, T(1));
  switch (sigma) {
    case Activation::linear: return one;
    case Activation::clipped_linear: return one;
    case Activation::sigmoid: return hn::Mul(output, hn::Sub(one, output));
    case Activation::tanh: return hn::NegMulAdd(output, output, one);
    case Activation::relu: return hn::IfThenElseZero(hn::Gt(output, hn::Zero(d)), one);
  }
  return one;
}

/// Are four numbers all +0? Looks at their bits, which is faster than four comparisons.
template <class T>
HWY_INLINE bool is_zero_block(const T* z) {
  std::uint64_t bits[4 * sizeof(T) / sizeof(std::uint64_t)];
  std::memcpy(bits, z, sizeof bits);
  std::uint64_t any = 0;
  for (const auto b : bits) any |= b;
  return any == 0;
}

/// Cuts a row into tiles of up to three vectors: calls use(number of vectors, as a type; offset of the tile).
template <class T, class Use>
HWY_INLINE void for_each_tile(std::size_t stride, Use use) {
  const std::size_t lanes = hn::Lanes(Tag<T>());
  std::size_t u = 0;
  for (; u + 3 * lanes <= stride; u += 3 * lanes) use(std::integral_constant<int, 3>(), u);
  if (u + 2 * lanes <= stride) {
    use(std::integral_constant<int, 2>(), u);
  } else if (u < stride) {
    use(std::integral_constant<int, 1>(), u);
  }
}

/// Rows so long that going down a matrix tile by tile would jump through memory: they are read from end to end.
template <class T>
constexpr bool is_long_row(std::size_t stride) {
  return stride * sizeof(T) >= 1024;
}

/// `vectors` neighbouring vectors of units at once. Four partial sums for each hide the latency of multiply-add; the
/// order of summation depends on the rows only, not on the vector's width.
template <int vectors, class T>
HWY_INLINE void forward_tile(MatrixView<const T> w, const T* HWY_RESTRICT z, Activation sigma, T* HWY_RESTRICT out) {
  const Tag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  Vec<T> sum[4 * vectors];
  HWY_UNROLL(12) for (auto& s : sum) s = hn::Zero(d);
  const T* HWY_RESTRICT row = w.data;
  std::size_t i = 0;
  for (; i + 4 <= w.rows; i += 4, row += 4 * w.stride) {
    if (is_zero_block(z + i)) continue;
    HWY_UNROLL(4) for (int k = 0; k < 4; ++k) {
      const auto feature = hn::Set(d, z[i + k]);
      HWY_UNROLL(3) for (int v = 0; v < vectors; ++v) {
        auto& s = sum[k * vectors + v];
        s = hn::MulAdd(feature, hn::Load(d, row + k * w.stride + v * lanes), s);
      }
    }
  }
  for (; i < w.rows; ++i, row += w.stride) {
    const auto feature = hn::Set(d, z[i]);
    HWY_UNROLL(3) for (int v = 0; v < vectors; ++v) sum[v] = hn::MulAdd(feature, hn::Load(d, row + v * lanes), sum[v]);
  }
  HWY_UNROLL(3) for (int v = 0; v < vectors; ++v) {
    const auto total = hn::Add(hn::Add(sum[v], sum[vectors + v]), hn::Add(sum[2 * vectors + v], sum[3 * vectors + v]));
    hn::Store(activate<T>(sigma, total), d, out + v * lanes);
  }
}

/// Eight long rows at a time, into sums kept in `out`.
template <class T>
HWY_NOINLINE void forward_rows(MatrixView<const T> w, const T* HWY_RESTRICT z, Activation sigma, T* HWY_RESTRICT out) {
  const Tag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  constexpr std::size_t block = 8;
  for (std::size_t u = 0; u < w.stride; u += lanes) hn::Store(hn::Zero(d), d, out + u);
  std::size_t i = 0;
  for (; i + block <= w.rows; i += block) {
    if (is_zero_block(z + i) && is_zero_block(z + i + 4)) continue;
    const T* HWY_RESTRICT row = w.data + i * w.stride;
    for (std::size_t u = 0; u < w.stride; u += lanes) {
      auto even = hn::Load(d, out + u);
      auto odd = hn::Zero(d);
      HWY_UNROLL(4) for (std::size_t k = 0; k < block; k += 2) {
        even = hn::MulAdd(hn::Set(d, z[i + k]), hn::Load(d, row + k * w.stride + u), even);
        odd = hn::MulAdd(hn::Set(d, z[i + k + 1]), hn::Load(d, row + (k + 1) * w.stride + u), odd);
      }
      hn::Store(hn::Add(even, odd), d, out + u);
    }
  }
  for (; i < w.rows; ++i) {
    const auto feature = hn::Set(d, z[i]);
    for (std::size_t u = 0; u < w.stride; u += lanes)
      hn::Store(hn::MulAdd(feature, hn::Load(d, w.data + i * w.stride + u), hn::Load(d, out + u)), d, out + u);
  }
  for (std::size_t u = 0; u < w.stride; u += lanes) hn::Store(activate<T>(sigma, hn::Load(d, out + u)), d, out + u);
}

template <class T>
void forward(MatrixView<const T> w, const T* z, Activation sigma, T* out) {
  if (is_long_row<T>(w.stride)) return forward_rows<T>(w, z, sigma, out);
  for_each_tile<T>(w.stride, [&](auto vectors, std::size_t u) {
    forward_tile<vectors(), T>({w.data + u, w.rows, w.stride}, z, sigma, out + u);
  });
}

#if HWY_TARGET != HWY_SCALAR && !HWY_HAVE_SCALABLE
/// Adds up the blocks of four lanes that a vector consists of, and stores the four sums.
template <class D>
HWY_INLINE void store_block_sum(D d, hn::Vec<D> v, float* out) {
  if constexpr (hn::MaxLanes(d) > 4) {
    const hn::Half<D> half;
    store_block_sum(half, hn::Add(hn::LowerHalf(half, v), hn::UpperHalf(half, v)), out);
  } else {
    hn::StoreU(v, d, out);
  }
}
#endif

/// The sums of the lanes of four vectors.
template <class T>
HWY_INLINE void store_sums(Vec<T> a, Vec<T> b, Vec<T> c, Vec<T> e, T* out) {
  const Tag<T> d;
#if HWY_TARGET != HWY_SCALAR && !HWY_HAVE_SCALABLE
  if constexpr (sizeof(T) == 4) {
    // Within each block of four lanes, two rounds of pairwise sums; then the blocks are added up.
    const hn::Repartition<double, Tag<T>> pairs;
    const auto ab = hn::Add(hn::InterleaveLower(d, a, b), hn::InterleaveUpper(d, a, b));
    const auto ce = hn::Add(hn::InterleaveLower(d, c, e), hn::InterleaveUpper(d, c, e));
    const auto low = hn::InterleaveLower(pairs, hn::BitCast(pairs, ab), hn::BitCast(pairs, ce));
    const auto high = hn::InterleaveUpper(pairs, hn::BitCast(pairs, ab), hn::BitCast(pairs, ce));
    store_block_sum(d, hn::Add(hn::BitCast(d, low), hn::BitCast(d, high)), out);
    return;
  }
#endif
  out[0] = hn::GetLane(hn::SumOfLanes(d, a));
  out[1] = hn::GetLane(hn::SumOfLanes(d, b));
  out[2] = hn::GetLane(hn::SumOfLanes(d, c));
  out[3] = hn::GetLane(hn::SumOfLanes(d, e));
}

template <class T>
void backward(MatrixView<const T> w, const T* HWY_RESTRICT delta, T* HWY_RESTRICT out) {
  const Tag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  const T* HWY_RESTRICT row = w.data;
  std::size_t i = 0;
  for (; i + 4 <= w.rows; i += 4, row += 4 * w.stride) {
    auto sum0 = hn::Zero(d);
    auto sum1 = hn::Zero(d);
    auto sum2 = hn::Zero(d);
    auto sum3 = hn::Zero(d);
    for (std::size_t u = 0; u < w.stride; u += lanes) {
      const auto factor = hn::Load(d, delta + u);
      sum0 = hn::MulAdd(factor, hn::Load(d, row + u), sum0);
      sum1 = hn::MulAdd(factor, hn::Load(d, row + w.stride + u), sum1);
      sum2 = hn::MulAdd(factor, hn::Load(d, row + 2 * w.stride + u), sum2);
      sum3 = hn::MulAdd(factor, hn::Load(d, row + 3 * w.stride + u), sum3);
    }
    store_sums<T>(sum0, sum1, sum2, sum3, out + i);
  }
  for (; i < w.rows; ++i, row += w.stride) {
    auto sum = hn::Zero(d);
    for (std::size_t u = 0; u < w.stride; u += lanes)
      sum = hn::MulAdd(hn::Load(d, delta + u), hn::Load(d, row + u), sum);
    out[i] = hn::GetLane(hn::SumOfLanes(d, sum));
  }
}

template <class T>
void activation_backward(Activation sigma, const T* HWY_RESTRICT output, T* HWY_RESTRICT cotangent, std::size_t n) {
  const Tag<T> d;
  for (std::size_t u = 0; u < n; u += hn::Lanes(d))
    hn::Store(hn::Mul(hn::Load(d, cotangent + u), derivative<T>(sigma, hn::Load(d, output + u))), d, cotangent + u);
}

template <class T>
void td_gradient(TargetView<T> target, const T* HWY_RESTRICT value, const T* HWY_RESTRICT next_value, T scale,
                 T* HWY_RESTRICT out, std::size_t n) {
  const Tag<T> d;
  for (std::size_t j = 0; j < n; j += hn::Lanes(d)) {
    const auto goal =
        hn::MulAdd(hn::Load(d, target.continuation + j), hn::Load(d, next_value + j), hn::Load(d, target.cumulant + j));
    const auto error = hn::Sub(hn::Load(d, value + j), goal);
    hn::Store(hn::Mul(hn::Mul(hn::Set(d, scale), hn::Load(d, target.rho + j)), error), d, out + j);
  }
}

/// Calls rule(offset of the weights, a vector of their gradient) for a tile of rows first to last - 1; for rows without
/// gradient only if the rule remembers. One factor, the case of p = 1 and of every head, keeps its delta in registers.
template <int vectors, bool remembers, class T, class Rule>
HWY_INLINE void update_tile(std::size_t first, std::size_t last, std::size_t stride, std::size_t u,
                            const OuterSum<T>& g, Rule rule) {
  const Tag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  Vec<T> grad[vectors];
  if (g.factors.size() == 1) {
    const T* HWY_RESTRICT features = g.factors[0].features;
    Vec<T> delta[vectors];
    for (int v = 0; v < vectors; ++v)
      delta[v] = hn::Mul(hn::Set(d, g.scale), hn::Load(d, g.factors[0].delta + u + v * lanes));
    for (std::size_t i = first; i < last; ++i) {
      if (!remembers && features[i] == 0) continue;
      const auto feature = hn::Set(d, features[i]);
      HWY_UNROLL(3) for (int v = 0; v < vectors; ++v) rule(i * stride + u + v * lanes, hn::Mul(feature, delta[v]));
    }
    return;
  }
  for (std::size_t i = first; i < last; ++i) {
    for (auto& vector : grad) vector = hn::Zero(d);
    bool is_zero = true;
    for (const auto& factor : g.factors) {
      if (factor.features[i] == 0) continue;
      is_zero = false;
      const auto feature = hn::Set(d, g.scale * factor.features[i]);
      for (int v = 0; v < vectors; ++v)
        grad[v] = hn::MulAdd(feature, hn::Load(d, factor.delta + u + v * lanes), grad[v]);
    }
    if (!remembers && is_zero) continue;
    for (int v = 0; v < vectors; ++v) rule(i * stride + u + v * lanes, grad[v]);
  }
}

/// The same for all weights: tile by tile, each through all rows; or, where rows are long, row by row.
template <bool remembers, class T, class Rule>
HWY_INLINE void for_each_vector(std::size_t rows, std::size_t stride, const OuterSum<T>& g, Rule rule) {
  if (!remembers && g.factors.empty()) return;
  const std::size_t rows_at_once = is_long_row<T>(stride) ? 1 : rows;
  for (std::size_t i = 0; i < rows; i += rows_at_once)
    for_each_tile<T>(stride, [&](auto vectors, std::size_t u) {
      update_tile<vectors(), remembers>(i, i + rows_at_once, stride, u, g, rule);
    });
}

template <class T>
T squared_norm(std::size_t rows, std::size_t stride, OuterSum<T> g) {
  const Tag<T> d;
  auto sum = hn::Zero(d);
  for_each_vector<false>(rows, stride, g, [&](std::size_t, Vec<T> grad) { sum = hn::MulAdd(grad, grad, sum); });
  return hn::GetLane(hn::SumOfLanes(d, sum));
}

template <class T>
void sgd(MatrixView<T> w, OuterSum<T> g, T step) {
  const Tag<T> d;
  g.scale *= -step;
  for_each_vector<false>(w.rows, w.stride, g, [&](std::size_t i, Vec<T> change) {
    hn::Store(hn::Add(hn::Load(d, w.data + i), change), d, w.data + i);
  });
}

template <class T>
void momentum(MatrixView<T> w, T* HWY_RESTRICT velocity, OuterSum<T> g, T step, T decay) {
  const Tag<T> d;
  const auto steps = hn::Set(d, step);
  const auto decays = hn::Set(d, decay);
  for_each_vector<true>(w.rows, w.stride, g, [&](std::size_t i, Vec<T> grad) {
    const auto moved = hn::MulAdd(decays, hn::Load(d, velocity + i), grad);
    hn::Store(moved, d, velocity + i);
    hn::Store(hn::NegMulAdd(steps, moved, hn::Load(d, w.data + i)), d, w.data + i);
  });
}

template <class T>
void rmsprop(MatrixView<T> w, T* HWY_RESTRICT square, OuterSum<T> g, T step, T decay, T epsilon) {
  const Tag<T> d;
  const auto steps = hn::Set(d, step);
  const auto decays = hn::Set(d, decay);
  const auto keep = hn::Set(d, 1 - decay);
  const auto epsilons = hn::Set(d, epsilon);
  for_each_vector<true>(w.rows, w.stride, g, [&](std::size_t i, Vec<T> grad) {
    const auto mean = hn::MulAdd(decays, hn::Load(d, square + i), hn::Mul(hn::Mul(keep, grad), grad));
    hn::Store(mean, d, square + i);
    const auto change = hn::Div(hn::Mul(steps, grad), hn::Add(hn::Sqrt(mean), epsilons));
    hn::Store(hn::Sub(hn::Load(d, w.data + i), change), d, w.data + i);
  });
}

/// A square whose root is nothing beside any epsilon: the least that adam_scale takes.
template <class T>
constexpr T least_square = T(1e-36);

/// 1 / (correction sqrt(square) + epsilon). In float by the processor's approximation of 1/sqrt with one Newton step,
/// as in reciprocal().
template <class T>
HWY_INLINE Vec<T> adam_scale(Vec<T> square, Vec<T> correction, Vec<T> epsilon) {
  const Tag<T> d;
  if constexpr (sizeof(T) == 4) {
    const auto inverse = hn::ApproximateReciprocalSqrt(square);
    const auto guess = hn::Mul(square, inverse);
    const auto error = hn::NegMulAdd(guess, guess, square);
    const auto root = hn::MulAdd(hn::Mul(hn::Set(d, T(0.5)), inverse), error, guess);
    return reciprocal<T>(hn::MulAdd(correction, root, epsilon));
  } else {
    return reciprocal<T>(hn::MulAdd(correction, hn::Sqrt(square), epsilon));
  }
}

template <class T>
void adam(MatrixView<T> w, T* HWY_RESTRICT m, T* HWY_RESTRICT v, OuterSum<T> g, AdamNumbers<T> n) {
  const Tag<T> d;
  const auto m_decay = hn::Set(d, n.m_decay);
  const auto m_gain = hn::Set(d, n.m_gain);
  const auto v_decay = hn::Set(d, n.v_decay);
  const auto v_gain = hn::Set(d, n.v_gain);
  const auto step = hn::Set(d, n.step);
  const auto correction = hn::Set(d, n.correction);
  const auto epsilon = hn::Set(d, n.epsilon);
  const auto least = hn::Set(d, least_square<T>);
  for_each_vector<true>(w.rows, w.stride, g, [&](std::size_t i, Vec<T> grad) {
    const auto mean = hn::MulAdd(m_gain, grad, hn::Mul(m_decay, hn::Load(d, m + i)));
    const auto square = hn::MulAdd(hn::Mul(v_gain, grad), grad, hn::MulAdd(v_decay, hn::Load(d, v + i), least));
    hn::Store(mean, d, m + i);
    hn::Store(square, d, v + i);
    const auto change = hn::Mul(mean, adam_scale<T>(square, correction, epsilon));
    hn::Store(hn::NegMulAdd(step, change, hn::Load(d, w.data + i)), d, w.data + i);
  });
}

template <class T>
void adam_drift(MatrixView<T> w, const T* HWY_RESTRICT m, const T* HWY_RESTRICT v, T step, T correction, T epsilon) {
  const Tag<T> d;
  for (std::size_t i = 0; i < w.rows * w.stride; i += hn::Lanes(d)) {
    const auto square = hn::Max(hn::Load(d, v + i), hn::Set(d, least_square<T>));
    const auto change = hn::Mul(hn::Load(d, m + i), adam_scale<T>(square, hn::Set(d, correction), hn::Set(d, epsilon)));
    hn::Store(hn::NegMulAdd(hn::Set(d, step), change, hn::Load(d, w.data + i)), d, w.data + i);
  }
}

template <class T>
const Kernels<T>* table() {
  static const Kernels<T> kernels{
      .instruction_set = hwy::TargetName(HWY_TARGET),
      .forward = forward<T>,
      .backward = backward<T>,
      .activation_backward = activation_backward<T>,
      .td_gradient = td_gradient<T>,
      .squared_norm = squared_norm<T>,
      .sgd = sgd<T>,
      .momentum = momentum<T>,
      .rmsprop = rmsprop<T>,
      .adam = adam<T>,
      .adam_drift = adam_drift<T>,
  };
  return &kernels;
}

const Kernels<float>* float_table() { return table<float>(); }
const Kernels<double>* double_table() { return table<double>(); }

}  // namespace
}  // namespace gvfn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gvfn {
namespace {

HWY_EXPORT(float_table);
HWY_EXPORT(double_table);

struct Tables {
  std::vector<const Kernels<float>*> of_float;
  std::vector<const Kernels<double>*> of_double;
};

/// Highway hands out the best table of the targets it is told of; so tell it of one at a time, once.
const Tables& tables() {
  static const Tables collected = [] {
    Tables tables;
    for (const auto target : hwy::SupportedAndGeneratedTargets()) {
      if (target == HWY_SCALAR || target == HWY_EMU128) continue;  // the plain kernels are for that
      hwy::GetChosenTarget().Update(target);
      tables.of_float.push_back(HWY_DYNAMIC_DISPATCH(float_table)());
      tables.of_double.push_back(HWY_DYNAMIC_DISPATCH(double_table)());
    }
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    return tables;
  }();
  return collected;
}

}  // namespace

template <>
const std::vector<const Kernels<float>*>& vector_kernels() {
  return tables().of_float;
}
template <>
const std::vector<const Kernels<double>*>& vector_kernels() {
  return tables().of_double;
}

}  // namespace gvfn
#endif
