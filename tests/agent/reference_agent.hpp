#pragma once
// The online learner written out a second time, plainly and independently: every state computed anew from h with all
// the inputs of the window before the update and after it; full Jacobians and Hessians by Jets; the rules as the paper
// writes them; ADAM over all weights at every step. It shares with the library only the questions (their values, and
// what a forecast is about) and the initial weights.

#include <cmath>
#include <vector>

#include "agent/agent_core.hpp"
#include "plain_network.hpp"

namespace gvfn {

class ReferenceAgent {
 public:
  using Vector = PlainNetwork::Vector;
  using Rows = std::vector<Vector>;

  ReferenceAgent(const AgentOptions& options, const Agent<double>& twin)
      : options_(options),
        state_questions_(twin.state_questions()),
        head_questions_(twin.head_questions()),
        network_(AgentCore<double>::of(twin).layers()),
        main_(options.below.units > 0 ? 1 : 0),
        weights_(PlainNetwork::weights_of(AgentCore<double>::of(twin).layers())),
        h_(network_.zero()),
        state_table_(state_questions_),
        head_table_(head_questions_),
        state_memory_(state_table_.memory()),
        head_memory_(head_table_.memory()) {
    for (const auto& layer : AgentCore<double>::of(twin).layers()) shapes_.push_back(layer.cell.shape);
    recurrent_count_ = weights_.size();
    if (const auto* head = AgentCore<double>::of(twin).head()) {
      for (const auto& layer : head->layers) {
        head_sizes_.push_back({layer.weights.rows, layer.weights.units});
        const auto weights = PlainNetwork::weights_of(std::vector{layer.weights});
        weights_.insert(weights_.end(), weights.begin(), weights.end());
      }
    }
    for (const auto& forecast : options.head_forecasts) delay_ = std::max(delay_, forecast.steps - 1);
    state_waits_ = options.free_units + options.beside.units > 0 || options.target_weight > 0;
    window_ = options.truncation + (state_waits_ ? delay_ : inputs_ahead(options.learner, state_questions_));
    learned_ = options.learner.rule == RuleKind::target ? window_ : options.truncation;
    first_.resize(weights_.size());
    second_.resize(weights_.size());
    batch_sum_.resize(weights_.size());
    second_weights_.resize(recurrent_count_);
    carried_.assign(units(), Vector(recurrent_count_));
    gamma_.resize(units());
  }

  void start(std::span<const float> observation) {
    ++starts_;
    h_ = network_.zero();
    history_ = {{.observation = {observation.begin(), observation.end()}}};
    inputs_.assign(window_ + 1, encode(0, observation));
    states_ = network_.run(recurrent_weights(), h_, inputs_);
    history_.back().state = head_input(window_);  // s_t of the first transition
    for (auto& row : carried_) row.assign(recurrent_count_, 0);
    for (auto& row : head_traces_) std::ranges::fill(row, 0);
  }

