#pragma once
// The online learner written out a second time, plainly and independently: dense gradients, every state computed anew
// from h with p+1 applications of the cell before the update and p+1 after it, ADAM over all weights at every step.
// It shares with the library only the questions' values and the initial weights.

#include <cmath>
#include <vector>

#include "gvfn/agent/agent.hpp"

namespace gvfn {

class ReferenceAgent {
 public:
  using Vector = std::vector<double>;
  using Grid = std::vector<Vector>;  // [feature][unit]

  ReferenceAgent(const AgentOptions& options, const Agent<double>& twin)
      : options_(options),
        state_questions_(twin.state_questions()),
        head_questions_(twin.head_questions()),
        units_(twin.cell().shape.units),
        blocks_(twin.cell().shape.blocks),
        h_(units_),
        state_memory_(state_questions_.memory()),
        head_memory_(head_questions_.memory()) {
    for (const auto& block : twin.cell().weights) weights_.push_back(grid_of(block));
    if (twin.head())
      for (const auto& layer : twin.head()->layers) weights_.push_back(grid_of(layer.weights));
    for (const auto& grid : weights_) {
      first_.emplace_back(grid.size(), Vector(grid[0].size()));
      second_.emplace_back(grid.size(), Vector(grid[0].size()));
    }
  }

  void start(std::span<const float> observation) {
    h_.assign(units_, 0);
    observation_.assign(observation.begin(), observation.end());
    inputs_.assign(options_.truncation + 1, encode(0, observation));
    run_window();
  }

  void step(std::size_t action, double prob, std::span<const float> observation) {
    const std::size_t p = options_.truncation;
    inputs_.erase(inputs_.begin());
    inputs_.push_back(encode(action, observation));
    run_window();
    const Vector s_t = states_[p];
    const Vector s_tp1 = states_[p + 1];
    const auto y_t = head_forward(s_t);
    const auto y_tp1 = head_forward(s_tp1);

    const Transition transition{observation_, action, prob, observation};
    Targets<double> state_targets(units_);
    Targets<double> head_targets(head_questions_.size());
    state_questions_.evaluate(transition, s_t.data(), s_tp1.data(), state_memory_, state_targets);
    head_questions_.evaluate(transition, y_t.back().data(), y_tp1.back().data(), head_memory_, head_targets);

    std::vector<Grid> gradients;
    for (const auto& grid : weights_) gradients.emplace_back(grid.size(), Vector(grid[0].size()));
    Vector cotangent(units_);
    if (state_questions_.size() > 0)
      for (std::size_t j = 0; j < units_; ++j)
        cotangent[j] = td(options_.state_loss, units_, state_targets, j, s_t[j], s_tp1[j]);
    if (head_questions_.size() > 0) {
      Vector error(head_questions_.size());
      for (std::size_t k = 0; k < error.size(); ++k)
        error[k] = td(options_.head_loss, error.size(), head_targets, k, y_t.back()[k], y_tp1.back()[k]);
      const auto from_head = head_backward(s_t, y_t, error, gradients);
      if (options_.head_trains_state)
        for (std::size_t j = 0; j < units_; ++j) cotangent[j] += from_head[j];
    }
    cell_backward(cotangent, gradients);
    update(gradients);

    run_window();
    h_ = states_[1];
    observation_.assign(observation.begin(), observation.end());
  }

  const Vector& state() const { return states_.back(); }
  Vector predictions() const { return head_forward(states_.back()).back(); }

 private:
  struct Input {
    std::size_t block;
    Vector x;
  };

  static Grid grid_of(const Matrix<double>& matrix) {
    Grid grid(matrix.rows, Vector(matrix.units));
    for (std::size_t i = 0; i < matrix.rows; ++i)
      for (std::size_t u = 0; u < matrix.units; ++u) grid[i][u] = matrix.data[i * matrix.stride + u];
    return grid;
  }

  Input encode(std::size_t action, std::span<const float> observation) const {
    Vector x(observation.begin(), observation.end());
    const std::size_t actions = state_questions_.vocabulary().actions.size();
    if (blocks_ == 1 && actions > 1)
      for (std::size_t a = 0; a < actions; ++a) x.push_back(a == action ? 1 : 0);
    if (options_.complement) {
      const Vector bits = x;
      for (const double bit : bits) x.push_back(1 - bit);
    }
    return {blocks_ > 1 ? action : 0, x};
  }

  static double activate(Activation sigma, double x) {
    switch (sigma) {
      case Activation::sigmoid: return 1 / (1 + std::exp(-x));
      case Activation::tanh: return std::tanh(x);
      case Activation::relu: return x > 0 ? x : 0;
      case Activation::clipped_linear: return x > 10 ? 10 : x < -10 ? -10 : x;
      default: return x;
    }
  }
  static double slope(Activation sigma, double y) {
    switch (sigma) {
      case Activation::sigmoid: return y * (1 - y);
      case Activation::tanh: return 1 - y * y;
      case Activation::relu: return y > 0 ? 1 : 0;
      default: return 1;
    }
  }
  static Vector affine(const Grid& w, const Vector& z, Activation sigma) {
    Vector out(w[0].size());
    for (std::size_t u = 0; u < out.size(); ++u) {
      double sum = 0;
      for (std::size_t i = 0; i < z.size(); ++i) sum += w[i][u] * z[i];
      out[u] = activate(sigma, sum);
    }
    return out;
  }
  static Vector with_bias(const Vector& v) {
    Vector z{1};
    z.insert(z.end(), v.begin(), v.end());
    return z;
  }

