#pragma once
// The choices that make an agent: which recurrent layers, what trains them, and the head.

#include <limits>
#include <vector>

#include "gvfn/kernel/activation.hpp"
#include "gvfn/learn/learner_options.hpp"
#include "gvfn/learn/loss.hpp"
#include "gvfn/learn/optimizer_options.hpp"
#include "gvfn/network/cell_kind.hpp"
#include "gvfn/question/forecast.hpp"
#include "gvfn/question/input_scaling.hpp"

namespace gvfn {

/// How a layer's units follow from its input and its last state.
struct CellOptions {
  CellKind kind = CellKind::simple;
  Activation activation = Activation::sigmoid;  // of a simple cell
  bool action_conditional = true;  // separate weights for each action; otherwise the action is part of the input

  /// What its units give.
  Activation output() const { return kind == CellKind::simple ? activation : Activation::tanh; }

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("kind", self.kind);
    visit("activation", self.activation);
    visit("action_conditional", self.action_conditional);
  }
};

/// A further recurrent layer, all of whose units are free; with 0 units there is none. A cell that is given replaces
/// this one as a whole: {.kind = CellKind::simple} is a sigmoid, action-conditional one.
struct FreeLayerOptions {
  std::size_t units = 0;
  CellOptions cell = {.kind = CellKind::gru, .activation = Activation::tanh, .action_conditional = false};

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("units", self.units);
    visit("cell", self.cell);
  }
};

/// The state is one layer: its first units answer the questions it is given, the others are free. A free unit is
/// trained by the head's error alone; one that answers a question by its question, and by target_weight times the
/// head's error.
///   GVFN: questions. RNN: free units only. Joint training: questions, and a target_weight above 0. Partly constrained:
///   questions and free units. Auxiliary tasks: free units, and further questions for the head. Forecast network:
///   questions about what is seen k steps later, with the rule `target`.
struct AgentOptions {
  std::size_t truncation = 1;  // p: how many applications of the cell a gradient goes back through
  CellOptions cell = {};
  std::size_t free_units = 0;
  InputScaling inputs = InputScaling::automatic;
  std::vector<std::size_t> traces = {};  // the input also has the means of every signal over about so many steps
  bool complement = true;  // the input also has 1 - x for every signal x (and for the traces and the action's bits)
  bool constant_input = false;   // the input also has a 1, whose weights, unlike the bias's, start at random
  FreeLayerOptions below = {};   // its state is the input of the layer with the questions
  FreeLayerOptions beside = {};  // its state stands beside that layer's, before the head
  LearnerOptions learner = {};
  Loss state_loss = Loss::half_sum;
  double target_weight = 0;
  std::vector<std::size_t> head_hidden = {};
  Activation head_activation = Activation::relu;
  Loss head_loss = Loss::half_mean;
  bool head_zero_start = false;               // the weights of the head's outputs start at 0, and not at random
  double head_lambda = 0;                     // decay of the eligibility traces of a head without hidden layers
  std::vector<Forecast> head_forecasts = {};  // further outputs of the head, after those of its questions
  OptimizerOptions optimizer = {};
  OptimizerOptions head_optimizer = {.name = OptimizerKind::same};  // of the head; same: one for all weights together

  template <class Self, class Visit>
  static void fields(Self& self, Visit& visit) {
    visit("truncation", self.truncation);
    visit("cell", self.cell);
    visit("free_units", self.free_units);
    visit("inputs", self.inputs);
    visit("traces", self.traces);
    visit("complement", self.complement);
    visit("constant_input", self.constant_input);
    visit("below", self.below);
    visit("beside", self.beside);
    visit("learner", self.learner);
    visit("state_loss", self.state_loss);
    visit("target_weight", self.target_weight);
    visit("head_hidden", self.head_hidden);
    visit("head_activation", self.head_activation);
    visit("head_loss", self.head_loss);
    visit("head_zero_start", self.head_zero_start);
    visit("head_lambda", self.head_lambda);
    visit("head_forecasts", self.head_forecasts);
    visit("optimizer", self.optimizer);
    visit("head_optimizer", self.head_optimizer);
  }
};

inline constexpr std::size_t most_units = 65'536;
inline constexpr std::size_t most_truncation = 100'000;
inline constexpr std::size_t most_traces = 64;
inline constexpr std::size_t longest_trace = 1'000'000;
inline constexpr std::size_t most_numbers = std::size_t{1} << 28;  // weights, or numbers in the window

/// Step sizes to begin with, by the agent's sizes. A step alpha changes what a unit gives for the same z by about
/// alpha |z|^2 sigma'^2 of its error, so that it is
///   alpha = min over the layers of 1 / (5 F sigma'^2 l),
/// where F is the number of features, sigma' the largest derivative of the units, and l the loss's error_scale. That is
/// for sgd; momentum has (1 - momentum) of it, and rmsprop and adam have 0.001, whatever the sizes. With a truncation
/// above 1 Recurrent TD may need a smaller one.
struct StepSizes {
  double optimizer;
  double head_optimizer;  // where the head has one of its own
};
StepSizes usual_step_sizes(const AgentOptions& options, const QuestionNetwork& state_questions,
                           std::size_t head_questions);

/// Throws InvalidInput, with the reason, for numbers out of range and for choices that do not go together, given the
/// questions of the state.
void validate(const AgentOptions& options, const QuestionNetwork& questions);

}  // namespace gvfn
