#include "gateway/store/sqlite.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <span>
#include <system_error>
#include <utility>

namespace schemagate::store::sqlite {
namespace {

Cause cause_of(int code) {
  switch (code & 0xff) {
    case SQLITE_FULL:
      return Cause::kFull;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return Cause::kLocked;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return Cause::kDamaged;
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
      return Cause::kForbidden;
    case SQLITE_IOERR:
      return Cause::kDevice;
    default:
      return Cause::kOther;
  }
}

Fault fault_of(sqlite3* connection, int code) {
  Fault fault{cause_of(code), sqlite3_errstr(code)};
  if (connection == nullptr) return fault;
  fault.detail = sqlite3_errmsg(connection);
  if (const int cause = sqlite3_system_errno(connection); cause != 0)
    fault.detail += " (" + std::generic_category().message(cause) + ")";
  return fault;
}

std::string_view bytes_of(const void* data, int size) {
  return data == nullptr ? std::string_view()
                         : std::string_view(static_cast<const char*>(data), static_cast<std::size_t>(size));
}

// Tasks are private. Only a file that is new is touched: closing a descriptor of one that is open in this
// process would give up the locks on it.
void create_private(const std::string& path) {
  const int file = ::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (file >= 0) ::close(file);
}

// Each value seeds the next one's.
void row_checksum(sqlite3_context* context, int count, sqlite3_value** values) {
  XXH64_hash_t checksum = 0;
  for (sqlite3_value* value : std::span(values, static_cast<std::size_t>(count))) {
    const int type = sqlite3_value_type(value);
    const XXH64_hash_t seed = checksum + static_cast<XXH64_hash_t>(type);
    if (type == SQLITE_INTEGER) {
      const sqlite3_int64 number = sqlite3_value_int64(value);
      checksum = XXH3_64bits_withSeed(&number, sizeof(number), seed);
    } else {
      const void* bytes = sqlite3_value_blob(value);
      checksum = XXH3_64bits_withSeed(bytes, static_cast<std::size_t>(sqlite3_value_bytes(value)), seed);
    }
  }
  sqlite3_result_int64(context, static_cast<sqlite3_int64>(checksum));
}

int add_row_checksum(sqlite3* connection) {
  constexpr int kFlags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY;
  return sqlite3_create_function_v2(connection, "row_checksum", -1, kFlags, nullptr, row_checksum, nullptr,
                                    nullptr, nullptr);
}

}  // namespace

std::string_view reason(const Fault& fault) {
  switch (fault.cause) {
    case Cause::kFull:
      return "the disk, or the space that it may take, is full";
    case Cause::kLocked:
      return "another process has locked it";
    case Cause::kDamaged:
      return "it is damaged";
    case Cause::kForbidden:
      return "it may not be written";
    case Cause::kDevice:
      return "the disk reports an error";
    case Cause::kNotOurs:
      return "it is no ledger of this program";
    case Cause::kGone:
      return "its file was moved or deleted";
    case Cause::kOther:
      return "the database reports an error";
  }
  std::unreachable();
}

void Statement::Finalize::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

Statement& Statement::bind(int parameter, std::int64_t value) {
  sqlite3_bind_int64(statement_.get(), parameter, value);
  return *this;
}

Statement& Statement::bind_text(int parameter, std::string_view text) {
  sqlite3_bind_text64(statement_.get(), parameter, text.data() == nullptr ? "" : text.data(), text.size(),
                      SQLITE_STATIC, SQLITE_UTF8);
  return *this;
}

Statement& Statement::bind_blob(int parameter, std::string_view bytes) {
  sqlite3_bind_blob64(statement_.get(), parameter, bytes.data() == nullptr ? "" : bytes.data(), bytes.size(),
                      SQLITE_STATIC);
  return *this;
}

Statement& Statement::bind_null(int parameter) {
  sqlite3_bind_null(statement_.get(), parameter);
  return *this;
}

Result<bool> Statement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  Fault fault = fault_of(sqlite3_db_handle(statement_.get()), code);
  reset();
  return std::unexpected(std::move(fault));
}

Result<void> Statement::run() {
  for (;;) {
    auto more = step();
    if (!more) return std::unexpected(more.error());
    if (*more) continue;
    reset();
    return {};
  }
}

void Statement::reset() {
  sqlite3_reset(statement_.get());
}

std::int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

std::string_view Statement::text(int column) const {
  const void* data = sqlite3_column_text(statement_.get(), column);
  return bytes_of(data, sqlite3_column_bytes(statement_.get(), column));
}

std::string_view Statement::blob(int column) const {
  const void* data = sqlite3_column_blob(statement_.get(), column);
  return bytes_of(data, sqlite3_column_bytes(statement_.get(), column));
}

bool Statement::is_null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

void Database::Close::operator()(sqlite3* connection) const {
  sqlite3_close_v2(connection);
}

// "unix-excl": the lock on the file is the process', whose connections share the write-ahead log's index in
// memory. An empty name and ":memory:" mean something to SQLite, and nothing durable.
Result<Database> Database::connect(const std::string& path, int mode) {
  const std::string plain = path.starts_with('/') ? path : "./" + path;
  sqlite3* connection = nullptr;
  const int flags = mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  int code = sqlite3_open_v2(plain.c_str(), &connection, flags, "unix-excl");
  if (code == SQLITE_OK) code = add_row_checksum(connection);
  Database database;
  database.connection_.reset(connection);
  if (code != SQLITE_OK) return std::unexpected(fault_of(connection, code));
  return database;
}

Result<Database> Database::open(const std::string& path) {
  create_private(path);
  auto database = connect(path, SQLITE_OPEN_READWRITE);
  if (!database) return database;
  // SQLite contents itself with reading when it may not write.
  if (sqlite3_db_readonly(database->connection_.get(), "main") == 1)
    return std::unexpected(Fault{Cause::kForbidden, "the file is read-only"});
  return database;
}

Result<Database> Database::open_for_reading(const std::string& path) {
  auto database = connect(path, SQLITE_OPEN_READONLY);
  if (!database) return database;
  auto configured = database->execute(
      "PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON; PRAGMA query_only=ON; PRAGMA cache_size=-4096");
  return configured ? std::move(database) : std::unexpected(configured.error());
}

Result<void> Database::check_in_place() {
  int has_moved = 0;
  sqlite3_file_control(connection_.get(), "main", SQLITE_FCNTL_HAS_MOVED, &has_moved);
  if (has_moved == 0) return {};
  return std::unexpected(Fault{Cause::kGone, "the file was moved or deleted"});
}

void Database::keep_log_on_close(bool keeps) {
  sqlite3_db_config(connection_.get(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keeps ? 1 : 0, nullptr);
}

Result<void> Database::execute(const std::string& sql) {
  const int code = sqlite3_exec(connection_.get(), sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return std::unexpected(fault_of(connection_.get(), code));
  return {};
}

Result<Statement> Database::prepare(const std::string& sql) {
  sqlite3_stmt* prepared = nullptr;
  const int code = sqlite3_prepare_v3(connection_.get(), sql.c_str(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &prepared, nullptr);
  if (code != SQLITE_OK) return std::unexpected(fault_of(connection_.get(), code));
  Statement statement;
  statement.statement_.reset(prepared);
  return statement;
}

Result<std::string> Database::value_of(const std::string& sql) {
  auto statement = prepare(sql);
  if (!statement) return std::unexpected(statement.error());
  auto row = statement->step();
  if (!row) return std::unexpected(row.error());
  return *row ? std::string(statement->text(0)) : std::string();
}

}  // namespace schemagate::store::sqlite
