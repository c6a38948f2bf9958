#include <drover/tables/read/read.hpp>

#include <gtest/gtest.h>

#include <drover/tables/file.hpp>

namespace drover::read {
namespace {

Reading reading_of(const std::string& text, const ReadOptions& options = {}) {
    return read_published(text, "t.csv", options);
}

void expect_table(const Reading& reading, std::size_t cells, double total) {
    ASSERT_EQ(reading.tables.size(), 1U) << reading.summary();
    EXPECT_EQ(reading.tables[0].cell_count(), cells) << reading.summary();
    EXPECT_EQ(reading.tables[0].total(), total) << reading.summary();
}

void expect_refusal(const Reading& reading, Reason reason) {
    EXPECT_EQ(reading.outcome, Outcome::refused) << reading.summary();
    EXPECT_STREQ(reason_name(reading.refusal.reason), reason_name(reason)) << reading.summary();
    EXPECT_FALSE(reading.refusal.options.empty() && reason != Reason::unclear);
}

TEST(ReadPublished, TakesTablesOfRWithRowNames) {
    const Reading reading = reading_of(
        "rownames,Hair,Sex,Freq\n1,Black,Male,30\n2,Brown,Male,50\n3,Black,Female,40\n4,Brown,Female,60\n");
    expect_table(reading, 4, 180);
    EXPECT_EQ(reading.tables[0].columns, (std::vector<std::string>{"Hair", "Sex"}));
}

TEST(ReadPublished, GivesTextsThatParseTablesReads) {
    const Reading reading =
        reading_of("Hair,Sex,Freq\nBlack,Male,30\nBrown,Male,50\nBlack,Female,40\nBrown,Female,\n");
    const std::vector<TableText> texts = texts_of(reading);
    ASSERT_EQ(texts.size(), 1U);
    const TableSet set = parse_tables(texts);
    EXPECT_EQ(set.schema.columns.size(), 2U);
    EXPECT_EQ(set.tables[0].suppressed_count, 1U);
}

TEST(ReadPublished, LeavesOutTotalsThatAddUp) {
    expect_table(
        reading_of(
            "sex,age,count\nTotal,young,30\nTotal,old,70\nM,young,10\nM,old,30\nF,young,20\nF,old,40\n"),
        4, 100);
    expect_table(reading_of("geschlecht;alter;Anzahl\nInsgesamt;jung;30\nInsgesamt;alt;70\nm;jung;10\nm;alt;"
                            "30\nw;jung;20\nw;alt;40\n"),
                 4, 100);
}

TEST(ReadPublished, RefusesTotalsThatTheirPartsExceed) {
    expect_refusal(
        reading_of("cause,sex,count\nTotal,M,10\nTotal,F,12\nheart,M,9\nheart,F,8\nage,M,9\nage,F,11\n"),
        Reason::overlapping);
}

TEST(ReadPublished, RefusesTimeSeriesUnlessADateIsChosen) {
    const std::string text =
        "year,country,population\n2019,A,100\n2019,B,200\n2020,A,110\n2020,B,190\n2021,A,115\n2021,B,195\n";
    expect_refusal(reading_of(text), Reason::time_series);
    ReadOptions options;
    options.where.push_back({"year", "2020"});
    expect_table(reading_of(text, options), 2, 300);
}

TEST(ReadPublished, ReadsWideCensusTablesWithTheirTotal) {
    const Reading reading = reading_of(
        "date,geography,geography code,Age: Total,Age: Aged 0 to 15,Age: Aged 16 to 64,Age: Aged 65 and "
        "over\n"
        "2021,Ham,E01,100,20,60,20\n2021,Dell,E02,200,50,100,50\n2021,Moor,E03,310,60,200,50\n");
    expect_table(reading, 9, 610);
    EXPECT_EQ(reading.tables[0].columns, (std::vector<std::string>{"geography", "Age"}));
}

TEST(ReadPublished, ReadsPathsAndMarginsOfTheAmericanCommunitySurvey) {
    const Reading reading = reading_of(
        "GEO_ID,NAME,B1_001E,B1_001M,B1_002E,B1_002M,B1_003E,B1_003M\n"
        "id,Geographic Area Name,Estimate!!Total,Margin of Error!!Total,Estimate!!Total!!Male,Margin of "
        "Error!!Total!!Male,Estimate!!Total!!Female,Margin of Error!!Total!!Female\n"
        "G1,Tract 1,300,10,100,16.45,200,*****\nG2,Tract 2,500,10,250,32.9,250,3\n");
    expect_table(reading, 4, 800);
    EXPECT_EQ(reading.tables[0].errors.front(), "10");
    EXPECT_EQ(reading.tables[0].errors[1], "0");
}

TEST(ReadPublished, MakesOneTablePerGroupOfColumns) {
    const Reading reading = reading_of(
        "zone_id,cars,cars,size,size,size\n,none,some,one,two,more\n1,10,30,5,20,15\n2,40,60,20,50,30\n");
    ASSERT_EQ(reading.tables.size(), 2U) << reading.summary();
    EXPECT_EQ(reading.tables[0].total(), 140);
    EXPECT_EQ(reading.tables[1].total(), 140);
}

TEST(ReadPublished, ReadsCrosstabsWithTitlesBlanksAndNotes) {
    const Reading reading = reading_of(
        "Population by sex and "
        "state,,,\n,,,\n,STATE,North,South,Total\nSex,Age,,,\nMale,young,10,20,30\n,old,11,21,32\nFemale,"
        "young,12,22,34\n,old,13,23,36\n,,,\nSource: an office,,,\n");
    expect_table(reading, 8, 132);
    EXPECT_EQ(reading.tables[0].columns, (std::vector<std::string>{"Sex", "Age", "STATE"}));
}

TEST(ReadPublished, ReadsEurostatTsvWithFlags) {
    const std::string text =
        "unit,sex,geo\\time\t2019 \t2020 \nNR,M,AT\t10 p\t11 \nNR,F,AT\t12 \t13 \nNR,M,BE\t: \t15 "
        "\nNR,F,BE\t16 \t17 \n";
    expect_refusal(reading_of(text), Reason::time_series);
    ReadOptions options;
    options.where.push_back({"time", "2019"});
    const Reading reading = reading_of(text, options);
    expect_table(reading, 4, 38);
    EXPECT_EQ(reading.tables[0].unknown_count(), 1U);
}

TEST(ReadPublished, ReadsPcAxis) {
    const std::string start =
        "CHARSET=\"ANSI\";\nTITLE=\"x\";\nSTUB=\"sex\";\nHEADING=\"age\";\nVALUES(\"sex\")=\"Total\",\"M\","
        "\"F\";\nVALUES(\"age\")=\"young\",\"old\";\n";
    expect_table(reading_of(start + "UNITS=\"persons\";\nDATA=\n30 40\n10 40\n20 \"-\";\n"), 4, 70);
    expect_refusal(reading_of(start + "UNITS=\"percent\";\nDATA=\n30 40\n10 40\n20 0;\n"),
                   Reason::percentages);
    expect_refusal(reading_of(start + "UNITS=\"persons\";\nDATA=\n30 40;\n"), Reason::damaged);
}

TEST(ReadPublished, ReadsJsonStat) {
    const std::string json =
        R"({"version":"2.0","class":"dataset","id":["sex","age"],"size":[2,2],"value":[1,2,3,null],
        "dimension":{"sex":{"label":"Sex","category":{"index":["m","f"],"label":{"m":"Male","f":"Female"}}},
                     "age":{"category":{"index":{"y":0,"o":1}}}}})";
    const Reading reading = reading_of(json);
    expect_table(reading, 4, 6);
    EXPECT_EQ(reading.tables[0].unknown_count(), 1U);
}

