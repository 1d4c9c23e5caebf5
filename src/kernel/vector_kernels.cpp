// The tables of the vector kernels, put together from three files, which so are compiled side by side.

#include "kernel/vector_kernels.hpp"

#include <hwy/highway.h>

#include <deque>

namespace gvfn {
namespace {

struct Tables {
  std::deque<Kernels<float>> of_float;
  std::deque<Kernels<double>> of_double;
};

/// Highway calls the best function of the targets it is told of; so tell it of one at a time, once.
const Tables& tables() {
  static const Tables collected = [] {
    Tables tables;
    for (const auto target : hwy::SupportedAndGeneratedTargets()) {
      if (target == HWY_SCALAR || target == HWY_EMU128) continue;  // the plain kernels are for that
      hwy::GetChosenTarget().Update(target);
      auto& of_float = tables.of_float.emplace_back();
      auto& of_double = tables.of_double.emplace_back();
      of_float.instruction_set = of_double.instruction_set = hwy::TargetName(target);
      for (const auto add : {add_propagate, add_gates, add_update}) add(of_float, of_double);
    }
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    return tables;
  }();
  return collected;
}

template <class T>
std::vector<const Kernels<T>*> pointers(const std::deque<Kernels<T>>& tables) {
  std::vector<const Kernels<T>*> all;
  for (const auto& table : tables) all.push_back(&table);
  return all;
}

}  // namespace

template <>
const std::vector<const Kernels<float>*>& vector_kernels() {
  static const auto all = pointers(tables().of_float);
  return all;
}
template <>
const std::vector<const Kernels<double>*>& vector_kernels() {
  static const auto all = pointers(tables().of_double);
  return all;
}

}  // namespace gvfn
