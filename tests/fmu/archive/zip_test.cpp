#include "fmu/archive/zip.h"
#include "fmu/archive/files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <random>

#include "fmu/archive/zip_format.h"
#include "tests/fmu/archive/message_of.h"

namespace stickslip::host {
namespace {

std::string text_of(std::size_t size) {
  std::string text;
  while (text.size() < size) text += "line " + std::to_string(text.size()) + "\n";
  return text;
}

std::string noise_of(std::size_t size) {
  std::mt19937 random(7);
  std::string noise(size, '\0');
  for (char& c : noise) c = static_cast<char>(random());
  return noise;
}

std::vector<ZipMember> three_members() {
  return {{"modelDescription.xml", text_of(5000)}, {"resources/model.bin", noise_of(300)}, {"empty", "", 0755}};
}

std::string opening_error(const std::string& bytes, const ZipLimits& limits = {}) {
  return message_of([&] { ZipArchive("a.fmu", bytes, limits); });
}

std::string replaced(std::string bytes, const std::string& from, const std::string& to) {
  for (std::size_t at = bytes.find(from); at != std::string::npos; at = bytes.find(from, at + to.size()))
    bytes.replace(at, from.size(), to);
  return bytes;
}

std::size_t central_header(const std::string& bytes) {
  return bytes.find("PK\x01\x02");
}

TEST(Zip, ReturnsWhatWasWritten) {
  const std::vector<ZipMember> members = three_members();
  const ZipArchive archive("a.fmu", write_zip(members));
  ASSERT_EQ(archive.entries().size(), members.size());
  EXPECT_TRUE(archive.problems().empty());
  for (const ZipMember& member : members) {
    const ZipEntry* entry = archive.find(member.name);
    ASSERT_NE(entry, nullptr) << member.name;
    EXPECT_EQ(archive.read(*entry), member.bytes);
    EXPECT_EQ(entry->mode & 0777U, member.mode);
  }
  EXPECT_EQ(archive.find("nothing"), nullptr);
}

TEST(Zip, DeflatesOnlyWhatGetsSmaller) {
  const ZipArchive archive("a.fmu", write_zip(three_members()));
  EXPECT_EQ(archive.find("modelDescription.xml")->method, zip::kDeflated);
  EXPECT_EQ(archive.find("resources/model.bin")->method, zip::kStored);
}

TEST(Zip, WritesTheSameBytesEveryTime) {
  EXPECT_EQ(write_zip(three_members()), write_zip(three_members()));
}

TEST(Zip, ExtractsIntoAFolder) {
  std::string folder = (std::filesystem::temp_directory_path() / "zip_test_XXXXXX").string();
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  ZipArchive("a.fmu", write_zip(three_members())).extract(folder);
  EXPECT_EQ(read_file(folder + "/resources/model.bin"), noise_of(300));
  EXPECT_EQ(read_file(folder + "/empty"), "");
  std::filesystem::remove_all(folder);
}

TEST(Zip, RefusesNamesThatLeaveTheFolder) {
  for (const char* name : {"../evil", "a/../../evil", "/etc/passwd", "C:evil", "a\\b", "a//b", "a/..", "", "a\nb"})
    EXPECT_FALSE(unsafe_name(name).empty()) << name;
  for (const char* name : {"a", "a/b", "a/", "a..b/c", "..a", "sources/a b.c", "d\xc3\xa9j\xc3\xa0"})
    EXPECT_EQ(unsafe_name(name), "") << name;
}

TEST(Zip, NamesEveryUnsafeEntryAndExtractsNothing) {
  const std::string good = write_zip(std::vector<ZipMember>{{"aa/evil", "x"}, {"bb/evil", "y"}});
  const ZipArchive archive("a.fmu", replaced(replaced(good, "aa/evil", "../evil"), "bb/evil", "bb\\evil"));
  ASSERT_EQ(archive.problems().size(), 2U);
  EXPECT_EQ(archive.problems()[0], "entry \"../evil\": name contains \"..\" as a folder");
  EXPECT_EQ(archive.problems()[1], "entry \"bb\\evil\": name contains a backslash; folders are separated by '/'");
  EXPECT_EQ(message_of([&] { archive.extract("/nonexistent"); }),
            "a.fmu: entry \"../evil\": name contains \"..\" as a folder");
}

TEST(Zip, RefusesDuplicatesAndFilesThatAreFolders) {
  const std::string good = write_zip(std::vector<ZipMember>{{"aa", "x"}, {"bb", "y"}});
  EXPECT_EQ(ZipArchive("a.fmu", replaced(good, "bb", "aa")).problems().front(), "entry \"aa\": occurs twice");
  const std::string nested = write_zip(std::vector<ZipMember>{{"aa", "x"}, {"bb/c", "y"}});
  EXPECT_EQ(ZipArchive("a.fmu", replaced(nested, "bb/c", "aa/c")).problems().front(),
            "entry \"aa\": is a file and a folder");
}

TEST(Zip, RefusesSymbolicLinksAndDevices) {
  std::string bytes = write_zip(std::vector<ZipMember>{{"link", "/etc/passwd", 0777}});
  bytes[central_header(bytes) + 41] = static_cast<char>(0120777 >> 8);
  EXPECT_EQ(ZipArchive("a.fmu", bytes).problems().front(), "entry \"link\": is a symbolic link; store the file itself");
  bytes[central_header(bytes) + 41] = static_cast<char>(0010777 >> 8);
  EXPECT_EQ(ZipArchive("a.fmu", bytes).problems().front(), "entry \"link\": is not a regular file");
}

TEST(Zip, ChecksTheCrc) {
  std::string bytes = write_zip(std::vector<ZipMember>{{"noise", noise_of(100)}});
  bytes[60] = static_cast<char>(bytes[60] ^ 1);
  const ZipArchive archive("a.fmu", bytes);
  EXPECT_EQ(message_of([&] { archive.read(archive.entries()[0]); }),
            "a.fmu: entry \"noise\": CRC differs: the archive is damaged");
}

TEST(Zip, ReportsDamagedCompression) {
  std::string bytes = write_zip(std::vector<ZipMember>{{"text", text_of(3000)}});
  for (std::size_t i = 40; i < 60; ++i) bytes[i] = '\xff';
  const ZipArchive archive("a.fmu", bytes);
  EXPECT_EQ(message_of([&] { archive.read(archive.entries()[0]); }),
            "a.fmu: entry \"text\": compressed data is damaged");
}

TEST(Zip, RefusesBombs) {
  const std::string bytes = write_zip(std::vector<ZipMember>{{"zeros", std::string(1000000, '\0')}});
  EXPECT_EQ(opening_error(bytes, {.ratio_matters_from = 1000}),
            "a.fmu: entry \"zeros\": unpacks to more than 400 times its packed size");
  EXPECT_EQ(opening_error(bytes, {.entry_bytes = 999999}),
            "a.fmu: entry \"zeros\": unpacks to 1000000 bytes, at most 999999 are accepted");
  EXPECT_EQ(opening_error(bytes, {.total_bytes = 5}), "a.fmu: unpacks to 1000000 bytes, at most 5 are accepted");
  EXPECT_EQ(opening_error(bytes, {.entries = 0}), "a.fmu: has 1 entries, at most 0 are read");
}

TEST(Zip, RefusesOverlappingEntries) {
  const std::string one = write_zip(std::vector<ZipMember>{{"aa", "same"}});
  std::string bytes = one;
  const std::size_t begin = central_header(one);
  const std::size_t length = one.find("PK\x05\x06") - begin;
  bytes.insert(begin, one.substr(begin, length));
  const std::size_t end = bytes.find("PK\x05\x06");
  bytes[end + 8] = bytes[end + 10] = 2;
  bytes[end + 12] = static_cast<char>(2 * length);
  EXPECT_EQ(opening_error(bytes), "a.fmu: entries overlap at byte 0");
}

TEST(Zip, RefusesWhatItDoesNotRead) {
  const std::string good = write_zip(three_members());
  const std::size_t central = central_header(good);
  const std::size_t end = good.find("PK\x05\x06");
  const auto with = [&](std::size_t at, char value) {
    std::string bytes = good;
    bytes[at] = value;
    return opening_error(bytes);
  };
  EXPECT_EQ(opening_error(""), "a.fmu: not a zip archive: only 0 bytes");
  EXPECT_EQ(opening_error(std::string(100, 'x')), "a.fmu: not a zip archive: no end-of-directory record");
  EXPECT_EQ(with(central + 8, 1), "a.fmu: entry \"modelDescription.xml\": is encrypted");
  EXPECT_NE(with(central + 10, 14).find("compression method 14"), std::string::npos);
  EXPECT_NE(with(central, 'x').find("central directory is broken"), std::string::npos);
  EXPECT_NE(with(end + 4, 1).find("several parts"), std::string::npos);
  EXPECT_NE(with(end + 16, 0).find("not where the end record says"), std::string::npos);
  EXPECT_NE(with(0, 'x').find("no local header at byte 0"), std::string::npos);
  EXPECT_NE(with(30, 'x').find("another name"), std::string::npos);
  EXPECT_NE(with(14, 'x').find("disagree on size or CRC"), std::string::npos);
  std::string zip64 = good;
  for (std::size_t i = 0; i < 4; ++i) zip64[end + 16 + i] = '\xff';
  EXPECT_NE(opening_error(zip64).find("zip64"), std::string::npos);
}

TEST(Zip, EveryTruncationIsAnError) {
  const std::string good = write_zip(three_members());
  for (std::size_t size = 0; size < good.size(); size += 7)
    EXPECT_NE(opening_error(good.substr(0, size)), "no error") << size;
}

TEST(Zip, EveryFlippedByteIsReadOrRefused) {
  const std::string good = write_zip(std::vector<ZipMember>{{"a/text", text_of(200)}, {"b", "noise"}});
  for (std::size_t i = 0; i < good.size(); ++i) {
    for (const int flip : {1, 0x80, 0xff}) {
      std::string bytes = good;
      bytes[i] = static_cast<char>(bytes[i] ^ flip);
      message_of([&] {
        const ZipArchive archive("a.fmu", bytes);
        for (const ZipEntry& entry : archive.entries()) archive.read(entry);
      });
    }
  }
}

TEST(Zip, WriterRefusesNamesThatReadersRefuse) {
  EXPECT_EQ(message_of([] {
              write_zip(std::vector<ZipMember>{{"../a", ""}});
            }),
            "zip: name \"../a\" contains \"..\" as a folder");
  EXPECT_EQ(message_of([] { write_zip(std::vector<ZipMember>{{"a", ""}, {"a", ""}}); }), "zip: \"a\" occurs twice");
}

TEST(Zip, NamesThatBeginWithADotFolderAreThoseBehindIt) {
  std::string bytes = write_zip(std::vector<ZipMember>{{"aabb/c.txt", "x"}, {"dd/e.txt", "y"}});
  for (std::size_t at = bytes.find("aabb/"); at != std::string::npos; at = bytes.find("aabb/"))
    bytes.replace(at, 5, "./b./");
  for (std::size_t at = bytes.find("dd/e"); at != std::string::npos; at = bytes.find("dd/e"))
    bytes.replace(at, 4, "././");
  const ZipArchive archive("a.fmu", bytes);
  EXPECT_TRUE(archive.problems().empty());
  EXPECT_NE(archive.find("b./c.txt"), nullptr);
  EXPECT_NE(archive.find(".txt"), nullptr);
}

}  // namespace
}  // namespace stickslip::host
