// The draft's own examples (Figures 2 to 10), word for word.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "a2a/json/tree.h"

namespace schemagate::schema_interaction {

inline constexpr std::string_view kFigure2 = R"({
  "schema_id": "flight_booking_v1",
  "scenario": "flight_booking",
  "keys": [
    {
      "key_name": "origin",
      "key_type": "string",
      "required": true,
      "default_value": null,
      "semantic_description": "Departure city or airport code. Acceptable values: IATA airport codes (e.g., PEK, SHA, JFK) or city names in English or local language. Example mapping: 'from Beijing' -> 'PEK'."
    },
    {
      "key_name": "destination",
      "key_type": "string",
      "required": true,
      "default_value": null,
      "semantic_description": "Arrival city or airport code. Acceptable values: IATA airport codes or city names. Example mapping: 'to Shanghai' -> 'SHA'."
    },
    {
      "key_name": "departure_date",
      "key_type": "string",
      "required": true,
      "default_value": null,
      "semantic_description": "Date of departure in ISO 8601 format (YYYY-MM-DD). Example mapping: 'next Monday' -> '2026-05-04'."
    },
    {
      "key_name": "cabin_class",
      "key_type": "string",
      "required": false,
      "default_value": "economy",
      "semantic_description": "Cabin class preference. Acceptable values: economy, premium_economy, business, first. Example mapping: 'business class' -> 'business'."
    },
    {
      "key_name": "passenger_count",
      "key_type": "integer",
      "required": false,
      "default_value": 1,
      "semantic_description": "Number of passengers. Range: 1-9. Example mapping: 'two people' -> 2."
    },
    {
      "key_name": "other",
      "key_type": "string",
      "required": false,
      "default_value": null,
      "semantic_description": "Escape valve for unstructured semantic fragments that cannot be mapped to existing keys. Example mapping: 'window seat please' -> 'window seat'."
    }
  ]
})";

inline constexpr std::string_view kFigure3 = R"({
  "key_name": "cabin_class",
  "key_type": "string",
  "required": false,
  "default_value": "economy",
  "semantic_description": "Cabin class preference. Acceptable values: economy, premium_economy, business, first. Example mapping: 'business class' -> 'business'."
})";

// Figure 8 is the same.
inline constexpr std::string_view kFigure4 = R"({
  "schema_id": "flight_booking_v1",
  "payload": {
    "origin": "PEK",
    "destination": "SHA",
    "departure_date": "2026-05-04",
    "cabin_class": "business",
    "passenger_count": 1,
    "other": "window seat"
  }
})";

inline constexpr std::string_view kFigure5 = R"({
  "schema_id": "photo_retouch_v2",
  "payload": {
    "skin_smoothing": 7,
    "teeth_whitening": true,
    "background_blur": true,
    "filter_style": "vintage",
    "eye_enlargement": false,
    "other": "increase eye size proportionally"
  }
})";

inline constexpr std::string_view kFigure6 = R"({
  "method": "get_schema_template",
  "params": {
    "scenario": "flight_booking",
    "preferred_language": "en-US"
  }
})";

inline constexpr std::string_view kFigure7 = R"({
  "schema_id": "flight_booking_v1",
  "scenario": "flight_booking",
  "keys": [
    {"key_name": "origin", "key_type": "string", "required": true, "semantic_description": "Departure city or airport code. Acceptable values: IATA airport codes (e.g., PEK, SHA, JFK) or city names. Example: 'from Beijing' -> 'PEK'."},
    {"key_name": "destination", "key_type": "string", "required": true, "semantic_description": "Arrival city or airport code. Example: 'to Shanghai' -> 'SHA'."},
    {"key_name": "departure_date", "key_type": "string", "required": true, "semantic_description": "Departure date in ISO 8601 format (YYYY-MM-DD). Example: 'next Monday' -> '2026-05-04'."},
    {"key_name": "cabin_class", "key_type": "string", "required": false, "default_value": "economy", "semantic_description": "Cabin class. Acceptable values: economy, premium_economy, business, first. Example: 'business class' -> 'business'."},
    {"key_name": "passenger_count", "key_type": "integer", "required": false, "default_value": 1, "semantic_description": "Number of passengers. Range: 1-9. Example: 'two people' -> 2."},
    {"key_name": "other", "key_type": "string", "required": false, "semantic_description": "Natural-language descriptions that cannot be mapped to existing keys. Example: 'window seat' -> 'window seat'."}
  ]
})";

inline constexpr std::string_view kFigure9 = R"({
  "booking_id": "BK-20260430-001",
  "status": "confirmed",
  "flight_number": "CA1234",
  "departure_time": "2026-05-04T09:00:00+08:00",
  "arrival_time": "2026-05-04T11:20:00+08:00",
  "seat": "12A",
  "total_amount": "CNY 2,450.00",
  "schema_update_suggestion": {
    "new_keys": [
      {
        "key_name": "seat_preference",
        "key_type": "string",
        "required": false,
        "default_value": "none",
        "semantic_description": "Seat preference. Acceptable values: window, aisle, none."
      }
    ]
  }
})";

inline constexpr std::string_view kFigure10 = R"({
  "schema_id": "photo_retouch_v2",
  "scenario": "photo_retouch",
  "keys": [
    {"key_name": "skin_smoothing", "key_type": "integer", "required": false, "default_value": 0, "semantic_description": "Skin smoothing intensity. Range: 0-10, where 0 means off. Example: 'light skin smoothing' -> 3."},
    {"key_name": "teeth_whitening", "key_type": "boolean", "required": false, "default_value": false, "semantic_description": "Whether teeth whitening is enabled. Example: 'make the teeth whiter' -> true."},
    {"key_name": "background_blur", "key_type": "boolean", "required": false, "default_value": false, "semantic_description": "Whether background blur is enabled. Example: 'blur the background' -> true."},
    {"key_name": "filter_style", "key_type": "string", "required": false, "default_value": "none", "semantic_description": "Filter style. Acceptable values: none, vintage, cinematic, warm, cool. Example: 'vintage style' -> 'vintage'."},
    {"key_name": "eye_enlargement", "key_type": "boolean", "required": false, "default_value": false, "semantic_description": "Whether eye enlargement is enabled. Note: this key is a boolean switch; use other for fine-grained adjustment requests."},
    {"key_name": "other", "key_type": "string", "required": false, "semantic_description": "Photo-editing requirements that cannot be mapped to existing keys. Example: 'make the eyes a little bigger' -> 'increase eye size proportionally'."}
  ]
})";

inline a2a::JsonTree tree_of(std::string_view text) {
  return a2a::parse_tree(text).value();
}

}  // namespace schemagate::schema_interaction
