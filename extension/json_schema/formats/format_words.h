// What a format asks for, for whoever has to write one.
#pragma once

#include <string_view>

namespace schemagate::json_schema {

// For example `YYYY-MM-DD` of "date"; "" for one that has no short form.
std::string_view form_of_format(std::string_view format);

// Whether a date, alone or before a time, has the form of one and is no day of the calendar.
bool is_no_such_day(std::string_view format, std::string_view text);

}  // namespace schemagate::json_schema