  void step(std::size_t action, double prob, std::span<const float> observation) {
    inputs_.erase(inputs_.begin());
    inputs_.push_back(encode(action, observation));
    states_ = network_.run(recurrent_weights(), h_, inputs_);
    history_.back().action = action;
    history_.back().prob = prob;
    history_.push_back({.observation = {observation.begin(), observation.end()}});

    Vector gradient(weights_.size());
    std::vector<Vector> from_head;  // dL/ds_t by layer
    for (const auto& shape : shapes_) from_head.emplace_back(shape.units);
    const bool head_is_ready = history_.size() > delay_ + 1;
    if (!head_sizes_.empty() && head_is_ready) {
      const std::size_t tau = history_.size() - 2 - delay_;
      const bool is_kept = delay_ > 0 && !state_waits_;
      const auto s_tau = is_kept ? history_[tau].state : head_input(window_ - delay_);
      const auto y_t = head_forward(s_tau);
      const auto y_tp1 = head_forward(is_kept ? history_[tau + 1].state : head_input(window_ - delay_ + 1));
      Targets<double> targets(head_questions_.size());
      head_table_.evaluate(transition(tau), y_t.back().data(), y_tp1.back().data(), head_memory_, targets);
      Vector error;
      const double loss = scale(options_.head_loss, y_t.back().size());
      for (std::size_t k = 0; k < head_questions_.size(); ++k)
        error.push_back(-loss * targets.rho[k] * td_error(targets, k, y_t.back()[k], y_tp1.back()[k]));
      for (const auto& [signal, steps, times] : options_.head_forecasts)
        error.push_back(
            loss * (y_t.back()[error.size()] - times * static_cast<double>(history_[tau + steps].observation[signal])));
      const auto without_trace = gradient;
      const auto by_input = head_backward(s_tau, y_t, error, gradient);
      if (options_.head_lambda > 0) {
        gradient = without_trace;
        add_head_trace(s_tau, targets, error, gradient);
      }
      for (std::size_t j = 0; j < units(); ++j)
        from_head[main_][j] = by_input[j] * (j < state_questions_.size() ? options_.target_weight : 1);
      for (std::size_t i = units(); i < by_input.size(); ++i) from_head.back()[i - units()] = by_input[i];
    }
    // Of the inputs that a forecast is compared with, those before a later start were made up.
    const std::size_t ahead = inputs_ahead(options_.learner, state_questions_);
    const bool is_made_up = starts_ > 1 && history_.size() <= ahead + 1 && ahead > 0;
    if ((head_is_ready || !state_waits_) && !is_made_up) {
      const auto seen = transition(history_.size() - 2 - (state_waits_ ? delay_ : 0));
      const Vector s_t = states_[learned_][main_];
      const Vector s_tp1 = states_[learned_ + 1][main_];
      Targets<double> targets(state_questions_.size());
      state_table_.evaluate(seen, s_t.data(), s_tp1.data(), state_memory_, targets);
      add_state_gradient(seen, targets, s_t, s_tp1, from_head, gradient);
    }
    if (options_.head_optimizer.name != OptimizerKind::same) {
      update(options_.head_optimizer, head_progress_, recurrent_count_, weights_.size(), gradient);
      update(options_.optimizer, progress_, 0, recurrent_count_, gradient);
    } else {
      update(options_.optimizer, progress_, 0, weights_.size(), gradient);
    }

    states_ = network_.run(recurrent_weights(), h_, inputs_);
    h_ = states_[1];
    history_.back().state = head_input(window_ + 1);
  }

  Vector state() const {
    return {states_.back()[main_].begin(), states_.back()[main_].begin() + std::ptrdiff_t(units())};
  }
  Vector predictions() const { return head_forward(head_input(window_ + 1)).back(); }

 private:
  std::size_t units() const { return shapes_[main_].units; }
  Vector recurrent_weights() const { return {weights_.begin(), weights_.begin() + std::ptrdiff_t(recurrent_count_)}; }

  PlainNetwork::Inputs encode(std::size_t action, std::span<const float> observation) const {
    PlainNetwork::Inputs inputs;
    const std::size_t actions = state_questions_.vocabulary().actions.size();
    for (std::size_t l = 0; l < shapes_.size(); ++l) {
      Vector x(observation.begin(), observation.end());
      if (shapes_[l].blocks == 1 && actions > 1)
        for (std::size_t a = 0; a < actions; ++a) x.push_back(a == action ? 1 : 0);
      if (options_.complement) {
        const Vector bits = x;
        for (const double bit : bits) x.push_back(1 - bit);
      }
      if (options_.constant_input) x.push_back(1);
      inputs.push_back({shapes_[l].blocks > 1 ? action : 0, x});
    }
    return inputs;
  }