  Vector features(std::size_t k) const {
    Vector z = inputs_[k].x;
    z.push_back(1);
    z.insert(z.end(), states_[k].begin(), states_[k].end());
    return z;
  }

  void run_window() {
    states_.assign(1, h_);
    for (std::size_t k = 0; k < inputs_.size(); ++k)
      states_.push_back(affine(weights_[inputs_[k].block], features(k), options_.activation));
  }

  std::vector<Vector> head_forward(const Vector& s) const {
    std::vector<Vector> outputs{};
    const Vector* input = &s;
    for (std::size_t l = blocks_; l < weights_.size(); ++l) {
      const bool is_last = l + 1 == weights_.size();
      outputs.push_back(
          affine(weights_[l], with_bias(*input), is_last ? Activation::linear : options_.head_activation));
      input = &outputs.back();
    }
    if (outputs.empty()) outputs.emplace_back();
    return outputs;
  }

  Vector head_backward(const Vector& s, const std::vector<Vector>& outputs, Vector error,
                       std::vector<Grid>& gradients) const {
    for (std::size_t l = weights_.size(); l-- > blocks_;) {
      const bool is_last = l + 1 == weights_.size();
      const auto& output = outputs[l - blocks_];
      const Vector input = with_bias(l == blocks_ ? s : outputs[l - blocks_ - 1]);
      Vector before(input.size() - 1);
      for (std::size_t u = 0; u < error.size(); ++u) {
        const double delta = error[u] * slope(is_last ? Activation::linear : options_.head_activation, output[u]);
        for (std::size_t i = 0; i < input.size(); ++i) {
          gradients[l][i][u] += input[i] * delta;
          if (i > 0) before[i - 1] += weights_[l][i][u] * delta;
        }
      }
      error = before;
    }
    return error;
  }

  void cell_backward(Vector cotangent, std::vector<Grid>& gradients) const {
    for (std::size_t k = options_.truncation; k-- > 0;) {
      const auto z = features(k);
      const std::size_t block = inputs_[k].block;
      Vector before(units_);
      for (std::size_t u = 0; u < units_; ++u) {
        const double delta = cotangent[u] * slope(options_.activation, states_[k + 1][u]);
        for (std::size_t i = 0; i < z.size(); ++i) gradients[block][i][u] += z[i] * delta;
        for (std::size_t j = 0; j < units_; ++j) before[j] += weights_[block][z.size() - units_ + j][u] * delta;
      }
      cotangent = before;
    }
  }

  static double td(Loss loss, std::size_t n, const Targets<double>& targets, std::size_t j, double value, double next) {
    const double size = static_cast<double>(n);
    const double scale = loss == Loss::sum ? 2 : loss == Loss::half_sum ? 1 : loss == Loss::mean ? 2 / size : 1 / size;
    return -scale * targets.rho[j] * (targets.cumulant[j] + targets.continuation[j] * next - value);
  }

  void update(const std::vector<Grid>& gradients) {
    const auto& o = options_.optimizer;
    double squares = 0;
    for (const auto& grid : gradients)
      for (const auto& row : grid)
        for (const double g : row) squares += g * g;
    const double shorter = o.clip_norm > 0 && std::sqrt(squares) > o.clip_norm ? o.clip_norm / std::sqrt(squares) : 1;
    const double alpha = o.step_size / (1 + o.decay * t_);
    ++t_;
    for (std::size_t w = 0; w < weights_.size(); ++w) {
      for (std::size_t i = 0; i < weights_[w].size(); ++i) {
        for (std::size_t u = 0; u < weights_[w][i].size(); ++u) {
          const double g = shorter * gradients[w][i][u];
          double& m = first_[w][i][u];
          double& v = second_[w][i][u];
          double change = alpha * g;
          if (o.name == OptimizerName::momentum) {
            m = o.momentum * m + g;
            change = alpha * m;
          } else if (o.name == OptimizerName::rmsprop) {
            v = o.square_decay * v + (1 - o.square_decay) * g * g;
            change = alpha * g / (std::sqrt(v) + o.epsilon);
          } else if (o.name == OptimizerName::adam) {
            m = o.beta1 * m + (1 - o.beta1) * g;
            v = o.beta2 * v + (1 - o.beta2) * g * g;
            change =
                alpha * (m / (1 - std::pow(o.beta1, t_))) / (std::sqrt(v / (1 - std::pow(o.beta2, t_))) + o.epsilon);
          }
          weights_[w][i][u] -= change;
        }
      }
    }
  }

  AgentOptions options_;
  QuestionNetwork state_questions_;
  QuestionNetwork head_questions_;
  std::size_t units_;
  std::size_t blocks_;
  std::vector<Grid> weights_;  // the cell's blocks, then the head's layers
  std::vector<Grid> first_;
  std::vector<Grid> second_;
  int t_ = 0;
  Vector h_;
  std::vector<Input> inputs_;
  std::vector<Vector> states_;
  std::vector<float> observation_;
  QuestionMemory state_memory_;
  QuestionMemory head_memory_;
};

}  // namespace gvfn
