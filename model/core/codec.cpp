#include "model/core/codec.h"

#include <cstring>
#include <type_traits>

#include "model/core/hash.h"
#include "model/core/validate.h"

namespace stickslip {

namespace {

constexpr std::uint64_t kMagic = 0x6c646d2d70696c73U;  // "slip-mdl"
constexpr int kHeaderSize = 32;

/// Appends values to bytes. Writer and Reader have the same calls, so that fields() below is the only list of fields.
class Writer {
 public:
  explicit Writer(std::vector<std::uint8_t>& bytes) : bytes_(bytes) {}

  void word(std::uint64_t value, unsigned size) {
    for (unsigned i = 0; i < size; ++i) bytes_.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  }
  void operator()(bool value) { word(value ? 1 : 0, 1); }
  void operator()(int value) { word(static_cast<std::uint32_t>(value), 4); }
  void operator()(double value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    word(bits, 8);
  }
  void operator()(const std::string& text) {
    word(text.size(), 4);
    bytes_.insert(bytes_.end(), text.begin(), text.end());
  }
  template <class E, std::enable_if_t<std::is_enum_v<E>, int> = 0>
  void operator()(E value) {
    (*this)(static_cast<int>(value));
  }
  template <class T, class Fields>
  void list(const std::vector<T>& elements, Fields fields) {
    word(elements.size(), 4);
    for (const T& element : elements) fields(*this, element);
  }

 private:
  std::vector<std::uint8_t>& bytes_;
};

/// Takes values from bytes; after the first failure it yields zeros and empty lists.
class Reader {
 public:
  explicit Reader(Span<const std::uint8_t> bytes) : rest_(bytes) {}

  bool good() const { return good_; }
  bool finished() const { return good_ && rest_.empty(); }

  std::uint64_t word(int size) {
    if (!has(static_cast<std::uint64_t>(size))) return 0;
    std::uint64_t value = 0;
    for (int i = 0; i < size; ++i) value |= static_cast<std::uint64_t>(rest_[i]) << (8 * static_cast<unsigned>(i));
    skip(size);
    return value;
  }
  void operator()(bool& value) {
    const std::uint64_t byte = word(1);
    good_ = good_ && byte <= 1;
    value = byte == 1;
  }
  void operator()(int& value) { value = static_cast<std::int32_t>(static_cast<std::uint32_t>(word(4))); }
  void operator()(double& value) {
    const std::uint64_t bits = word(8);
    std::memcpy(&value, &bits, sizeof bits);
  }
  void operator()(std::string& text) {
    const std::uint64_t size = word(4);
    text.clear();
    if (!has(size)) return;
    text.assign(reinterpret_cast<const char*>(rest_.data()), static_cast<std::size_t>(size));
    skip(static_cast<int>(size));
  }
  template <class E, std::enable_if_t<std::is_enum_v<E>, int> = 0>
  void operator()(E& value) {
    int number = 0;
    (*this)(number);
    value = static_cast<E>(number);
  }
  /// Grows by what was really read: a hostile count costs nothing.
  template <class T, class Fields>
  void list(std::vector<T>& elements, Fields fields) {
    elements.clear();
    for (std::uint64_t left = word(4); left > 0 && good_; --left) {
      good_ = !rest_.empty();
      T element{};
      fields(*this, element);
      if (good_) elements.push_back(element);
    }
  }

 private:
  bool has(std::uint64_t size) {
    good_ = good_ && size <= static_cast<std::uint64_t>(rest_.size());
    return good_;
  }
  void skip(int size) { rest_ = rest_.sub(size, rest_.size() - size); }

