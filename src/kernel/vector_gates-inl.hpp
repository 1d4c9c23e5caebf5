// The units of the GRU and the LSTM, on vectors; gvfn/kernel/gates.hpp has the formulas.
// Highway includes this once for each instruction set, hence the toggled guard.

#if defined(GVFN_KERNEL_VECTOR_GATES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef GVFN_KERNEL_VECTOR_GATES_INL
#undef GVFN_KERNEL_VECTOR_GATES_INL
#else
#define GVFN_KERNEL_VECTOR_GATES_INL
#endif

#include "kernel/vector_activation-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace gvfn::HWY_NAMESPACE {
namespace {

template <class T>
void gru_forward(T* gates, const T* recurrent, const T* state_t, T* state_tp1, std::size_t n) {
  const Tag<T> d;
  for (std::size_t u = 0; u < n; u += hn::Lanes(d)) {
    const auto sum = [&](std::size_t gate) {
      return hn::Add(hn::Load(d, gates + gate * n + u), hn::Load(d, recurrent + gate * n + u));
    };
    const auto r = activation<T>(Activation::sigmoid, sum(0));
    const auto z = activation<T>(Activation::sigmoid, sum(1));
    const auto c = activation<T>(Activation::tanh,
                                 hn::MulAdd(r, hn::Load(d, recurrent + 2 * n + u), hn::Load(d, gates + 2 * n + u)));
    hn::Store(r, d, gates + u);
    hn::Store(z, d, gates + n + u);
    hn::Store(c, d, gates + 2 * n + u);
    hn::Store(hn::MulAdd(z, hn::Sub(hn::Load(d, state_t + u), c), c), d, state_tp1 + u);
  }
}

template <class T>
void gru_backward(const T* gates, const T* recurrent, const T* state_t, const T* cotangent, T* delta, std::size_t n) {
  const Tag<T> d;
  for (std::size_t u = 0; u < n; u += hn::Lanes(d)) {
    const auto r = hn::Load(d, gates + u);
    const auto z = hn::Load(d, gates + n + u);
    const auto c = hn::Load(d, gates + 2 * n + u);
    const auto by_output = hn::Load(d, cotangent + u);
    const auto by_c = hn::Mul(hn::NegMulAdd(by_output, z, by_output), slope<T>(Activation::tanh, c));
    const auto by_r = hn::Mul(hn::Mul(by_c, hn::Load(d, recurrent + 2 * n + u)), slope<T>(Activation::sigmoid, r));
    const auto by_z =
        hn::Mul(hn::Mul(by_output, hn::Sub(hn::Load(d, state_t + u), c)), slope<T>(Activation::sigmoid, z));
    hn::Store(by_r, d, delta + u);
    hn::Store(by_z, d, delta + n + u);
    hn::Store(by_c, d, delta + 2 * n + u);
    hn::Store(by_r, d, delta + 3 * n + u);
    hn::Store(by_z, d, delta + 4 * n + u);
    hn::Store(hn::Mul(by_c, r), d, delta + 5 * n + u);
    hn::Store(hn::Mul(by_output, z), d, delta + 6 * n + u);
  }
}

template <class T>
void lstm_forward(T* gates, const T* memory_t, T* state_tp1, std::size_t n) {
  const Tag<T> d;
  for (std::size_t u = 0; u < n; u += hn::Lanes(d)) {
    const auto gate = [&](std::size_t index, Activation sigma) {
      T* const place = gates + index * n + u;
      const auto value = activation<T>(sigma, hn::Load(d, place));
      hn::Store(value, d, place);
      return value;
    };
    const auto i = gate(0, Activation::sigmoid);
    const auto f = gate(1, Activation::sigmoid);
    const auto g = gate(2, Activation::tanh);
    const auto o = gate(3, Activation::sigmoid);
    const auto memory = hn::MulAdd(f, hn::Load(d, memory_t + u), hn::Mul(i, g));
    const auto tanh_memory = activation<T>(Activation::tanh, memory);
    hn::Store(tanh_memory, d, gates + 4 * n + u);
    hn::Store(hn::Mul(o, tanh_memory), d, state_tp1 + u);
    hn::Store(memory, d, state_tp1 + n + u);
  }
}

template <class T>
void lstm_backward(const T* gates, const T* memory_t, const T* cotangent, T* delta, T* memory_cotangent_t,
                   std::size_t n) {
  const Tag<T> d;
  for (std::size_t u = 0; u < n; u += hn::Lanes(d)) {
    const auto i = hn::Load(d, gates + u);
    const auto f = hn::Load(d, gates + n + u);
    const auto g = hn::Load(d, gates + 2 * n + u);
    const auto o = hn::Load(d, gates + 3 * n + u);
    const auto tanh_memory = hn::Load(d, gates + 4 * n + u);
    const auto by_output = hn::Load(d, cotangent + u);
    const auto by_memory =
        hn::MulAdd(hn::Mul(by_output, o), slope<T>(Activation::tanh, tanh_memory), hn::Load(d, cotangent + n + u));
    const auto store = [&](std::size_t index, Vec<T> value) { hn::Store(value, d, delta + index * n + u); };
    store(0, hn::Mul(hn::Mul(by_memory, g), slope<T>(Activation::sigmoid, i)));
    store(1, hn::Mul(hn::Mul(by_memory, hn::Load(d, memory_t + u)), slope<T>(Activation::sigmoid, f)));
    store(2, hn::Mul(hn::Mul(by_memory, i), slope<T>(Activation::tanh, g)));
    store(3, hn::Mul(hn::Mul(by_output, tanh_memory), slope<T>(Activation::sigmoid, o)));
    hn::Store(hn::Mul(by_memory, f), d, memory_cotangent_t + u);
  }
}

}  // namespace
}  // namespace gvfn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
