// Forward and backward through a matrix and an activation, on vectors.
// Highway includes this once for each instruction set, hence the toggled guard.

#if defined(GVFN_KERNEL_VECTOR_PROPAGATE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GVFN_KERNEL_VECTOR_PROPAGATE_INL
#undef GVFN_KERNEL_VECTOR_PROPAGATE_INL
#else
#define GVFN_KERNEL_VECTOR_PROPAGATE_INL
#endif

#include "kernel/kernels.hpp"
#include "kernel/vector_activation-inl.hpp"
#include "kernel/vector_tiles-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace gvfn::HWY_NAMESPACE {
namespace {

/// The weights of a row from a place on, where there may be only half a vector of them left.
template <class T>
HWY_INLINE Vec<T> load_weights(const T* place, [[maybe_unused]] std::size_t left) {
  const Tag<T> d;
#if HWY_MAX_BYTES >= 64
  const hn::Half<Tag<T>> half;
  if (left < hn::Lanes(d)) return hn::ZeroExtendVector(d, hn::LoadU(half, place));
#endif
  return hn::LoadU(d, place);
}

/// `vectors` neighbouring vectors of units at once. Four partial sums for each hide the latency of multiply-add; the
/// order of summation depends on the rows only, not on the vector's width. Ends with use(number of the vector, its
/// sum).
template <int vectors, class T, class Use>
HWY_INLINE void forward_tile(MatrixView<const T> w, const T* HWY_RESTRICT z, const Use& use) {
  const Tag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  Vec<T> sum[4 * vectors];
  HWY_UNROLL(28) for (auto& s : sum) s = hn::Zero(d);
  const T* HWY_RESTRICT row = w.data;
  const bool skips_zeros = may_be_sparse(w.rows);
  std::size_t i = 0;
  for (; i + 4 <= w.rows; i += 4, row += 4 * w.stride) {
    if (skips_zeros && is_zero_block(z + i)) continue;
    HWY_UNROLL(4) for (int k = 0; k < 4; ++k) {
      const auto feature = hn::Set(d, z[i + k]);
      HWY_UNROLL(7) for (int v = 0; v < vectors; ++v) {
        auto& s = sum[k * vectors + v];
        s = hn::MulAdd(feature, hn::Load(d, row + k * w.stride + v * lanes), s);
      }
    }
  }
  for (; i < w.rows; ++i, row += w.stride) {
    const auto feature = hn::Set(d, z[i]);
    HWY_UNROLL(7) for (int v = 0; v < vectors; ++v) sum[v] = hn::MulAdd(feature, hn::Load(d, row + v * lanes), sum[v]);
  }
  HWY_UNROLL(7)
  for (int v = 0; v < vectors; ++v)
    use(v, hn::Add(hn::Add(sum[v], sum[vectors + v]), hn::Add(sum[2 * vectors + v], sum[3 * vectors + v])));
}

/// Eight long rows at a time, added to the sums kept in `out`.
template <class T>
HWY_NOINLINE void add_long_rows(MatrixView<const T> w, const T* HWY_RESTRICT z, T* HWY_RESTRICT out) {
  const Tag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  constexpr std::size_t block = 8;
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
}

template <class T>
HWY_NOINLINE void forward_long_rows(MatrixView<const T> w, const T* z, Activation sigma, T* HWY_RESTRICT out) {
  const Tag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t u = 0; u < w.stride; u += lanes) hn::Store(hn::Zero(d), d, out + u);
  add_long_rows<T>(w, z, out);
  for (std::size_t u = 0; u < w.stride; u += lanes) hn::Store(activation<T>(sigma, hn::Load(d, out + u)), d, out + u);
}

