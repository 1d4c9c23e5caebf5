#pragma once
// The declaration of every option of a configuration. Worlds declare their own.

#include "gvfn/experiment/config.hpp"

namespace gvfn {

namespace detail {

template <std::size_t n>
std::vector<std::string_view> with_first(std::string_view first, const std::array<std::string_view, n>& names) {
  std::vector<std::string_view> all{first};
  all.insert(all.end(), names.begin(), names.end());
  return all;
}

}  // namespace detail

template <class Self, class Visit>
void AgentConfig::fields(Self& self, Visit& visit) {
  const Option::Needs gvfn{{"agent.kind", {"gvfn"}}};
  visit("kind", self.kind,
        Option::choice(agent_kinds,
                       "gvfn: every unit of the state answers a question. rnn: the units are free, and trained by the "
                       "head's errors. forecast: every unit predicts a signal a number of steps ahead, and is trained "
                       "on what is seen then")
            .instead_of("gru", "agent.kind = \"rnn\" and agent.cell = \"gru\"")
            .instead_of("lstm", "agent.kind = \"rnn\" and agent.cell = \"lstm\""));
  visit("questions", self.questions,
        Option::file("The state's questions: a shipped set's name, or a file, which may lie beside the configuration; "
                     "none, if all are drawn from discovery.primitives",
                     gvfn));
  visit("cell", self.cell,
        Option::choice(
            cell_names,
            "The cell of the state. action-rnn has separate weights for each action; in the others the action is part "
            "of the input. With agent.below, every cell reads the state of the layer below in place of observation and "
            "action; action-rnn still has weights for each action"));
  visit("activation", self.activation,
        Option::choice(detail::with_first("auto", activation_names),
                       "Activation of the state's units. auto: tanh if agent.kind is \"rnn\". Otherwise sigmoid; but "
                       "clipped-linear (to [-10, 10]) if agent.inputs is \"raw\" and a signal has no range",
                       {{"agent.cell", {"action-rnn", "rnn"}}}));
  visit(
      "units", self.units,
      Option::number_or("shipped", 1, most_units,
                        "Units of an rnn's state. `shipped`: as many as in the shipped settings of this world, else 40",
                        {{"agent.kind", {"rnn"}}}));
  visit("truncation", self.truncation,
        Option::number(1, most_truncation, "p: the number of steps that gradients go back in time",
                       {{"learner.sensitivity", {"bptt"}}, {"learner.rule", {"td-lambda"}, true}}));
  visit(
      "inputs", self.inputs,
      Option::choice(input_scaling_names,
                     "How signals become inputs. raw: as they are. range: a declared range is mapped to [0, 1], or to "
                     "[-1, 1] if it has negative values. online: relative to the running mean and deviation, within "
                     "[-1, 1]. auto: raw where all signals are declared within [-1, 1] and the units can give every "
                     "answer; else range where all signals have ranges; else online. With range and online, answers "
                     "are scaled for the network as well; you always get them in the signals' units"));
  visit(
      "traces", self.traces,
      Option::number(1, longest_trace,
                     "Further inputs: the mean of every signal over about so many steps, for each number in the list, "
                     "as in [4, 16, 64]. []: there are none")
          .later());
  visit("complement", self.complement,
        Option::flag("Whether the input also holds 1 - x for every signal x, and for every bit of the action where "
                     "these are inputs"));
  visit("constant_input", self.constant_input,
        Option::flag("Whether the input holds a constant 1 besides the bias. Its weights start at random, those of the "
                     "bias at 0"));
  visit("auxiliary", self.auxiliary,
        Option::file("Auxiliary tasks: extra questions that the head answers, whose errors train the state, too. A "
                     "shipped set's name, a file, or none",
                     {{"agent.kind", {"gvfn", "rnn"}}}));
  visit("horizon", self.horizon,
        Option::number(1, most_steps_ahead,
                       "Every signal that the world asks about is predicted from 1 to this many steps ahead",
                       {{"agent.kind", {"forecast"}}}));
  visit("free_units", self.free_units,
        Option::number(0, most_units, "Units beside those of the questions, trained by the head's errors", gvfn));
  visit("target_weight", self.target_weight,
        Option::number(0, 1e6, "Joint training: the head's errors train the questions' units, too, with this weight",
                       gvfn));
  visit("below", self.below,
        Option::choice(detail::with_first("none", cell_names),
                       "Cell of a recurrent layer below, whose state is the input of the state's layer. Simple cells "
                       "have tanh units"));
  visit("below_units", self.below_units,
        Option::number(1, most_units, "Units of the layer below", {{"agent.below", {"none"}, true}}));
  visit("beside", self.beside,
        Option::choice(detail::with_first("none", cell_names),
                       "Cell of a recurrent layer beside the state's, trained by the head's errors. Simple cells have "
                       "tanh units",
                       {{"agent.kind", {"gvfn", "rnn"}}}));
  visit("beside_units", self.beside_units,
        Option::number(1, most_units, "Units of the layer beside", {{"agent.beside", {"none"}, true}}));
}

template <class Self, class Visit>
void LearnerConfig::fields(Self& self, Visit& visit) {
  visit("rule", self.rule,
        Option::choice(
            detail::with_first("auto", rule_names),
            "How the state learns. rtd: Recurrent TD; rgtd: Recurrent GTD; td-lambda: TD(lambda); target: from "
            "what is seen later; auto: rtd. A forecast network always has target, and an rnn learns from the "
            "head's errors",
            {{"agent.kind", {"gvfn"}}}));
  visit("loss", self.loss,
        Option::choice(loss_names, "The loss: the sum or the mean of the units' squared errors, or half of that",
                       {{"agent.kind", {"gvfn", "forecast"}}}));
  LearnerOptions::fields_but_rule(self.options, visit);
}

template <class Self, class Visit>
void HeadConfig::fields(Self& self, Visit& visit) {
  visit("hidden", self.hidden,
        Option::number(
            1, most_units,
            "The sizes of the hidden layers between state and predictions, as in [32]. []: there is no hidden layer"));
  visit("activation", self.activation,
        Option::choice(activation_names, "Activation of the hidden layers", {{"head.hidden", {"[]"}, true}}));
  visit("loss", self.loss,
        Option::choice(loss_names, "The loss: the sum or the mean of the answers' squared errors, or half of that"));
  visit("zero_start", self.zero_start,
        Option::flag("Whether the weights of the head's outputs start at 0, and not at random").later());
  visit("lambda", self.lambda,
        Option::number(0, 1, "Decay of the eligibility traces with which a linear head learns. 0: there are no traces",
                       {{"head.hidden", {"[]"}}})
            .later());
  visit("optimizer", self.optimizer);
}

template <class Self, class Visit>
void DiscoveryConfig::fields(Self& self, Visit& visit) {
  visit("primitives", self.primitives,
        Option::file("The primitives from which new questions are drawn while the agent learns: the name of a shipped "
                     "set, or a file, which may lie beside the configuration. none: nothing is discovered",
                     {{"agent.kind", {"gvfn"}}})
            .later());
  visit("units", self.units,
        Option::number(1, most_units, "Number of questions. Those that agent.questions does not give are drawn"));
  visit("", self.options);
}

template <class Self, class Visit>
void RunConfig::fields(Self& self, Visit& visit) {
  visit("steps", self.steps, Option::number(1, 1e15, "Number of steps"));
  visit("seed", self.seed, Option::number(0, 9e15, "Seed of the world's random numbers and of the first weights"));
  visit("window", self.window,
        Option::number(1, 1e12,
                       "Number of steps per point of the learning curve; a point is the mean over them. A curve has at "
                       "most 1,000,000 points"));
  visit("divergence_bound", self.divergence_bound,
        Option::number(
            1e-30, 1e30,
            "A run ends as diverged when the error of a prediction exceeds this bound. Where the world does not know "
            "the truth, the size of the prediction is compared with it. The bound is multiplied by the largest "
            "declared value of a signal, if that is above 1"));
  visit("by_question", self.by_question,
        Option::flag("Whether every question is scored by itself: against the truth where the world knows it, else "
                     "against the returns that come about",
                     {{"discovery.primitives", {"none"}}}));
  visit("instruction_set", self.instruction_set,
        Option::text("Instruction set of the kernels. auto: the fastest one, or the value of GVFN_INSTRUCTION_SET. "
                     "`gvfn --version` lists those of this machine"));
}

}  // namespace gvfn
