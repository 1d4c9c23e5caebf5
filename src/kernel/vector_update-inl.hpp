// The optimisers' steps, on vectors, from gradients kept as outer products.
// Highway includes this once for each instruction set, hence the toggled guard.

#if defined(GVFN_KERNEL_VECTOR_UPDATE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GVFN_KERNEL_VECTOR_UPDATE_INL
#undef GVFN_KERNEL_VECTOR_UPDATE_INL
#else
#define GVFN_KERNEL_VECTOR_UPDATE_INL
#endif

#include "kernel/kernels.hpp"
#include "kernel/vector_tiles-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace gvfn::HWY_NAMESPACE {
namespace {

/// Cuts a matrix into tiles of a few vectors and all rows; or, where rows are long, of four rows each: calls use(OneRow
/// or TwoRows; first row, and the one after the last). The tiles are wide ones where they need few registers.
template <class T, bool wide, class Use>
HWY_INLINE void for_each_part(std::size_t rows, std::size_t stride, const Use& use) {
  if (ends_with_half<T>(stride)) return with_two_rows<T>(stride, [&](auto tile) { use(tile, 0, rows); });
  const std::size_t rows_at_once = is_long_row<T>(stride) ? 4 : rows;
  for (std::size_t i = 0; i < rows; i += rows_at_once) {
    const std::size_t last = i + rows_at_once < rows ? i + rows_at_once : rows;
    const auto use_tile = [&](auto vectors, std::size_t u) { use(OneRow<T, vectors()>(u), i, last); };
    if constexpr (wide) {
      for_each_wide_tile<T>(stride, use_tile);
    } else {
      for_each_tile<T>(stride, use_tile);
    }
  }
}

/// Calls use(offset of a vector in the matrix, its number in the tile) for all vectors of a part.
template <class Tile, class Use>
HWY_INLINE void for_each_place(const Tile& tile, std::size_t stride, std::size_t first, std::size_t last,
                               const Use& use) {
  std::size_t i = first;
  for (; i + Tile::rows <= last; i += Tile::rows) HWY_UNROLL(7)
  for (int v = 0; v < Tile::vectors; ++v) use(i * stride + tile.place(v), v);
  if (i == last) return;
  for (int v = 0; v < Tile::vectors && Tile::is_first(v); ++v) use(i * stride + tile.place(v), v);
}

/// for_each_vector where the gradient is one outer product, the case of p = 1 and of every head: its delta stays in
/// registers.
template <bool remembers, class T, class Columns, class Rule>
HWY_INLINE void for_each_of_one_factor(std::size_t rows, std::size_t stride, const Gradient<T>& g,
                                       const Columns& columns, const Rule& rule) {
  const T* HWY_RESTRICT features = g.factors[0].features;
  const T* HWY_RESTRICT delta = g.factors[0].delta;
  const auto scale = hn::Set(Tag<T>(), g.scale);
  const bool skips_zeros = !remembers && may_be_sparse(rows);
  for_each_part<T, true>(rows, stride, [&](auto tile, std::size_t first, std::size_t last) {
    using Tile = decltype(tile);
    typename Columns::Values values[Tile::vectors];
    Vec<T> deltas[Tile::vectors];
    for (int v = 0; v < Tile::vectors; ++v) {
      values[v] = columns(tile, v);
      deltas[v] = hn::Mul(scale, tile.by_column(v, delta));
    }
    std::size_t i = first;
    for (; i + Tile::rows <= last; i += Tile::rows) {
      if (skips_zeros && is_zero<Tile::rows>(features + i)) continue;
      const typename Tile::Features feature(features + i);
      HWY_UNROLL(7)
      for (int v = 0; v < Tile::vectors; ++v)
        rule(i * stride + tile.place(v), values[v], hn::Mul(feature[v], deltas[v]));
    }
    if (i == last) return;
    const T alone[2] = {features[i], 0};
    const typename Tile::Features feature(alone);
    for (int v = 0; v < Tile::vectors && Tile::is_first(v); ++v)
      rule(i * stride + tile.place(v), values[v], hn::Mul(feature[v], deltas[v]));
  });
}

/// The sum of all outer products and the dense part, for `times` times the rows of a tile, which share the loads of the
/// deltas. `is_alone`: there is only the first of the rows.
template <bool remembers, int times, bool is_alone, class Tile, class T, class Values, class Rule>
HWY_INLINE void sum_rows(std::size_t i, std::size_t stride, const Gradient<T>& g, const Tile& tile,
                         const Values* values, const Vec<T>* weight, Rule rule) {
  const Tag<T> d;
  Vec<T> sum[times][Tile::vectors];
  for (auto& s : sum) HWY_UNROLL(7) for (auto& x : s) x = hn::Zero(d);
  constexpr std::size_t count = is_alone ? 1 : times * Tile::rows;
  bool has_gradient = g.dense;
  for (const auto& [features, delta] : g.factors) {
    if (is_zero<count>(features + i)) continue;
    has_gradient = true;
    const T alone[2] = {features[i], 0};
    Vec<T> column[Tile::vectors];
    HWY_UNROLL(7) for (int v = 0; v < Tile::vectors; ++v) column[v] = tile.by_column(v, delta);
    HWY_UNROLL(4) for (int r = 0; r < times; ++r) {
      const typename Tile::Features feature(is_alone ? alone : features + i + r * Tile::rows);
      HWY_UNROLL(7) for (int v = 0; v < Tile::vectors; ++v) sum[r][v] = hn::MulAdd(feature[v], column[v], sum[r][v]);
    }
  }
  if (!remembers && !has_gradient) return;
  const auto scale = hn::Set(d, g.scale);
  HWY_UNROLL(4) for (int r = 0; r < times; ++r) HWY_UNROLL(7) for (int v = 0; v < Tile::vectors; ++v) {
    if (is_alone && !Tile::is_first(v)) continue;
    const std::size_t at = (i + r * Tile::rows) * stride + tile.place(v);
    const auto dense = g.dense ? hn::Mul(weight[v], hn::Load(d, g.dense + at)) : hn::Zero(d);
    rule(at, values[v], hn::MulAdd(scale, sum[r][v], dense));
  }
}

/// for_each_vector where the gradient is a dense part alone: its weights stay in registers. The rule is copied for each
/// part, so that the compiler sees that no store changes it.
template <bool wide, class T, class Columns, class Rule>
HWY_INLINE void for_each_of_dense(std::size_t rows, std::size_t stride, const Gradient<T>& g, const Columns& columns,
                                  const Rule& rule) {
  const Tag<T> d;
  const T* HWY_RESTRICT dense = g.dense;
  for_each_part<T, wide>(rows, stride, [=, &g](auto tile, std::size_t first, std::size_t last) {
    typename Columns::Values values[decltype(tile)::vectors];
    Vec<T> weight[decltype(tile)::vectors];
    for (int v = 0; v < decltype(tile)::vectors; ++v) {
      values[v] = columns(tile, v);
      weight[v] = hn::Mul(hn::Set(d, g.scale), tile.by_column(v, g.weight));
    }
    for_each_place(tile, stride, first, last, [&](std::size_t at, int v) HWY_ATTR {
      rule(at, values[v], hn::Mul(weight[v], hn::Load(d, dense + at)));
    });
  });
}

/// for_each_vector where the gradient is anything else. `wide`: may a dense part be taken in wide tiles?
template <bool remembers, bool wide, class T, class Columns, class Rule>
HWY_INLINE void for_each_of_any(std::size_t rows, std::size_t stride, const Gradient<T>& g, const Columns& columns,
                                const Rule& rule) {
  const Tag<T> d;
  if (g.dense && g.factors.empty()) return for_each_of_dense<wide>(rows, stride, g, columns, rule);
  for_each_part<T, false>(rows, stride, [=, &g](auto tile, std::size_t first, std::size_t last) {
    using Tile = decltype(tile);
    typename Columns::Values values[Tile::vectors];
    Vec<T> weight[Tile::vectors];
    for (int v = 0; v < Tile::vectors; ++v) {
      values[v] = columns(tile, v);
      weight[v] = g.dense ? hn::Mul(hn::Set(d, g.scale), tile.by_column(v, g.weight)) : hn::Zero(d);
    }
    std::size_t i = first;
    for (; i + 4 <= last; i += 4) sum_rows<remembers, 4 / Tile::rows, false>(i, stride, g, tile, values, weight, rule);
    for (; i + Tile::rows <= last; i += Tile::rows)
      sum_rows<remembers, 1, false>(i, stride, g, tile, values, weight, rule);
    if (i < last) sum_rows<remembers, 1, true>(i, stride, g, tile, values, weight, rule);
  });
}

/// The same as a function of its own, whose large frame would slow down the case of one outer product.
template <bool remembers, class T, class Columns, class Rule>
HWY_NOINLINE void for_each_of_any_apart(std::size_t rows, std::size_t stride, const Gradient<T>& g, Columns columns,
                                        Rule rule) {
  for_each_of_any<remembers, true>(rows, stride, g, columns, rule);
}

/// Calls rule(offset of the weights, what `columns` gives for them, a vector of their gradient) for all weights; for
/// rows without gradient only if the rule remembers. What depends on the column only stays in registers.
template <bool remembers, class T, class Columns, class Rule>
HWY_INLINE void for_each_vector(std::size_t rows, std::size_t stride, const Gradient<T>& g, const Columns& columns,
                                const Rule& rule) {
  if (g.factors.size() == 1 && !g.dense)
    for_each_of_one_factor<remembers>(rows, stride, g, columns, rule);
  else if (remembers || !g.has_no_terms())
    for_each_of_any_apart<remembers>(rows, stride, g, columns, rule);
}

/// For a rule that is the same for all columns.
struct Same {
  using Values = Same;
  template <class Tile>
  HWY_INLINE Same operator()(const Tile&, int) const {
    return {};
  }
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
  // In wide tiles the sum would be made in another order.
  for_each_of_any<false, false>(rows, stride, g, Same(),
                                [&](std::size_t, Same, Vec<T> grad) { sum = hn::MulAdd(grad, grad, sum); });
  return hn::GetLane(hn::SumOfLanes(d, sum));
}

/// For a rule with one number for each column.
template <class T>
struct ByColumn {
  using Values = Vec<T>;
  template <class Tile>
  HWY_INLINE Vec<T> operator()(const Tile& tile, int v) const {
    return tile.by_column(v, numbers);
  }
  const T* numbers;
};

template <class T>
void trace(MatrixView<T> e, const T* decay, Factor<T> added) {
  const Tag<T> d;
  for_each_vector<true, T>(e.rows, e.stride, {.factors = {&added, 1}}, ByColumn<T>{decay},
                           [=](std::size_t i, Vec<T> keep, Vec<T> change) {
                             hn::Store(hn::MulAdd(keep, hn::Load(d, e.data + i), change), d, e.data + i);
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

/// w - step m / (sqrt(v) + epsilon), with the steps and epsilons of some columns. In float by the processor's
/// approximations of 1/sqrt and 1/x, with a Newton step each: 2 sqrt(v) = r (3 - r i) with i the approximation and
/// r = v i. Step and epsilon are doubled before, since every instruction counts here.
template <class T>
struct AdamStep {
  HWY_INLINE Vec<T> operator()(Vec<T> w, Vec<T> m, Vec<T> v) const {
    const Tag<T> d;
    if constexpr (sizeof(T) == 4) {
      const auto inverse = hn::ApproximateReciprocalSqrt(v);
      const auto root = hn::Mul(v, inverse);
      const auto divisor = hn::MulAdd(root, hn::NegMulAdd(root, inverse, hn::Set(d, T(3))), epsilon);
      return hn::NegMulAdd(hn::Mul(step, m), reciprocal<T>(divisor), w);
    } else {
      return hn::Sub(w, hn::Div(hn::Mul(step, m), hn::Add(hn::Sqrt(v), epsilon)));
    }
  }
  Vec<T> step, epsilon;
};

template <class T>
struct AdamColumns {
  using Values = AdamStep<T>;
  template <class Tile>
  HWY_INLINE AdamStep<T> operator()(const Tile& tile, int v) const {
    const auto times = hn::Set(Tag<T>(), sizeof(T) == 4 ? T(2) : T(1));
    return {hn::Mul(times, tile.by_column(v, step)), hn::Mul(times, tile.by_column(v, epsilon))};
  }
  const T* step;
  const T* epsilon;
};

template <class T>
void adam(MatrixView<T> w, T* HWY_RESTRICT m, T* HWY_RESTRICT v, const Gradient<T>& g, AdamNumbers<T> n) {
  const Tag<T> d;
  const auto m_decay = hn::Set(d, n.m_decay);
  const auto v_decay = hn::Set(d, n.v_decay);
  const auto least = hn::Set(d, least_square<T>);
  for_each_vector<true>(w.rows, w.stride, g, AdamColumns<T>{n.step, n.epsilon},
                        [=](std::size_t i, const AdamStep<T>& step, Vec<T> grad) {
                          const auto sum = hn::MulAdd(m_decay, hn::Load(d, m + i), grad);
                          const auto squares = hn::MulAdd(grad, grad, hn::MulAdd(v_decay, hn::Load(d, v + i), least));
                          hn::Store(sum, d, m + i);
                          hn::Store(squares, d, v + i);
                          hn::Store(step(hn::Load(d, w.data + i), sum, squares), d, w.data + i);
                        });
}

template <class T>
void adam_drift(MatrixView<T> w, const T* HWY_RESTRICT m, const T* HWY_RESTRICT v, const T* step, const T* epsilon) {
  const Tag<T> d;
  const auto least = hn::Set(d, least_square<T>);
  const AdamColumns<T> columns{step, epsilon};
  for_each_part<T, false>(w.rows, w.stride, [&](auto tile, std::size_t first, std::size_t last) {
    AdamStep<T> move[decltype(tile)::vectors];
    for (int k = 0; k < decltype(tile)::vectors; ++k) move[k] = columns(tile, k);
    for_each_place(tile, w.stride, first, last, [&](std::size_t i, int k) HWY_ATTR {
      const auto squares = hn::Add(hn::Load(d, v + i), least);
      hn::Store(move[k](hn::Load(d, w.data + i), hn::Load(d, m + i), squares), d, w.data + i);
    });
  });
}

}  // namespace
}  // namespace gvfn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
