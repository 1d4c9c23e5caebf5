#include "learn/bptt.hpp"

#include <gtest/gtest.h>

#include "case_name.hpp"
#include "finite_difference.hpp"
#include "random_layers.hpp"

namespace gvfn {
namespace {

struct Case {
  std::string name;
  std::size_t truncation;
  std::vector<CellShape> shapes;
  bool stacked = false;

  friend void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }
};

class BpttTest : public testing::TestWithParam<Case> {};

/// L = sum_u v_u s_{t,u}: s_t is the last layer's state after p inputs, and h is held fixed.
TEST_P(BpttTest, AgreesWithFiniteDifferences) {
  const auto& [name, truncation, shapes, stacked] = GetParam();
  Random random(4);
  auto layers = random_layers(shapes, truncation, stacked, random);
  std::vector<double> v(shapes.back().units);
  for (auto& x : v) x = random.uniform(-1, 1);
  const auto loss = [&] {
    run_window(kernels<double>(), layers, 0);
    double sum = 0;
    for (std::size_t u = 0; u < v.size(); ++u) sum += v[u] * layers.back().window.state(truncation)[u];
    return sum;
  };

  loss();
  Bptt<double> bptt(layers, truncation);
  auto cotangents = make_cotangents(layers);
  std::copy(v.begin(), v.end(), cotangents.back().begin());
  bptt.apply_transpose(kernels<double>(), layers, cotangents);
  const auto gradient = dense_gradient(layers, bptt);

  std::size_t at = 0;
  for (auto& layer : layers)
    for (auto& w : layer.cell.weights)
      for (std::size_t i = 0; i < w.rows; ++i)
        for (std::size_t gate = 0; gate < w.gates; ++gate)
          for (std::size_t u = 0; u < w.units; ++u)
            expect_derivative(gradient[at++], central_difference(w.at(i, u, gate), loss));
}

std::vector<Case> cases() {
  std::vector<Case> all;
  const auto add = [&](const std::string& name, const std::vector<CellShape>& shapes, bool stacked = false) {
    for (const std::size_t truncation : {1, 2, 3, 4, 5, 8})
      all.push_back({"p" + std::to_string(truncation) + "_" + name, truncation, shapes, stacked});
  };
  for (const std::size_t blocks : {1, 3})
    for (const auto activation :
         {Activation::sigmoid, Activation::tanh, Activation::linear, Activation::clipped_linear, Activation::relu}) {
      const auto name = std::string(activation_names[static_cast<std::size_t>(activation)]);
      add("blocks" + std::to_string(blocks) + "_" + name,
          {{.inputs = 3, .units = 5, .blocks = blocks, .activation = activation}});
    }
  const CellShape simple{.inputs = 3, .units = 4, .blocks = 2};
  for (const auto kind : {CellKind::gru, CellKind::lstm}) {
    const auto name = std::string(kind == CellKind::gru ? "gru" : "lstm");
    add(name, {{.inputs = 3, .units = 5, .kind = kind}});
    add("simple_on_" + name, {{.inputs = 2, .units = 3, .kind = kind}, simple}, true);
    add(name + "_on_simple", {simple, {.inputs = 4, .units = 3, .kind = kind}}, true);
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Windows, BpttTest, testing::ValuesIn(cases()), CaseName());

}  // namespace
}  // namespace gvfn