  Span<const std::uint8_t> rest_;
  bool good_ = true;
};

template <class Archive, class V>
void vector(Archive& archive, V& v) {
  archive(v.x());
  archive(v.y());
  archive(v.z());
}

template <class Archive, class Q>
void rotation(Archive& archive, Q& q) {
  archive(q.w());
  archive(q.x());
  archive(q.y());
  archive(q.z());
}

template <class Archive, class S>
void softness_fields(Archive& archive, S& softness) {
  archive(softness.compliance);
  archive(softness.angular_compliance);
  archive(softness.relaxation_time);
}

template <class Archive, class S>
void step_fields(Archive& archive, S& step) {
  archive(step.size);
  archive(step.scheme);
  archive(step.solver);
  archive(step.solver_options.factorisations);
  archive(step.solver_options.multiplications);
  archive(step.solver_options.sweeps);
  archive(step.solver_options.rounds);
  archive(step.solver_options.order);
  archive(step.solver_options.tolerance);
  archive(step.cone_edges);
  archive(step.round_cone);
  archive(step.max_contacts);
  archive(step.geometric_stiffness);
  archive(step.stabilised.stabilisation);
  archive(step.stabilised.push_out_speed);
  archive(step.stabilised.threshold_speed);
  archive(step.stabilised.staged_impacts);
  archive(step.euler.threshold_speed);
  archive(step.euler.max_events);
  archive(step.euler.projection);
  archive(step.euler.bounded_impacts);
  archive(step.trapezoidal.alpha);
  archive(step.trapezoidal.gamma);
  archive(step.trapezoidal.locate_transitions);
  archive(step.trapezoidal.threshold_speed);
  archive(step.trapezoidal.max_events);
  archive(step.trapezoidal.projection);
  archive(step.trapezoidal.bounded_impacts);
  softness_fields(archive, step.spook.softness);
  archive(step.spook.creep);
  archive(step.spook.threshold_speed);
}

template <class Archive, class B>
void body_fields(Archive& archive, B& body) {
  archive(body.name);
  archive(body.fixed);
  archive(body.rotates);
  archive(body.mass);
  vector(archive, body.inertia);
  vector(archive, body.p_BI);
  rotation(archive, body.q_BI);
  vector(archive, body.p_WB);
  rotation(archive, body.q_WB);
  archive(body.angle);
  vector(archive, body.velocity);
  vector(archive, body.angular_velocity);
  archive(body.has_velocity);
  archive(body.is_belt);
  vector(archive, body.surface_velocity);
}

template <class Archive, class S>
void shape_fields(Archive& archive, S& shape) {
  archive(shape.body);
  archive(shape.material);
  archive(shape.type);
  vector(archive, shape.p_IS);
  rotation(archive, shape.q_IS);
  vector(archive, shape.grain);
  vector(archive, shape.half_size);
  archive(shape.radius);
  archive(shape.half_length);
  archive(shape.first_point);
  archive(shape.point_count);
  archive(shape.first_facet);
  archive(shape.facet_count);
  archive(shape.first_piece);
  archive(shape.piece_count);
  archive(shape.first_flat);
  archive(shape.flat_count);
  archive(shape.first_bounds);
}

template <class Archive, class G>
void geometry_fields(Archive& archive, G& geometry) {
  archive.list(geometry.points, [](auto& a, auto& point) { vector(a, point); });
  archive.list(geometry.facets, [](auto& a, auto& facet) {
    vector(a, facet.normal);
    a(facet.first_corner);
    a(facet.corner_count);
  });
  archive.list(geometry.corners, [](auto& a, auto& corner) { a(corner); });
  archive.list(geometry.pieces, [](auto& a, auto& piece) {
    for (auto& corner : piece.corners) a(corner);
    for (auto& other : piece.across) a(other);
    a(piece.flat);
  });
  archive.list(geometry.flats, [](auto& a, auto& flat) {
    vector(a, flat.normal);
    a(flat.height);
  });
  archive.list(geometry.bounds, [](auto& a, auto& bounds) {
    vector(a, bounds.low);
    vector(a, bounds.high);
  });
}

template <class Archive, class J>
void joint_fields(Archive& archive, J& joint) {
  archive(joint.name);
  archive(joint.type);
  archive(joint.parent);
  archive(joint.child);
  vector(archive, joint.p_IP);
  rotation(archive, joint.q_IP);
  vector(archive, joint.p_IC);
  rotation(archive, joint.q_IC);
  archive(joint.length);
  archive(joint.has_start);
  archive(joint.has_start_rate);
  rotation(archive, joint.start_orientation);
  vector(archive, joint.start_angular_velocity);
  archive(joint.pitch);
  archive(joint.radius);
  for (auto& coordinate : joint.coordinates) {
    archive(coordinate.start_position);
    archive(coordinate.start_velocity);
    archive(coordinate.damping);
    archive(coordinate.limits.lower);
    archive(coordinate.limits.upper);
    archive(coordinate.limits.restitution);
    archive(coordinate.limits.compliance);
    archive(coordinate.friction);
    archive(coordinate.coefficient);
    archive(coordinate.lever);
    archive(coordinate.armature);
    archive(coordinate.drive.given);
    archive(coordinate.drive.mode);
    archive(coordinate.drive.stiffness);
    archive(coordinate.drive.damping);
    archive(coordinate.drive.most);
    archive(coordinate.drive.target);
  }
  softness_fields(archive, joint.softness);
}

template <class Archive, class S>
void spring_fields(Archive& archive, S& spring) {
  archive(spring.name);
  archive(spring.first);
  archive(spring.second);
  archive(spring.joint);
  archive(spring.coordinate);
  archive(spring.torsional);
  rotation(archive, spring.q_rest);
  vector(archive, spring.p_IA);
  vector(archive, spring.p_IB);
  archive(spring.stiffness);
  archive(spring.damping);
  archive(spring.rest_length);
}

template <class Archive, class B>
void bushing_fields(Archive& archive, B& bushing) {
  archive(bushing.name);
  archive(bushing.first);
  archive(bushing.second);
  vector(archive, bushing.p_IA);
  rotation(archive, bushing.q_IA);
  vector(archive, bushing.p_IB);
  rotation(archive, bushing.q_IB);
  archive(bushing.diagonal);
  archive(bushing.count);
  for (auto& direction : bushing.directions) {
    for (auto& u : direction.u) archive(u);
    archive(direction.stiffness);
    archive(direction.damping);
  }
}

template <class Archive, class S>
void selection_fields(Archive& archive, S& selection) {
  archive(selection.given);
  archive.list(selection.patterns, [](auto& a, auto& pattern) { a(pattern); });
}

template <class Archive, class M>
void fields(Archive& archive, M& model) {
  archive(model.name);
  archive(model.description);
  archive(model.planar);
  vector(archive, model.gravity);
  archive(model.friction_rule);
  archive(model.restitution_rule);
  step_fields(archive, model.step);
  archive(model.stop);
  archive.list(model.materials, [](auto& a, auto& material) {
    a(material.name);
    a(material.friction);
    a(material.restitution);
    a(material.compliance);
    a(material.rolling);
    a(material.spinning);
    a(material.across);
  });
  archive.list(model.material_pairs, [](auto& a, auto& pair) {
    a(pair.first);
    a(pair.second);
    a(pair.friction);
    a(pair.restitution);
    a(pair.compliance);
    a(pair.rolling);
    a(pair.spinning);
  });
  archive.list(model.bodies, [](auto& a, auto& body) { body_fields(a, body); });
  archive.list(model.shapes, [](auto& a, auto& shape) { shape_fields(a, shape); });
  geometry_fields(archive, model.geometry);
  archive.list(model.joints, [](auto& a, auto& joint) { joint_fields(a, joint); });
  archive.list(model.gears, [](auto& a, auto& gear) {
    a(gear.name);
    a.list(gear.terms, [](auto& b, auto& term) {
      b(term.joint);
      b(term.coordinate);
      b(term.ratio);
    });
    a(gear.offset);
    a(gear.backlash);
    a(gear.restitution);
  });
  archive.list(model.springs, [](auto& a, auto& spring) { spring_fields(a, spring); });
  archive.list(model.bushings, [](auto& a, auto& bushing) { bushing_fields(a, bushing); });
  archive.list(model.forces, [](auto& a, auto& force) {
    a(force.body);
    vector(a, force.amplitude);
    a(force.frequency);
    a(force.phase);
  });
  archive.list(model.frames, [](auto& a, auto& frame) {
    a(frame.name);
    a(frame.body);
    vector(a, frame.p_IF);
    rotation(a, frame.q_IF);
  });
  archive.list(model.sensors, [](auto& a, auto& sensor) {
    a(sensor.name);
    a(sensor.first);
    a(sensor.second);
    a(sensor.range);
  });
  archive.list(model.apart, [](auto& a, auto& pair) {
    a(pair.first);
    a(pair.second);
  });
  selection_fields(archive, model.interface.inputs);
  selection_fields(archive, model.interface.outputs);
  selection_fields(archive, model.interface.parameters);
}

std::uint64_t checksum(Span<const std::uint8_t> payload) {
  Hash hash;
  hash.add_bytes(payload.data(), static_cast<std::size_t>(payload.size()));
  return hash.value();
}

bool fail(Error& error, const char* reason) {
  error.text = std::string("model: ") + reason;
  return false;
}

}  // namespace

std::vector<std::uint8_t> encode(const Model& model) {
  std::vector<std::uint8_t> payload;
  Writer writer(payload);
  fields(writer, model);

  std::vector<std::uint8_t> bytes;
  Writer header(bytes);
  header.word(kMagic, 8);
  header.word(kModelFormat, 4);
  header.word(0, 4);
  header.word(payload.size(), 8);
  header.word(checksum(payload), 8);
  bytes.insert(bytes.end(), payload.begin(), payload.end());
  return bytes;
}

bool decode(Span<const std::uint8_t> bytes, Model& model, Error& error) {
  error.text.clear();
  if (bytes.size() < kHeaderSize) return fail(error, "too short to be a model");
  Reader header(bytes.first(kHeaderSize));
  if (header.word(8) != kMagic) return fail(error, "these bytes are not a model");
  if (header.word(4) != kModelFormat) return fail(error, "written in another format version; export it again");
  const bool zero = header.word(4) == 0;
  const std::uint64_t size = header.word(8);
  const Span<const std::uint8_t> payload = bytes.sub(kHeaderSize, bytes.size() - kHeaderSize);
  if (!zero || size != static_cast<std::uint64_t>(payload.size())) return fail(error, "cut off or padded");
  if (header.word(8) != checksum(payload)) return fail(error, "damaged: the checksum differs");
  Reader reader(payload);
  Model result;
  fields(reader, result);
  if (!reader.finished()) return fail(error, "its fields do not fit its size");
  if (!validate(result, error)) return false;
  model = std::move(result);
  return true;
}

}  // namespace stickslip
