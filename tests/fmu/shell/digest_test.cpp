#include "fmu/shell/digest.h"

#include <gtest/gtest.h>

namespace stickslip::fmu {
namespace {

Digest of(const char* text) {
  Hasher hasher;
  hasher.add(text, std::char_traits<char>::length(text));
  return hasher.digest();
}

// Published values of 128-bit FNV-1a.
TEST(Digest, IsFnv1a) {
  EXPECT_EQ(of(""), (Digest{0x6c62272e07bb0142, 0x62b821756295c58d}));
  EXPECT_EQ(of("a"), (Digest{0xd228cb696f1a8caf, 0x78912b704e4a8964}));
  EXPECT_EQ(of("foobar"), (Digest{0x343e1662793c64bf, 0x6f0d3597ba446f18}));
}

TEST(Digest, TellsWhereOneTextEnds) {
  Hasher a;
  a.add(std::string("ab"));
  a.add(std::string("c"));
  Hasher b;
  b.add(std::string("a"));
  b.add(std::string("bc"));
  EXPECT_NE(a.digest(), b.digest());
}

}  // namespace
}  // namespace stickslip::fmu
