#pragma once

#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <vector>

#include "fmu/shell/component.h"

namespace stickslip::fmu {

/// What a controller says about itself as a whole: `static constexpr ControllerInfo kInfo{...}`.
struct ControllerInfo {
  const char* name;
  const char* description;
  double step = 0;  // h; 0: it takes any step
  int version = 1;  // raise it when the same inputs give other outputs than before
};

/// A variable just declared, for saying more about it.
class Declared {
 public:
  explicit Declared(Variable& variable) : variable_(variable) {}
  Declared& unit(Quantity quantity) { return variable_.quantity = quantity, *this; }
  Declared& text(const char* description) { return variable_.description = description, *this; }
  Declared& min(double value) { return variable_.min = value, variable_.has_min = true, *this; }
  Declared& max(double value) { return variable_.max = value, variable_.has_max = true, *this; }

 private:
  Variable& variable_;
};

/// Collects which members of a controller are variables. Members are double, int or bool; what they are initialised
/// with is the start value. Members that are not declared are state.
template <class C>
class Variables {
 public:
  struct Member {
    std::size_t offset;
    ValueType type;
    Causality causality;
    Slot slot;
  };

  template <class T>
  Declared input(const char* name, T C::*member) {
    return add(name, member, Causality::input, changing<T>(), {Store::input, inputs_++});
  }
  /// May be changed while running.
  template <class T>
  Declared tunable(const char* name, T C::*member) {
    return add(name, member, Causality::parameter, Variability::tunable, {Store::parameter, parameters_++});
  }
  /// Is settled when the run begins.
  template <class T>
  Declared parameter(const char* name, T C::*member) {
    return add(name, member, Causality::parameter, Variability::fixed, {Store::parameter, parameters_++});
  }
  template <class T>
  Declared output(const char* name, T C::*member) {
    Slot slot{Store::output, 0};
    if constexpr (type_of<T>() == ValueType::integer) slot.store = Store::integer_output;
    if constexpr (type_of<T>() == ValueType::boolean) slot.store = Store::boolean_output;
    slot.index = outputs_[static_cast<int>(type_of<T>())]++;
    return add(name, member, Causality::output, changing<T>(), slot);
  }

  std::vector<Variable> take() { return std::move(variables_); }
  const std::vector<Member>& members() const { return members_; }

 private:
  template <class T>
  static constexpr ValueType type_of() {
    static_assert(std::is_same_v<T, double> || std::is_same_v<T, int> || std::is_same_v<T, bool>,
                  "a variable is a double, an int or a bool");
    if (std::is_same_v<T, int>) return ValueType::integer;
    return std::is_same_v<T, bool> ? ValueType::boolean : ValueType::real;
  }
  template <class T>
  static constexpr Variability changing() {
    return std::is_same_v<T, double> ? Variability::continuous : Variability::discrete;
  }

  template <class T>
  Declared add(const char* name, T C::*member, Causality causality, Variability variability, Slot slot) {
    const C fresh{};
    Variable variable;
    variable.name = name;
    variable.type = type_of<T>();
    variable.causality = causality;
    variable.variability = variability;
    variable.slot = slot;
    if (causality != Causality::output) variable.start = static_cast<double>(fresh.*member);
    variables_.push_back(variable);
    const auto offset =
        reinterpret_cast<const std::byte*>(&(fresh.*member)) - reinterpret_cast<const std::byte*>(&fresh);
    members_.push_back({static_cast<std::size_t>(offset), variable.type, causality, slot});
    return Declared(variables_.back());
  }

  std::vector<Variable> variables_;
  std::vector<Member> members_;
  int inputs_ = 0;
  int parameters_ = 0;
  int outputs_[3] = {};
};

/// Makes a Component of a plain struct (README.md has the whole of one):
///   static constexpr ControllerInfo kInfo;     name, step
///   static void describe(Variables<C>& v);     which members are variables
///   void initialise();                         optional: outputs and state at the start, inputs and parameters are set
///   void step(double t, double h);             from t to t + h; may return bool, false when it failed
template <class C>
class ControllerComponent final : public Component {
  static_assert(std::is_trivially_copyable_v<C>, "a controller is plain data: its bytes are its state");

