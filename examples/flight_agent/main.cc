// Books flights: an A2A agent that knows nothing of schemas. It has one flight a day, whatever the route, so
// that the reader of an example can tell the answer in advance.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <ctime>
#include <map>
#include <optional>
#include <string>

#include "examples/agent_server/server.h"

namespace schemagate::flight {
namespace {

using a2a::JsonTree;
using agent_server::Answer;
using agent_server::Data;
using agent_server::Job;
using agent_server::Part;
using agent_server::Remark;
using agent_server::Text;

struct Options {
  agent_server::Options server;
  std::string today;  // YYYY-MM-DD
};

struct Cabin {
  int row;
  int fare;  // CNY
};
const std::map<std::string, Cabin> kCabins{{"economy", {34, 980}},
                                           {"premium_economy", {21, 1'450}},
                                           {"business", {12, 2'450}},
                                           {"first", {2, 4'200}}};

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char date[16];
  std::strftime(date, sizeof date, "%Y-%m-%d", &utc);
  return date;
}

std::string text_of(const JsonTree& order, std::string_view name) {
  const std::string* found = a2a::find_string(order, name);
  return found == nullptr ? std::string() : *found;
}

// "CNY 2,450.00"
std::string price(int yuan) {
  char text[32];
  if (yuan < 1'000) {
    std::snprintf(text, sizeof text, "CNY %d.00", yuan);
  } else {
    std::snprintf(text, sizeof text, "CNY %d,%03d.00", yuan / 1'000, yuan % 1'000);
  }
  return text;
}

// Window, aisle, or in between: whatever of that stands anywhere in what the passenger wishes.
char seat_letter(std::string_view wishes) {
  if (wishes.find("window") != std::string_view::npos) return 'A';
  if (wishes.find("aisle") != std::string_view::npos) return 'C';
  return 'B';
}

// The first part that names a route and a day.
std::optional<JsonTree> order_of(const std::vector<Part>& message) {
  for (const Part& part : message) {
    const auto* data = std::get_if<Data>(&part);
    if (data == nullptr || text_of(data->value, "origin").empty()) continue;
    if (text_of(data->value, "destination").empty() || text_of(data->value, "departure_date").empty())
      continue;
    return data->value;
  }
  return std::nullopt;
}

// What is said in words, in the order itself or beside it.
std::string wishes_of(const JsonTree& order, const std::vector<Part>& message) {
  const JsonTree* other = a2a::find_member(order, "other");
  std::string wishes = other == nullptr ? std::string() : a2a::dump_tree(*other);
  for (const Part& part : message) {
    if (const auto* said = std::get_if<Text>(&part)) wishes += " " + said->text;
  }
  return wishes;
}

int passengers_of(const JsonTree& order) {
  const JsonTree* count = a2a::find_member(order, "passenger_count");
  if (count == nullptr || !count->is_number()) return 1;
  return static_cast<int>(std::clamp(count->get<double>(), 1.0, 9.0));
}

// The airline's counter. Safe to call from many threads.
class Desk {
 public:
  explicit Desk(std::string_view today) {
    for (const char letter : today) {
      if (letter != '-') day_ += letter;
    }
  }

  Answer answer(const std::vector<Part>& message) {
    const auto order = order_of(message);
    if (!order) {
      return Remark{
          "Send me data: origin, destination, departure_date, and if you like cabin_class, passenger_count."};
    }
    return Job{.outcome = {Text{a2a::dump_tree(book(*order, wishes_of(*order, message)))}}};
  }

 private:
  JsonTree book(const JsonTree& order, std::string_view wishes) {
    const auto known = kCabins.find(text_of(order, "cabin_class"));
    const Cabin cabin = known == kCabins.end() ? kCabins.at("economy") : known->second;
    const std::string date = text_of(order, "departure_date");
    return {{"booking_id", next_id()},
            {"status", "confirmed"},
            {"flight_number", "CA1234"},
            {"departure_time", date + "T09:00:00+08:00"},
            {"arrival_time", date + "T11:20:00+08:00"},
            {"seat", std::to_string(cabin.row) + seat_letter(wishes)},
            {"total_amount", price(cabin.fare * passengers_of(order))}};
  }

  std::string next_id() {
    char number[16];
    std::snprintf(number, sizeof number, "%03u", ++bookings_);
    return "BK-" + day_ + "-" + number;
  }

  std::string day_;  // YYYYMMDD
  std::atomic<unsigned> bookings_ = 0;
};

JsonTree card() {
  return {{"name", "Flight agent"},
          {"description", "Books flights."},
          {"defaultInputModes", {"text/plain", "application/json"}},
          {"defaultOutputModes", {"text/plain", "application/json"}},
          {"skills", JsonTree::array({{
                         {"id", "flight-booking"},
                         {"name", "Flight Booking"},
                         {"description", "Books a flight for one to nine passengers."},
                         {"tags", {"flight", "booking"}},
                     }})}};
}

}  // namespace
}  // namespace schemagate::flight

int main(int argc, char** argv) {
  schemagate::flight::Options options{.server = {}, .today = schemagate::flight::today()};
  CLI::App app("Books flights. An A2A agent for trying the gateway; listens on 127.0.0.1.");
  schemagate::agent_server::add_options(app, options.server);
  app.add_option("--today", options.today, "the date in the numbers of bookings, YYYY-MM-DD");
  CLI11_PARSE(app, argc, argv);
  schemagate::flight::Desk desk(options.today);
  return schemagate::agent_server::serve(
      {schemagate::flight::card(), [&desk](const auto& message) { return desk.answer(message); }},
      options.server);
}