  /// What the rules of the paper add to the gradient of the loss by the recurrent weights.
  void add_state_gradient(const Transition& transition, const Targets<double>& targets, const Vector& s_t,
                          const Vector& s_tp1, const std::vector<Vector>& from_head, Vector& gradient) {
    const std::size_t p = options_.truncation;
    const std::size_t questions = state_questions_.size();
    const double loss = scale(options_.state_loss, std::max<std::size_t>(1, questions));
    const auto weights = recurrent_weights();
    const auto add = [&](Vector& sum, const Vector& row, double times) {
      for (std::size_t m = 0; m < recurrent_count_; ++m) sum[m] += times * row[m];
    };
    const auto carried = options_.learner.sensitivity != SensitivityKind::bptt;
    if (carried) carry(weights);
    const Rows phi = carried ? carried_ : network_.jacobian(weights, h_, inputs_, learned_, main_);
    // The head's loss, on the state's free units and on the other layers.
    for (std::size_t j = 0; j < units(); ++j) add(gradient, phi[j], from_head[main_][j]);
    for (std::size_t l = 0; l < shapes_.size(); ++l) {
      if (l == main_ || l < main_) continue;
      const auto beside = network_.jacobian(weights, h_, inputs_, learned_, l);
      for (std::size_t i = 0; i < beside.size(); ++i) add(gradient, beside[i], from_head[l][i]);
    }
    if (questions == 0) return;
    Vector delta(questions);
    for (std::size_t j = 0; j < questions; ++j) delta[j] = td_error(targets, j, s_t[j], s_tp1[j]);

    switch (options_.learner.rule) {
      case RuleKind::rtd:
        for (std::size_t j = 0; j < questions; ++j) add(gradient, phi[j], -loss * targets.rho[j] * delta[j]);
        break;
      case RuleKind::target: {
        const auto wanted = forecasts(state_questions_);
        const auto early = network_.jacobian(weights, h_, inputs_, p, main_);
        for (std::size_t j = 0; j < questions; ++j) {
          const double seen = inputs_[p - 1 + wanted[j].steps][0].x[wanted[j].signal];
          add(gradient, early[j], loss * (states_[p][main_][j] - wanted[j].scale * seen));
        }
        break;
      }
      case RuleKind::td_lambda: {
        // e_j = rho_j (g_j + gamma_j lambda e_j), where g_j is of the weights of unit j alone.
        for (std::size_t j = 0; j < questions; ++j) {
          for (std::size_t m = 0; m < recurrent_count_; ++m) {
            const double g = m % units() == j ? phi[j][m] : 0;
            carried_[j][m] = targets.rho[j] * (g + gamma_[j] * options_.learner.lambda * carried_[j][m]);
          }
          add(gradient, carried_[j], -loss * delta[j]);
          gamma_[j] = targets.continuation[j];
        }
        break;
      }
      case RuleKind::rgtd: add_gtd(transition, targets, delta, phi, loss, gradient); break;
    }
  }

  /// The appendix's update with full sensitivities.
  void add_gtd(const Transition& transition, const Targets<double>& targets, const Vector& delta, const Rows& phi,
               double loss, Vector& gradient) {
    const auto weights = recurrent_weights();
    const std::size_t questions = delta.size();
    const auto phi_next = network_.jacobian(weights, h_, inputs_, learned_ + 1, main_);
    const auto hessian = network_.hessian_times(second_weights_, weights, h_, inputs_, learned_, main_);
    Vector second_step(recurrent_count_);
    for (std::size_t j = 0; j < questions; ++j) {
      double delta_hat = 0;
      for (std::size_t m = 0; m < recurrent_count_; ++m) delta_hat += phi[j][m] * second_weights_[m];
      const double rho = targets.rho[j];
      for (std::size_t m = 0; m < recurrent_count_; ++m) {
        double by_target = targets.continuation[j] * phi_next[j][m];
        for (const auto& [user, used, weight, in_policy] : state_questions_.dependencies())
          if (user == j && !in_policy && counts(j, transition)) by_target += weight * phi_next[used][m];
        const double expected = options_.learner.gtd.form == GtdForm::tdc ? delta[j] : delta_hat;
        double step = rho * expected * phi[j][m] - rho * by_target * delta_hat;
        if (options_.learner.gtd.hessian) step -= (rho * delta[j] - delta_hat) * hessian[j][m];
        gradient[m] -= loss * step;
        second_step[m] += rho * (delta[j] - delta_hat) * phi[j][m];
      }
    }
    for (std::size_t m = 0; m < recurrent_count_; ++m)
      second_weights_[m] += options_.learner.gtd.second_step_size * second_step[m];
  }