 public:
  ControllerComponent() {
    C::describe(variables_);
    description_.name = C::kInfo.name;
    description_.description = C::kInfo.description;
    description_.step = C::kInfo.step;
    description_.variables = variables_.take();
    description_.state_bytes = sizeof(C);
    Hasher hasher;
    hasher.add(std::uint64_t{sizeof(C)});
    hasher.add(static_cast<std::uint64_t>(C::kInfo.version));
    description_.content = hasher.digest();
    renew();
  }

  const Description& description() const override { return description_; }

  bool initialise(double /*start_time*/, const Values& values, const Log& /*log*/) override {
    renew();
    load(values);
    if constexpr (HasInitialise<C>::value) controller_->initialise();
    store(values);
    return true;
  }

  bool step(double t, double h, const Values& values, const Log& /*log*/) override {
    load(values);
    if constexpr (std::is_same_v<decltype(controller_->step(t, h)), bool>) {
      if (!controller_->step(t, h)) return false;
    } else {
      controller_->step(t, h);
    }
    store(values);
    return true;
  }

  void save(std::byte* state) const override { std::memcpy(state, bytes_, sizeof(C)); }
  bool restore(const std::byte* state) override {
    std::memcpy(bytes_, state, sizeof(C));
    return true;
  }
  void keep() override { std::memcpy(kept_, bytes_, sizeof(C)); }
  void go_back() override { std::memcpy(bytes_, kept_, sizeof(C)); }

 private:
  template <class T, class = void>
  struct HasInitialise : std::false_type {};
  template <class T>
  struct HasInitialise<T, std::void_t<decltype(std::declval<T&>().initialise())>> : std::true_type {};

  // Over zeros, so that the bytes between members are the same in every instance.
  void renew() {
    std::memset(bytes_, 0, sizeof(C));
    controller_ = new (bytes_) C{};
  }

  void load(const Values& values) {
    for (const auto& member : variables_.members()) {
      if (member.causality == Causality::output) continue;
      const auto& block = member.slot.store == Store::input ? values.inputs : values.parameters;
      put(member, block[member.slot.index]);
    }
  }

  void put(const typename Variables<C>::Member& member, double value) {
    std::byte* place = bytes_ + member.offset;
    const int whole = static_cast<int>(member.type == ValueType::real ? 0 : value);
    const bool flag = whole != 0;
    switch (member.type) {
      case ValueType::real:
        std::memcpy(place, &value, sizeof value);
        break;
      case ValueType::integer:
        std::memcpy(place, &whole, sizeof whole);
        break;
      case ValueType::boolean:
        std::memcpy(place, &flag, sizeof flag);
        break;
    }
  }

  void store(const Values& values) const {
    for (const auto& member : variables_.members()) {
      if (member.causality != Causality::output) continue;
      const std::byte* place = bytes_ + member.offset;
      bool flag = false;
      switch (member.type) {
        case ValueType::real:
          std::memcpy(&values.outputs[member.slot.index], place, sizeof(double));
          break;
        case ValueType::integer:
          std::memcpy(&values.integer_outputs[member.slot.index], place, sizeof(int));
          break;
        case ValueType::boolean:
          std::memcpy(&flag, place, sizeof flag);
          values.boolean_outputs[member.slot.index] = flag ? 1 : 0;
          break;
      }
    }
  }

  Variables<C> variables_;
  Description description_;
  alignas(C) std::byte bytes_[sizeof(C)];
  std::byte kept_[sizeof(C)] = {};
  C* controller_ = nullptr;
};

}  // namespace stickslip::fmu

/// Once, at the end of the controller's file: this is what the FMU is about.
#define STICKSLIP_CONTROLLER(Type)                                                                              \
  std::unique_ptr<stickslip::fmu::Component> stickslip::fmu::make_component(const std::string&, std::string&) { \
    return std::make_unique<stickslip::fmu::ControllerComponent<Type>>();                                       \
  }
