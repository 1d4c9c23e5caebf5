#pragma once
// A world with its behaviour, whatever their types. A virtual call makes a thousand steps or so, so that it costs
// nothing a step.

#include <memory>
#include <optional>
#include <vector>

#include "gvfn/base/archive.hpp"
#include "gvfn/base/invalid_input.hpp"
#include "gvfn/discovery/discovery.hpp"
#include "gvfn/experiment/play.hpp"
#include "gvfn/experiment/run_score.hpp"
#include "gvfn/world/finite.hpp"

namespace gvfn {

class AnyWorld {
 public:
  template <WorldLike W, BehaviourLike B>
  AnyWorld(W world, B behaviour)
      : vocabulary_(world.vocabulary()),
        evaluation_(evaluation_of(world)),
        knows_truth_(KnowsTruth<W> && evaluation_.size() > 0),
        played_(std::make_unique<Pair<W, B>>(std::move(world), std::move(behaviour))) {}

  /// With a behaviour that takes every action with the same probability.
  template <WorldLike W>
  explicit AnyWorld(W world) : AnyWorld(world, RandomBehaviour(Vocabulary(world.vocabulary()).actions.size())) {}

  AnyWorld(const AnyWorld& other);
  AnyWorld& operator=(const AnyWorld& other);
  AnyWorld(AnyWorld&&) noexcept = default;
  AnyWorld& operator=(AnyWorld&&) noexcept = default;
  ~AnyWorld() = default;

  const Vocabulary& vocabulary() const { return vocabulary_; }
  /// What the world asks; nothing, if it asks nothing.
  const Evaluation& evaluation() const { return evaluation_; }
  bool knows_truth() const { return knows_truth_; }

  void begin(Agent<float>& agent, RunScore& score, Random& random) { played_->begin(agent, score, random); }
  /// Makes so many steps; fewer where the stream ends, or the score says that the agent has diverged. `discovery`, if
  /// there is one, replaces the agent's questions on the way.
  Outcome play(Agent<float>& agent, RunScore& score, Random& random, std::int64_t steps,
               Discovery* discovery = nullptr) {
    return played_->play(agent, score, random, steps, discovery);
  }

  /// Its states, where there are finitely many and their dynamics are known (world/finite.hpp); and in which of them it
  /// is. Throws InvalidInput where there are too many.
  std::optional<FiniteModel> finite_model() const { return played_->finite_model(); }
  std::size_t state() const { return played_->state(); }
  /// How many of these states there are; 0 where that is not known.
  std::size_t state_count() const { return played_->state_count(); }

  /// A world can be saved if it and its behaviour have a list of their fields (base/fields.hpp), be it an empty one.
  bool can_be_saved() const { return played_->can_be_saved(); }
  /// These throw InvalidInput where it cannot; `load` also where a record is not as `save` writes it.
  void check_saving() const { played_->check_saving(); }
  void save(RecordWriter& writer) const { played_->save(writer); }
  void load(RecordReader& reader) { played_->load(reader); }

 private:
  struct Played {
    virtual ~Played() = default;
    virtual std::unique_ptr<Played> copy() const = 0;
    virtual void begin(Agent<float>& agent, RunScore& score, Random& random) = 0;
    virtual Outcome play(Agent<float>& agent, RunScore& score, Random& random, std::int64_t steps,
                         Discovery* discovery) = 0;
    virtual std::optional<FiniteModel> finite_model() const = 0;
    virtual std::size_t state() const = 0;
    virtual std::size_t state_count() const = 0;
    virtual bool can_be_saved() const = 0;
    virtual void check_saving() const = 0;
    virtual void save(RecordWriter& writer) const = 0;
    virtual void load(RecordReader& reader) = 0;
  };

  template <class W, class B>
  struct Pair final : Played {
    Pair(W the_world, B the_behaviour) : world(std::move(the_world)), behaviour(std::move(the_behaviour)) {}

    struct Watch {
      Pair& pair;
      Agent<float>& agent;
      RunScore& score;
      Discovery* discovery;
      bool has_started = false;  // the state, anew

      void transition(const Action& action, Outcome outcome) {
        if (score.watches_transitions())
          score.add_transition(action.index, action.prob, outcome == Outcome::episode_ends, pair.world.observation());
        has_started = outcome == Outcome::episode_ends;
      }
      bool state(std::span<const float> predictions) {
        if constexpr (KnowsTruth<W>)
          if (const auto truth = score.truth(); !truth.empty()) pair.world.true_answers(truth);
        if (score.watches_states()) score.see_state(pair.state());
        const bool goes_on = score.add_state(agent, predictions, pair.world.observation());
        if (discovery && has_started) discovery->start();
        if (discovery) discovery->step(agent);
        return goes_on;
      }
    };

    static constexpr bool is_finite = FiniteWorld<W> && FiniteBehaviour<B>;
    static constexpr bool has_fields = HasFields<W> && HasFields<B>;

    std::unique_ptr<Played> copy() const override { return std::make_unique<Pair>(*this); }
    void begin(Agent<float>& agent, RunScore& score, Random& random) override {
      begin_episode(world, behaviour, agent, random);
      score.begin(agent, world.observation());
    }
    Outcome play(Agent<float>& agent, RunScore& score, Random& random, std::int64_t steps,
                 Discovery* discovery) override {
      return gvfn::play(world, behaviour, agent, random, steps, Watch{*this, agent, score, discovery});
    }
    std::optional<FiniteModel> finite_model() const override {
      if constexpr (is_finite) return model_of(world, behaviour);
      return std::nullopt;
    }
    std::size_t state() const override {
      if constexpr (is_finite) return state_of(world, behaviour);
      return 0;
    }
    std::size_t state_count() const override {
      if constexpr (is_finite) return state_count_of(world, behaviour);
      return 0;
    }
    bool can_be_saved() const override { return has_fields; }
    void save(RecordWriter& writer) const override {
      check_saving();
      if constexpr (has_fields) {
        writer.add("world", world);
        writer.add("behaviour", behaviour);
      }
    }
    void load(RecordReader& reader) override {
      check_saving();
      if constexpr (has_fields) {
        reader.fill("world", world);
        reader.fill("behaviour", behaviour);
      }
    }
    void check_saving() const override {
      require(HasFields<W>,
              "a run in this world cannot be saved: the world has no list of its fields (docs/worlds.md)");
      require(HasFields<B>,
              "a run in this world cannot be saved: its behaviour has no list of its fields (docs/worlds.md)");
    }

    W world;
    B behaviour;
  };

  template <class W>
  static Evaluation evaluation_of(const W& world) {
    if constexpr (AsksQuestions<W>) return world.evaluation();
    return {};
  }

  Vocabulary vocabulary_;
  Evaluation evaluation_;
  bool knows_truth_;
  std::unique_ptr<Played> played_;
};

}  // namespace gvfn
