#pragma once

// The main job as calls. No files, no output, no threads of their own:
//     tables_of       texts of tables or microdata          -> TableSet
//     long_tables     wide texts, one column per category   -> texts of tables
//     tables          microdata                             -> tables to be published
//     TableStream     microdata in parts, a stream of rows  -> the same, in bounded memory
//     tables_sql      names                                 -> a statement by which a database counts them
//     synth::explain  TableSet                              -> synth::Explanation: whether they agree
//     synthesize      TableSet, synth::Options              -> synth::Result: rows and how well they fit
//     complete        TableSet, rows with blanks            -> synth::Completion: the same, filled
//     synth::check    rows of any origin, TableSet          -> synth::CheckResult
//     populate::populate  populate::Input (read_input)      -> populate::Result: households for zones
//     certify, verify                                       a certificate, in and out of memory
// Results write themselves: to_csv, to_json, to_text, to_html.

#include <drover/populate/certificate.hpp>
#include <drover/populate/csv.hpp>
#include <drover/populate/populate.hpp>
#include <drover/populate/populationsim.hpp>
#include <drover/synth/certificate.hpp>
#include <drover/synth/check.hpp>
#include <drover/synth/explain.hpp>
#include <drover/synth/synth.hpp>
#include <drover/tables/count/published.hpp>
#include <drover/tables/count/sql.hpp>
#include <drover/tables/count/stream.hpp>
#include <drover/tables/input.hpp>
#include <drover/tables/wide_groups.hpp>