  /// Does a cumulant that is made of predictions count on this transition?
  bool counts(std::size_t j, const Transition& transition) const {
    const auto& when = std::get<PredictionCumulant>(state_questions_.questions()[j].cumulant).when;
    return !when || when->threshold.holds(static_cast<double>(
                        transition.observation_tp1[state_questions_.vocabulary().signal(when->signal)]));
  }

  /// J_t from J_{t-1}, through the step that made s_t: all of it, or for SnAp-1 what a weight does to its own unit.
  void carry(const Vector& weights) {
    Rows next(units(), Vector(recurrent_count_));
    for (std::size_t m = 0; m < recurrent_count_; ++m) {
      std::vector<Jet<double>> seeded(weights.begin(), weights.end());
      seeded[m].d = 1;
      PlainNetwork::States<Jet<double>> state(1);
      for (std::size_t u = 0; u < units(); ++u) state[0].push_back({h_[0][u], carried_[u][m]});
      const auto after = network_.step(seeded, state, inputs_[0]);
      for (std::size_t u = 0; u < units(); ++u)
        if (options_.learner.sensitivity == SensitivityKind::rtrl || m % units() == u) next[u][m] = after[0][u].d;
    }
    carried_ = next;
  }

  Transition transition(std::size_t t) const {
    return {history_[t].observation, history_[t].action, history_[t].prob, history_[t + 1].observation};
  }

  static double scale(Loss loss, std::size_t n) {
    const auto size = static_cast<double>(n);
    return loss == Loss::sum ? 2 : loss == Loss::half_sum ? 1 : loss == Loss::mean ? 2 / size : 1 / size;
  }
  static double td_error(const Targets<double>& targets, std::size_t j, double value, double next) {
    return targets.cumulant[j] + targets.continuation[j] * next - value;
  }

  Vector head_input(std::size_t k) const {
    Vector input(states_[k][main_].begin(), states_[k][main_].begin() + std::ptrdiff_t(units()));
    if (shapes_.size() > main_ + 1) {
      const auto& beside = states_[k].back();
      input.insert(input.end(), beside.begin(), beside.begin() + std::ptrdiff_t(shapes_.back().units));
    }
    return input;
  }

  Activation head_activation(std::size_t layer) const {
    return layer + 1 == head_sizes_.size() ? Activation::linear : options_.head_activation;
  }
  std::vector<Vector> head_forward(const Vector& s) const {
    std::vector<Vector> outputs;
    std::size_t at = recurrent_count_;
    for (std::size_t l = 0; l < head_sizes_.size(); ++l) {
      const auto [rows, columns] = head_sizes_[l];
      const Vector& input = l == 0 ? s : outputs[l - 1];
      Vector output(columns);
      for (std::size_t u = 0; u < columns; ++u) {
        double sum = weights_[at + u];
        for (std::size_t i = 1; i < rows; ++i) sum += weights_[at + i * columns + u] * input[i - 1];
        output[u] = plain_activation(head_activation(l), sum);
      }
      outputs.push_back(output);
      at += rows * columns;
    }
    if (outputs.empty()) outputs.emplace_back();
    return outputs;
  }
  Vector head_backward(const Vector& s, const std::vector<Vector>& outputs, Vector error, Vector& gradient) const {
    std::size_t at = weights_.size();
    for (std::size_t l = head_sizes_.size(); l-- > 0;) {
      const auto [rows, columns] = head_sizes_[l];
      at -= rows * columns;
      const Vector& input = l == 0 ? s : outputs[l - 1];
      Vector before(rows - 1);
      for (std::size_t u = 0; u < columns; ++u) {
        const double y = outputs[l][u];
        const auto sigma = head_activation(l);
        const double slope = sigma == Activation::relu ? (y > 0 ? 1 : 0) : sigma == Activation::tanh ? 1 - y * y : 1;
        gradient[at + u] += error[u] * slope;
        for (std::size_t i = 1; i < rows; ++i) {
          gradient[at + i * columns + u] += input[i - 1] * error[u] * slope;
          before[i - 1] += weights_[at + i * columns + u] * error[u] * slope;
        }
      }
      error = before;
    }
    return error;
  }

