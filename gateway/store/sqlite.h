// SQLite as values that close themselves and return their errors: the only place with its API.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "a2a/error.h"

struct sqlite3;
struct sqlite3_stmt;

namespace schemagate::store::sqlite {

enum class Cause { kFull, kLocked, kDamaged, kForbidden, kDevice, kNotOurs, kGone, kOther };

struct Fault {
  Cause cause;
  std::string detail;  // for the operator: SQLite's words, and the system's
};

template <class T>
using Result = a2a::Result<T, Fault>;

// What is wrong, in words that may go to a client.
std::string_view reason(const Fault& fault);

// A prepared statement. Parameters count from 1, columns from 0. Texts that are bound must stay until the
// next reset(), columns are valid until the next step() or reset(). Must not outlive its database.
class Statement {
 public:
  Statement() = default;

  Statement& bind(int parameter, std::int64_t value);
  Statement& bind_text(int parameter, std::string_view text);
  Statement& bind_blob(int parameter, std::string_view bytes);
  Statement& bind_null(int parameter);

  // True when there is a row to look at, false at the end.
  Result<bool> step();
  // To the end, ignoring rows; the statement is ready to be used again.
  Result<void> run();
  void reset();

  std::int64_t integer(int column) const;
  std::string_view text(int column) const;
  std::string_view blob(int column) const;
  bool is_null(int column) const;

 private:
  friend class Database;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

// Runs a statement that ends a transaction, whatever way it is left: refused when there is none any more.
class RollBack {
 public:
  explicit RollBack(Statement& statement) : statement_(statement) {}
  ~RollBack() { (void)statement_.run(); }
  RollBack(const RollBack&) = delete;
  RollBack& operator=(const RollBack&) = delete;

 private:
  Statement& statement_;
};

// One connection, used by one thread at a time. Its SQL has row_checksum(value, ...): 64 bits of the values
// with their types, in their order. From the first that is read until the last connection is closed, no other
// process gets into the file.
class Database {
 public:
  // Opens an existing file, or creates it for this user only.
  static Result<Database> open(const std::string& path);
  // A further connection, of a process that has one: it changes nothing.
  static Result<Database> open_for_reading(const std::string& path);

  // Refuses when the file that is open no longer stands under its name: what is written into it is lost with
  // the process.
  Result<void> check_in_place();

  // Whether closing the last connection leaves the write-ahead log as it is, or brings it into the file.
  void keep_log_on_close(bool keeps);

  Result<void> execute(const std::string& sql);
  Result<Statement> prepare(const std::string& sql);
  // The first column of the first row, as text; empty when there is none.
  Result<std::string> value_of(const std::string& sql);

 private:
  static Result<Database> connect(const std::string& path, int mode);
  struct Close {
    void operator()(sqlite3* connection) const;
  };
  std::unique_ptr<sqlite3, Close> connection_;
};

}  // namespace schemagate::store::sqlite
