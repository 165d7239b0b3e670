// Context records: what an agent's context refers to instead of holding it (agent-context draft, sections 5.2
// and 6), until their time, or the run's end, is there.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "gateway/store/deferred.h"
#include "gateway/store/wall_time.h"

namespace schemagate::store {

// Of one record's content.
inline constexpr std::size_t kRecordBytesMax = 1 << 20;

struct ContextRecord {
  std::string id;   // unlike that of any record of any run
  std::string run;  // who has stored it: run_owner()
  std::string content;
  WallTime until;
};

// At most StoreLimits::records_max, and records_bytes_max of content; of both, the runs of one asker get its
// fair share (net::FairShare). A ledger seals each run's records with
// a key of the run's own, which stands in it sealed with the ledger's keys: with that row all that the run
// has stored is gone. Safe from any thread.
class RecordStore {
 public:
  virtual ~RecordStore() = default;

  // In place of the run's earlier one with that id. Durable with Durability::written(). Errors:
  // kInvalidParams for more than kRecordBytesMax and for an id that another run has; kInternal when there is
  // no room, and when the store cannot write or cannot keep up.
  virtual a2a::Result<void> put_record(ContextRecord record, WallTime now) = 0;
  // Gives an empty record its content: once. Errors: as put_record().
  enum class Filled { kFilled, kAlready, kGone };
  virtual a2a::Result<Filled> fill_record(const std::string& id, std::string content, WallTime now) = 0;
  // nullopt: there is none, or not any more. What it shows is durable. Errors: kInternal when it cannot be
  // read.
  virtual Deferred<std::optional<ContextRecord>> record(const std::string& id, WallTime now) const = 0;
  // From now on nobody is shown it.
  virtual void drop_record(const std::string& id) = 0;
  // The same of all that the run has stored; its key goes, too, before any change that is made later.
  virtual void purge_run(const std::string& run) = 0;
};

}  // namespace schemagate::store