  /// e_k = rho_k (z + gamma_k lambda e_k), for the one layer there is.
  void add_head_trace(const Vector& s, const Targets<double>& targets, const Vector& error, Vector& gradient) {
    const auto [rows, columns] = head_sizes_.front();
    head_traces_.resize(columns, Vector(rows));
    head_gamma_.resize(columns);
    for (std::size_t k = 0; k < columns; ++k) {
      for (std::size_t i = 0; i < rows; ++i) {
        const double z = i == 0 ? 1 : s[i - 1];
        head_traces_[k][i] = targets.rho[k] * (z + head_gamma_[k] * options_.head_lambda * head_traces_[k][i]);
        if (targets.rho[k] > 0)
          gradient[recurrent_count_ + i * columns + k] += error[k] / targets.rho[k] * head_traces_[k][i];
      }
      head_gamma_[k] = targets.continuation[k];
    }
  }

  struct Progress {
    int t = 0;
    int collected = 0;
  };

  /// The weights first to last - 1, which one optimiser changes together.
  void update(const OptimizerOptions& o, Progress& progress, std::size_t first, std::size_t last,
              const Vector& gradient) {
    for (std::size_t i = first; i < last; ++i) batch_sum_[i] += gradient[i] / static_cast<double>(o.batch);
    if (++progress.collected < o.batch) return;
    progress.collected = 0;
    double squares = 0;
    for (std::size_t i = first; i < last; ++i) squares += batch_sum_[i] * batch_sum_[i];
    const double shorter = o.clip_norm > 0 && std::sqrt(squares) > o.clip_norm ? o.clip_norm / std::sqrt(squares) : 1;
    const double alpha = o.step_size / (1 + o.decay * progress.t);
    const int t = ++progress.t;
    for (std::size_t i = first; i < last; ++i) {
      const double g = shorter * batch_sum_[i];
      batch_sum_[i] = 0;
      double& m = first_[i];
      double& v = second_[i];
      double change = alpha * g;
      if (o.name == OptimizerKind::momentum) {
        m = o.momentum * m + g;
        change = alpha * m;
      } else if (o.name == OptimizerKind::rmsprop) {
        v = o.square_decay * v + (1 - o.square_decay) * g * g;
        change = alpha * g / (std::sqrt(v) + o.epsilon);
      } else if (o.name == OptimizerKind::adam) {
        m = o.beta1 * m + (1 - o.beta1) * g;
        v = o.beta2 * v + (1 - o.beta2) * g * g;
        change = alpha * (m / (1 - std::pow(o.beta1, t))) / (std::sqrt(v / (1 - std::pow(o.beta2, t))) + o.epsilon);
      }
      weights_[i] -= change;
    }
  }

  struct Size {
    std::size_t rows;
    std::size_t columns;
  };

  AgentOptions options_;
  QuestionNetwork state_questions_;
  QuestionNetwork head_questions_;
  PlainNetwork network_;
  std::vector<CellShape> shapes_;
  std::size_t main_;  // the layer with the questions
  int starts_ = 0;
  std::size_t delay_ = 0;     // of the head, for its longest forecast
  bool state_waits_ = false;  // for the head
  std::size_t window_ = 0;    // inputs before the newest
  std::size_t learned_ = 0;   // the state of the window that TD errors are about
  Vector weights_;            // of the recurrent layers, then of the head's
  std::size_t recurrent_count_ = 0;
  std::vector<Size> head_sizes_;
  Vector first_;
  Vector second_;
  Vector batch_sum_;
  Progress progress_;
  Progress head_progress_;
  Vector second_weights_;  // w of Recurrent GTD
  Rows carried_;           // J of RTRL and SnAp-1, e of TD(lambda)
  Vector gamma_;           // gamma_t
  Rows head_traces_;       // by output
  Vector head_gamma_;
  PlainNetwork::States<double> h_;
  std::vector<PlainNetwork::Inputs> inputs_;
  std::vector<PlainNetwork::States<double>> states_;
  struct Moment {
    std::vector<float> observation;
    std::size_t action = 0;
    double prob = 1;
    Vector state = {};
  };
  std::vector<Moment> history_;
  QuestionTable<double> state_table_;
  QuestionTable<double> head_table_;
  QuestionMemory state_memory_;
  QuestionMemory head_memory_;
};

}  // namespace gvfn
