#include "fmu/host/csv.h"

#include <cstdlib>

#include "fmu/archive/error.h"
#include "tests/fuzz/target.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    using namespace stickslip::host;
    const CsvTable table = parse_csv(std::string(reinterpret_cast<const char*>(data), size), "input");
    // What is read can be written and read again to the same numbers.
    std::string text = csv_header(table.columns);
    for (std::size_t i = 0; i < table.times.size(); ++i) text += csv_row(table.times[i], table.rows[i]);
    const CsvTable again = parse_csv(text, "again");
    if (again.columns != table.columns || again.times != table.times || again.rows != table.rows) std::abort();
  } catch (const stickslip::host::Error&) {
    return 0;
  }
  return 0;
}

std::vector<std::string> stickslip::fuzz::seeds() {
  return {"time\n0\n", "\"time\",\"box.force[1]\",\"b\"\n0,1.5,true\n0.001,-2e-3,false\n1,3,1\n",
          "time, a ,\"odd \"\"name\"\", really\"\r\n\r\n 0 , 1.5,2\r\n"};
}