#if HWY_MAX_BYTES >= 64
/// The same for rows of `whole` vectors and a half, two of which are taken at once (see TwoRows): lanes of the first
/// row have one partial sum, and lanes of the second row the next one. Ends with use(number of the vector, its sum).
template <int whole, class T, class Use>
HWY_INLINE void forward_two_rows(TwoRows<T, whole> tile, MatrixView<const T> w, const T* HWY_RESTRICT z,
                                 const Use& use) {
  const Tag<T> d;
  const hn::Half<Tag<T>> half;
  Vec<T> sum[2][tile.vectors];
  for (auto& s : sum) HWY_UNROLL(7) for (auto& x : s) x = hn::Zero(d);
  const T* HWY_RESTRICT row = w.data;
  std::size_t i = 0;
  for (; i + 4 <= w.rows; i += 4) {
    HWY_UNROLL(2) for (int k = 0; k < 2; ++k, row += 2 * w.stride) {
      const typename TwoRows<T, whole>::Features feature(z + i + 2 * k);
      HWY_UNROLL(7)
      for (int v = 0; v < tile.vectors; ++v)
        sum[k][v] = hn::MulAdd(feature[v], hn::LoadU(d, row + tile.place(v)), sum[k][v]);
    }
  }
  HWY_UNROLL(4) for (int u = 0; u <= whole; ++u) {
    const auto first_row = [&](int k) HWY_ATTR {
      return u < whole ? sum[k][u] : hn::ZeroExtendVector(d, hn::LowerHalf(half, sum[k][u]));
    };
    const auto second_row = [&](int k) HWY_ATTR {
      return u < whole ? hn::ConcatLowerUpper(d, sum[k][whole + u + 1], sum[k][whole + u])
                       : hn::ZeroExtendVector(d, hn::UpperHalf(half, sum[k][whole + u]));
    };
    auto rest = first_row(0);
    const T* HWY_RESTRICT place = row + tile.place(u);
    for (std::size_t r = i; r < w.rows; ++r, place += w.stride)
      rest = hn::MulAdd(hn::Set(d, z[r]), load_weights<T>(place, w.stride - tile.place(u)), rest);
    use(u, hn::Add(hn::Add(rest, second_row(0)), hn::Add(first_row(1), second_row(1))));
  }
}
#endif

/// Calls use(place of the vector in a row, its sum) for all units of rows that are not long.
template <class T, class Use>
HWY_INLINE void for_each_sum(MatrixView<const T> w, const T* z, const Use& use) {
  const std::size_t lanes = hn::Lanes(Tag<T>());
  if (ends_with_half<T>(w.stride))
    return with_two_rows<T>(w.stride, [&](auto tile) {
      forward_two_rows(tile, w, z, [&](int v, Vec<T> total) HWY_ATTR { use(v * lanes, total); });
    });
  for_each_wide_tile<T>(w.stride, [&](auto vectors, std::size_t u) {
    forward_tile<vectors(), T>({w.data + u, w.rows, w.stride}, z,
                               [&](int v, Vec<T> total) HWY_ATTR { use(u + v * lanes, total); });
  });
}

template <class T>
void forward(MatrixView<const T> w, const T* z, Activation sigma, T* out) {
  if (is_long_row<T>(w.stride)) return forward_long_rows<T>(w, z, sigma, out);
  const Tag<T> d;
  for_each_sum<T>(w, z, [&](std::size_t u, Vec<T> sum) HWY_ATTR { hn::Store(activation<T>(sigma, sum), d, out + u); });
}

template <class T>
void forward_keeping_sums(MatrixView<const T> w, const T* z, Activation sigma, T* sums, T* out) {
  const Tag<T> d;
  if (is_long_row<T>(w.stride)) {
    forward_long_rows<T>(w, z, Activation::linear, sums);
    for (std::size_t u = 0; u < w.stride; u += hn::Lanes(d))
      hn::Store(activation<T>(sigma, hn::Load(d, sums + u)), d, out + u);
    return;
  }
  for_each_sum<T>(w, z, [&](std::size_t u, Vec<T> sum) HWY_ATTR {
    hn::Store(sum, d, sums + u);
    hn::Store(activation<T>(sigma, sum), d, out + u);
  });
}

