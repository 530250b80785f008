#include "fmu/load/dae_file.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace stickslip::load {
namespace {

/// A document with a tetrahedron of edge 1 along the axes, as `faces`, which `scene` uses as #g.
std::string document(const std::string& asset, const std::string& faces, const std::string& scene) {
  return "<?xml version='1.0'?><COLLADA xmlns='c'><asset>" + asset +
         "</asset>\n<library_geometries><geometry id='g'><mesh>\n<source id='s'><float_array id='a' count='12'>0 0 0 1 "
         "0 0 "
         "0 1 0\n0 0 1</float_array><technique_common><accessor source='#a' count='4' "
         "stride='3'/></technique_common></source>\n<source id='n'><float_array>0 0 1</float_array></source><vertices "
         "id='v'><input semantic='POSITION' source='#s'/></vertices>\n" +
         faces + "</mesh></geometry></library_geometries>\n" + scene + "</COLLADA>";
}

const std::string kTriangles =
    "<triangles count='4'><input semantic='VERTEX' source='#v' offset='0'/><input semantic='NORMAL' source='#n' "
    "offset='1'/><p>0 0 2 0 1 0 0 0 1 0 3 0 1 0 2 0 3 0 2 0 0 0 3 0</p></triangles>";

std::string scene(const std::string& steps) {
  return "<library_visual_scenes><visual_scene><node>" + steps +
         "<instance_geometry url='#g'/></node></visual_scene></library_visual_scenes>";
}

double volume(const MeshFile& mesh) {
  double sum = 0;
  const auto point = [&](std::size_t k) { return mesh.points[static_cast<std::size_t>(mesh.triangles[k])]; };
  for (std::size_t k = 0; k < mesh.triangles.size(); k += 3) {
    sum += point(k).dot(point(k + 1).cross(point(k + 2))) / 6;
  }
  return sum;
}

Vec3 high(const MeshFile& mesh) {
  Vec3 all = mesh.points[0];
  for (const Vec3& p : mesh.points) all = all.cwiseMax(p);
  return all;
}

TEST(Dae, ReadsTrianglesAndPolygonLists) {
  const std::string up = "<up_axis>Z_UP</up_axis>";
  for (const std::string& faces :
       {kTriangles,
        std::string(
            "<polylist><input semantic='VERTEX' source='#v' offset='0'/><vcount>3 3 3 3</vcount><p>0 2 1 0 1 3 1 2 "
            "3 2 0 3</p></polylist>"),
        std::string(
            "<polygons><input semantic='VERTEX' source='#v' offset='0'/><p>0 2 1</p><p>0 1 3</p><p>1 2 3</p><p>2 0 "
            "3</p></polygons>")}) {
    const MeshFile mesh = parse_dae(document(up, faces, scene("")));
    ASSERT_EQ(mesh.problem, "") << faces;
    EXPECT_EQ(mesh.points.size(), 4U);
    EXPECT_EQ(mesh.triangles.size(), 12U);
    EXPECT_NEAR(volume(mesh), 1.0 / 6, 1e-15);
  }
}

TEST(Dae, TakesUnitsAxesAndNodesIntoAccount) {
  const MeshFile inches = parse_dae(document("<unit meter='0.0254'/><up_axis>Z_UP</up_axis>", kTriangles, ""));
  ASSERT_EQ(inches.problem, "");
  EXPECT_NEAR(volume(inches), 0.0254 * 0.0254 * 0.0254 / 6, 1e-18);
  for (const char* axis : {"X_UP", "Y_UP", "Z_UP"}) {
    const std::string up = "<up_axis>" + std::string(axis) + "</up_axis>";
    const int k = axis[0] - 'X';
    const std::string stretch = std::string(k == 0 ? "5" : "1") + (k == 1 ? " 5" : " 1") + (k == 2 ? " 5" : " 1");
    const MeshFile mesh = parse_dae(document(up, kTriangles, scene("<scale>" + stretch + "</scale>")));
    ASSERT_EQ(mesh.problem, "");
    EXPECT_NEAR(high(mesh).z(), 5, 1e-15) << axis;
    EXPECT_NEAR(volume(mesh), 5.0 / 6, 1e-14) << axis;
  }
  const MeshFile placed = parse_dae(document(
      "<up_axis>Z_UP</up_axis>", kTriangles,
      scene("<translate>1 2 3</translate><rotate>0 0 1 90</rotate><matrix>2 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix>")));
  ASSERT_EQ(placed.problem, "");
  EXPECT_NEAR(high(placed).x(), 1, 1e-15);  // what was x, twice as long, points along y
  EXPECT_NEAR(high(placed).y(), 4, 1e-15);
  EXPECT_NEAR(high(placed).z(), 4, 1e-15);
  const MeshFile mirrored = parse_dae(document("", kTriangles, scene("<scale>-1 1 1</scale>")));
  EXPECT_NEAR(volume(mirrored), 1.0 / 6, 1e-15);  // still from outside
}

TEST(Dae, SaysWhatIsWrongWithADocument) {
  const auto problem = [](const std::string& asset, const std::string& faces, const std::string& nodes) {
    return parse_dae(document(asset, faces, nodes)).problem;
  };
  EXPECT_EQ(parse_dae("<robot/>").problem, "is no COLLADA document: its root is <robot>");
  EXPECT_EQ(parse_dae("<COLLADA>").problem.substr(0, 15), "has a bad line ");
  EXPECT_EQ(problem("<unit meter='nan'/>", kTriangles, ""),
            "has a bad line 1: the unit must be a number of metres, got nan");
  EXPECT_EQ(problem("", kTriangles, scene("<matrix>1 0</matrix>")), "has a bad line 7: <matrix> has 16 numbers, got 2");
  EXPECT_EQ(problem("", kTriangles, scene("<instance_geometry url='#other'/>")),
            "has a bad line 7: there is no #other");
  EXPECT_EQ(problem("", "<triangles><p>0 1 2</p></triangles>", ""), "has a bad line 6: <triangles> without positions");
  EXPECT_EQ(problem("", "<triangles><input semantic='VERTEX' source='#v' offset='0'/><p>0 1 9</p></triangles>", ""),
            "has a bad line 6: there is no position 9");
  EXPECT_EQ(problem("", "<triangles><input semantic='VERTEX' source='#v' offset='0'/><p>0 1 x</p></triangles>", ""),
            "has a bad line 6: finite numbers expected in <p>");
  EXPECT_EQ(problem("", "<triangles><input semantic='VERTEX' source='#v' offset='0'/><p>0 1 2 3</p></triangles>", ""),
            "has a bad line 6: the number of indices does not fit the faces");
  const std::string again = "<library_nodes><node id='n'><instance_node url='#n'/></node></library_nodes>" +
                            scene("<instance_node url='#n'/>");
  EXPECT_EQ(problem("", kTriangles, again), "has a bad line 7: nodes lie more than 64 deep in nodes");
}

}  // namespace
}  // namespace stickslip::load
