#include "fmu/text/xml.h"

#include <gtest/gtest.h>

#include <string>

namespace stickslip::text {
namespace {

/// "line: what", or empty when it is well-formed.
std::string problem(const std::string& xml) {
  XmlTree tree;
  const auto error = tree.parse(xml);
  return error ? std::to_string(error->line) + ": " + error->what : "";
}

TEST(Xml, GivesElementsAttributesTextAndLines) {
  XmlTree tree;
  ASSERT_FALSE(
      tree.parse("<?xml version='1.0'?>\n<!-- a > b --><!DOCTYPE r [<!ENTITY e \"x>\">]>\n"
                 "<r a = \"1\" b='2'>\n  <s/>text<s c='3'\n>in\n</s>\n</r >\n<!-- end -->\n"));
  const XmlNode root = tree.root();
  EXPECT_EQ(root.name(), "r");
  EXPECT_EQ(root.line(), 3);
  EXPECT_EQ(root.attribute("a").value() + root.attribute("b").value(), "12");
  EXPECT_FALSE(root.attribute("c"));
  ASSERT_EQ(root.attributes().size(), 2U);
  EXPECT_EQ(root.attributes()[1].name(), "b");
  ASSERT_EQ(root.children("s").size(), 2U);
  EXPECT_EQ(root.children("s")[1].line(), 4);
  ASSERT_EQ(root.children().size(), 3U);
  EXPECT_EQ(root.children()[1].value(), "text");
  EXPECT_FALSE(root.children()[1].is_element());
  EXPECT_EQ(root.children("s")[1].children().front().value(), "in\n");
  EXPECT_FALSE(root.child("t"));
  EXPECT_EQ(root.child("t").child("u").attribute("v").value(), "");
}

TEST(Xml, KnowsItsOwnFiveEntitiesAndCharactersByNumber) {
  XmlTree tree;
  ASSERT_FALSE(tree.parse("<a b='&lt;&gt;&amp;&quot;&apos;&#65;&#x20AC;&#10;'>&#x1F600;<![CDATA[<&amp;>]]></a>"));
  EXPECT_EQ(tree.root().attribute("b").value(), "<>&\"'A\xe2\x82\xac\n");
  EXPECT_EQ(tree.root().children()[0].value(), "\xf0\x9f\x98\x80");
  EXPECT_EQ(tree.root().children()[1].value(), "<&amp;>");
}

TEST(Xml, LeavesOtherEntitiesAsTheyAreWritten) {
  XmlTree tree;
  ASSERT_FALSE(tree.parse("<a b='&nbsp; &#0; &#xD800; &#1114112; & &#; &#xg;'/>"));
  EXPECT_EQ(tree.root().attribute("b").value(), "&nbsp; &#0; &#xD800; &#1114112; & &#; &#xg;");
}

TEST(Xml, MakesOneBlankOfALineBreakInAnAttributeAndOneBreakOfTwoCharacters) {
  XmlTree tree;
  ASSERT_FALSE(tree.parse("<a b='1\n2\t3'>x\r\ny\rz</a>"));
  EXPECT_EQ(tree.root().attribute("b").value(), "1 2 3");
  EXPECT_EQ(tree.root().children()[0].value(), "x\ny\nz");
}

TEST(Xml, ReadsOtherEncodings) {
  const std::string expected = "\xc3\xa4";
  XmlTree tree;
  ASSERT_FALSE(tree.parse("\xef\xbb\xbf<a b='\xc3\xa4'/>"));
  EXPECT_EQ(tree.root().attribute("b").value(), expected);
  ASSERT_FALSE(tree.parse("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a b='\xe4'/>"));
  EXPECT_EQ(tree.root().attribute("b").value(), expected);
  std::string little("\xff\xfe", 2);
  std::string big("\xfe\xff", 2);
  for (const char c : std::string("<a b='\xe4'/>")) {
    little += c;
    little += '\0';
    big += '\0';
    big += c;
  }
  for (const std::string& bytes : {little, big}) {
    ASSERT_FALSE(tree.parse(bytes));
    EXPECT_EQ(tree.root().attribute("b").value(), expected);
  }
}

TEST(Xml, SaysWhatIsNotWellFormedAndWhere) {
  EXPECT_EQ(problem(""), "1: there is no element");
  EXPECT_EQ(problem("<a>\n<b>\n</a>"), "3: </a> closes <b>");
  EXPECT_EQ(problem("</a>"), "1: </a> closes nothing");
  EXPECT_EQ(problem("<a>\n<b/>\n"), "3: <a> is not closed");
  EXPECT_EQ(problem("<a/><b/>"), "1: there is more than one root element");
  EXPECT_EQ(problem("<a/>\ntext"), "2: text stands outside of the root element");
  EXPECT_EQ(problem("<a b/>"), "1: the attribute b has no value");
  EXPECT_EQ(problem("<a b=1/>"), "1: the value of b is not in quotes");
  EXPECT_EQ(problem("<a b='1/>"), "1: the value of b is not closed");
  EXPECT_EQ(problem("<a b='<'/>"), "1: the value of b has a < in it");
  EXPECT_EQ(problem("<a b='1'c='2'/>"), "1: <a ends without >");
  EXPECT_EQ(problem("<a"), "1: <a ends without >");
  EXPECT_EQ(problem("<1/>"), "1: a name is missing");
  EXPECT_EQ(problem("<a></a b>"), "1: </a ends without >");
  EXPECT_EQ(problem("<!-- <a/>"), "1: a comment is not closed");
  EXPECT_EQ(problem("<a><![CDATA[</a>"), "1: CDATA is not closed");
  EXPECT_EQ(problem("<?xml <a/>"), "1: an instruction is not closed");
  EXPECT_EQ(problem("<!DOCTYPE a [ <a/>"), "1: the document type is not closed");
  EXPECT_EQ(problem("<a/><!DOCTYPE a>"), "1: a document type stands before the root element");
}

TEST(Xml, EndsAtElementsThatAreTooDeep) {
  std::string deep;
  std::string closed;
  for (int k = 0; k < 256; ++k) {
    deep += "<a>";
    closed += "</a>";
  }
  EXPECT_EQ(problem(deep + closed), "");
  EXPECT_EQ(problem(deep + "<a>"), "1: elements are more than 256 deep");
}

}  // namespace
}  // namespace stickslip::text