template <class T>
void forward_after_step(const T* HWY_RESTRICT z, std::size_t rows, const T* HWY_RESTRICT delta, T step,
                        Activation sigma, T* HWY_RESTRICT sums, T* HWY_RESTRICT out, std::size_t n) {
  const Tag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  auto squares = hn::Zero(d);
  std::size_t i = 0;
  for (; i + lanes <= rows; i += lanes) {
    const auto features = hn::LoadU(d, z + i);
    squares = hn::MulAdd(features, features, squares);
  }
  T square = hn::GetLane(hn::SumOfLanes(d, squares));
  for (; i < rows; ++i) square += z[i] * z[i];
  const auto times = hn::Set(d, step * square);
  for (std::size_t u = 0; u < n; u += lanes) {
    const auto sum = hn::NegMulAdd(times, hn::Load(d, delta + u), hn::Load(d, sums + u));
    hn::Store(sum, d, sums + u);
    hn::Store(activation<T>(sigma, sum), d, out + u);
  }
}

/// The sums in the same order as above, so that a vector's result does not depend on its company.
template <int vectors, class T>
HWY_INLINE void forward_pair_tile(MatrixView<const T> w, const T* HWY_RESTRICT z_a, const T* HWY_RESTRICT z_b,
                                  Activation sigma, T* HWY_RESTRICT out_a, T* HWY_RESTRICT out_b) {
  const Tag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  Vec<T> sum_a[4 * vectors];
  Vec<T> sum_b[4 * vectors];
  HWY_UNROLL(12) for (auto& s : sum_a) s = hn::Zero(d);
  HWY_UNROLL(12) for (auto& s : sum_b) s = hn::Zero(d);
  const auto add = [&](std::size_t i, int k) {
    const auto a = hn::Set(d, z_a[i]);
    const auto b = hn::Set(d, z_b[i]);
    HWY_UNROLL(3) for (int v = 0; v < vectors; ++v) {
      const auto weights = hn::Load(d, w.data + i * w.stride + v * lanes);
      sum_a[k * vectors + v] = hn::MulAdd(a, weights, sum_a[k * vectors + v]);
      sum_b[k * vectors + v] = hn::MulAdd(b, weights, sum_b[k * vectors + v]);
    }
  };
  std::size_t i = 0;
  for (; i + 4 <= w.rows; i += 4) {
    HWY_UNROLL(4) for (int k = 0; k < 4; ++k) add(i + k, k);
  }
  for (; i < w.rows; ++i) add(i, 0);
  const auto store = [&](const Vec<T>* sum, T* out) {
    HWY_UNROLL(3) for (int v = 0; v < vectors; ++v) {
      const auto total =
          hn::Add(hn::Add(sum[v], sum[vectors + v]), hn::Add(sum[2 * vectors + v], sum[3 * vectors + v]));
      hn::Store(activation<T>(sigma, total), d, out + v * lanes);
    }
  };
  store(sum_a, out_a);
  store(sum_b, out_b);
}

template <class T>
void forward_pair(MatrixView<const T> w, const T* z_a, const T* z_b, Activation sigma, T* out_a, T* out_b) {
  if (is_long_row<T>(w.stride) || ends_with_half<T>(w.stride)) {
    forward<T>(w, z_a, sigma, out_a);
    return forward<T>(w, z_b, sigma, out_b);
  }
  for_each_tile<T>(w.stride, [&](auto vectors, std::size_t u) {
    forward_pair_tile<vectors(), T>({w.data + u, w.rows, w.stride}, z_a, z_b, sigma, out_a + u, out_b + u);
  });
}