TEST(ReadPublished, NamesForeignFormats) {
    expect_refusal(reading_of(std::string{"PAR1\0\0", 6}), Reason::foreign_format);
    expect_refusal(reading_of("\xD0\xCF\x11\xE0 old workbook"), Reason::foreign_format);
    expect_refusal(reading_of("<?xml version=\"1.0\"?><message:GenericData xmlns=\"http://www.sdmx.org\"/>"),
                   Reason::foreign_format);
    expect_refusal(reading_of("{\"dataSets\":[],\"structure\":{}}"), Reason::foreign_format);
    expect_refusal(reading_of("$FL2@(#) SPSS DATA FILE"), Reason::foreign_format);
}

std::string made_microdata() {
    std::string text = "id;name;sex;income;town\n";
    for (int i = 1; i <= 40; ++i)
        text += std::to_string(i) + ";Person " + std::to_string(i * 7) + ';' + (i % 2 ? "m" : "f") + ';' +
                std::to_string(i % 9) + ",5;" + (i % 3 ? "Ham" : "Dell") + '\n';
    return text;
}

TEST(ReadPublished, LeavesIdentifiersOutOfMicrodata) {
    const Reading reading = reading_of(made_microdata());
    ASSERT_EQ(reading.outcome, Outcome::microdata) << reading.summary();
    EXPECT_EQ(reading.microdata.identifiers, (std::vector<std::string>{"id", "name"}));
    EXPECT_EQ(reading.microdata.columns, (std::vector<std::string>{"sex", "income", "town"}));
    EXPECT_EQ(reading.microdata.rows[0][1], "1.5");
}

TEST(ReadPublished, NeverTakesAFileWithATitleAsMicrodata) {
    EXPECT_NE(reading_of("People of Ham\n\n" + made_microdata()).outcome, Outcome::microdata);
}

TEST(ReadPublished, RefusesMappingsAndFilesWithoutAHeader) {
    expect_refusal(reading_of("tract,county\n101,1\n102,1\n103,2\n104,2\n105,2\n"), Reason::mapping);
    expect_refusal(reading_of("17001,0,376\n17001,1,386\n17003,0,20\n17003,1,30\n"), Reason::no_header);
}

TEST(ReadPublished, RefusesTwoColumnsOfCounts) {
    expect_refusal(reading_of("sex,town,n,value\nm,A,1,10\nf,A,2,20\nm,B,3,30\nf,B,4,45\n"),
                   Reason::several_measures);
}

TEST(ReadPublished, ReadsWindows1252AndUtf16) {
    const Reading reading = reading_of("Land;Anzahl\nBaden-W\xFCrttemberg;110\nTh\xFCringen;20\nHessen;30\n");
    expect_table(reading, 3, 160);
    EXPECT_EQ(reading.tables[0].values[0][0], "Baden-W\xC3\xBCrttemberg");
    std::string wide = "\xFF\xFE";
    for (const char c : std::string{"sex,town,n\nm,A,1\nf,A,2\nm,B,3\nf,B,4\n"}) wide += {c, '\0'};
    expect_table(reading_of(wide), 4, 10);
}

TEST(ReadPublished, NeverThrowsForDamagedBytes) {
    for (const std::string start :
         {"PK\x03\x04", "PK\x05\x06", "{\"value\":", "CHARSET=\"ANSI\";VALUES(\"a\")=;DATA=", "\xFF\xFE\x01",
          "\"", ",", "a,b\n\"x"})
        EXPECT_EQ(reading_of(start + "rest").outcome, Outcome::refused) << start;
    EXPECT_EQ(reading_of("").outcome, Outcome::refused);
}

}  // namespace
}  // namespace drover::read
