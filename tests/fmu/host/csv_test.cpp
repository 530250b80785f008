#include "fmu/host/csv.h"

#include <gtest/gtest.h>

#include <array>

#include "tests/fmu/archive/message_of.h"

namespace stickslip::host {
namespace {

std::string error_of(const std::string& text) {
  return message_of([&] { parse_csv(text, "in.csv"); });
}

TEST(Csv, ReadsBackWhatItWrites) {
  const std::string text = csv_header({"box.position[1]", "odd \"name\", really"}) +
                           csv_row(0, std::array{0.1, -1e300}) + csv_row(0.001, std::array{1.0 / 3.0, 7.0});
  EXPECT_EQ(text.substr(0, text.find('\n')), "\"time\",\"box.position[1]\",\"odd \"\"name\"\", really\"");
  const CsvTable table = parse_csv(text, "in.csv");
  EXPECT_EQ(table.columns, (std::vector<std::string>{"box.position[1]", "odd \"name\", really"}));
  EXPECT_EQ(table.times, (std::vector<double>{0, 0.001}));
  EXPECT_EQ(table.rows[0], (std::vector<double>{0.1, -1e300}));
  EXPECT_EQ(table.rows[1], (std::vector<double>{1.0 / 3.0, 7.0}));
}

TEST(Csv, PrintsSeventeenDigits) {
  EXPECT_EQ(csv_row(0.1, std::array{1.0 / 3.0, 2.0}), "0.10000000000000001,0.33333333333333331,2\n");
}

TEST(Csv, ReadsWhatOthersWrite) {
  const CsvTable table = parse_csv("\xef\xbb\xbftime, a ,\"b\"\r\n\r\n 0 , 1.5,true\r\n1,+2,false", "in.csv");
  EXPECT_EQ(table.columns, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(table.rows[1], (std::vector<double>{2, 0}));
  EXPECT_EQ(table.header_line, 1);
  EXPECT_EQ(table.lines, (std::vector<int>{3, 4}));
  EXPECT_EQ(parse_csv("time\n0\n", "in.csv").times.size(), 1U);
}

TEST(Csv, NamesLineAndColumnOfAMistake) {
  EXPECT_EQ(error_of(""), "in.csv: is empty; the first line names the columns, \"time\" first");
  EXPECT_EQ(error_of("\"time\",\"a\"\n"), "in.csv: has no row of values");
  EXPECT_EQ(error_of("t,a\n0,1\n"),
            "in.csv:1: the first column is \"t\"; it must be \"time\", and commas separate the columns");
  EXPECT_EQ(error_of("\x1b[31m" + std::string(100, 'x')),
            "in.csv:1: the first column is \"?[31m" + std::string(55, 'x') +
                "...\"; it must be \"time\", and commas separate the columns");
  EXPECT_EQ(error_of("time,a,a\n0,1,1\n"), "in.csv:1: column \"a\" occurs twice");
  EXPECT_EQ(error_of("time,\"a\n0,1\n"), "in.csv:1: a quote is not closed");
  EXPECT_EQ(error_of("time,\"a\"b\n0,1\n"), "in.csv:1: character 9: expected a comma after a quoted name");
  EXPECT_EQ(error_of("time,a\n0,1\n1\n"), "in.csv:3: has 1 values, the header has 2 names");
  EXPECT_EQ(error_of("time,a\n0,x\n"), "in.csv:2: column \"a\": \"x\" is not a finite number");
  EXPECT_EQ(error_of("time,a\n0,NaN\n"), "in.csv:2: column \"a\": \"NaN\" is not a finite number");
  EXPECT_EQ(error_of("time,a\n1,0\n0.5,0\n"), "in.csv:3: time 0.5 is before that of the row before; sort the rows");
}

}  // namespace
}  // namespace stickslip::host