template <class T>
void forward_add(MatrixView<const T> w, const T* z, T* out) {
  if (is_long_row<T>(w.stride)) return add_long_rows<T>(w, z, out);
  const Tag<T> d;
  for_each_sum<T>(
      w, z, [&](std::size_t u, Vec<T> sum) HWY_ATTR { hn::Store(hn::Add(hn::Load(d, out + u), sum), d, out + u); });
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

/// W delta for one vector or two, four rows at a time.
template <int count, bool adds, class T>
HWY_INLINE void send_back(MatrixView<const T> w, const T* const (&delta)[count], T* const (&out)[count]) {
  const Tag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  const T* HWY_RESTRICT row = w.data;
  std::size_t i = 0;
  for (; i + 4 <= w.rows; i += 4, row += 4 * w.stride) {
    Vec<T> sum[4 * count];
    HWY_UNROLL(8) for (auto& s : sum) s = hn::Zero(d);
    for (std::size_t u = 0; u < w.stride; u += lanes) {
      Vec<T> factor[count];
      HWY_UNROLL(2) for (int c = 0; c < count; ++c) factor[c] = hn::Load(d, delta[c] + u);
      HWY_UNROLL(4) for (int k = 0; k < 4; ++k) {
        const auto weights = load_weights<T>(row + k * w.stride + u, w.stride - u);
        HWY_UNROLL(2) for (int c = 0; c < count; ++c) sum[4 * c + k] = hn::MulAdd(factor[c], weights, sum[4 * c + k]);
      }
    }
    for (int c = 0; c < count; ++c) {
      if constexpr (adds) {
        T sums[4];
        store_sums<T>(sum[4 * c], sum[4 * c + 1], sum[4 * c + 2], sum[4 * c + 3], sums);
        for (std::size_t k = 0; k < 4; ++k) out[c][i + k] += sums[k];
      } else {
        store_sums<T>(sum[4 * c], sum[4 * c + 1], sum[4 * c + 2], sum[4 * c + 3], out[c] + i);
      }
    }
  }
  for (; i < w.rows; ++i, row += w.stride) {
    for (int c = 0; c < count; ++c) {
      auto sum = hn::Zero(d);
      for (std::size_t u = 0; u < w.stride; u += lanes)
        sum = hn::MulAdd(hn::Load(d, delta[c] + u), load_weights<T>(row + u, w.stride - u), sum);
      out[c][i] = (adds ? out[c][i] : T(0)) + hn::GetLane(hn::SumOfLanes(d, sum));
    }
  }
}

template <class T>
void backward(MatrixView<const T> w, const T* delta, T* out) {
  send_back<1, false, T>(w, {delta}, {out});
}

template <class T>
void backward_add(MatrixView<const T> w, const T* delta, T* out) {
  send_back<1, true, T>(w, {delta}, {out});
}

template <class T>
void backward_pair(MatrixView<const T> w, const T* delta_a, const T* delta_b, T* out_a, T* out_b) {
  send_back<2, false, T>(w, {delta_a, delta_b}, {out_a, out_b});
}

template <class T>
void activation_backward(Activation sigma, const T* output, const T* cotangent, T* delta, std::size_t n) {
  const Tag<T> d;
  for (std::size_t u = 0; u < n; u += hn::Lanes(d))
    hn::Store(hn::Mul(hn::Load(d, cotangent + u), slope<T>(sigma, hn::Load(d, output + u))), d, delta + u);
}

template <class T>
void add_td_gradient(TargetView<T> target, const T* HWY_RESTRICT value, const T* HWY_RESTRICT next_value, T scale,
                     T* HWY_RESTRICT out, std::size_t n) {
  const Tag<T> d;
  for (std::size_t j = 0; j < n; j += hn::Lanes(d)) {
    const auto goal =
        hn::MulAdd(hn::Load(d, target.continuation + j), hn::Load(d, next_value + j), hn::Load(d, target.cumulant + j));
    const auto error = hn::Sub(hn::Load(d, value + j), goal);
    const auto weight = hn::Mul(hn::Set(d, scale), hn::Load(d, target.rho + j));
    hn::Store(hn::MulAdd(weight, error, hn::Load(d, out + j)), d, out + j);
  }
}

}  // namespace
}  // namespace gvfn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
