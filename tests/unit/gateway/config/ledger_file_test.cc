// The ledger's file as it is on the disk: whether this user can write it, and who else can.
#include "gateway/config/ledger_file.h"

#include <unistd.h>

#include "tests/unit/gateway/config/config_folder.h"

namespace schemagate {
namespace {

using std::filesystem::perms;
using testing::ElementsAre;
using testing::IsEmpty;

// The superuser may write everywhere: a test that he runs goes on as nobody.
class AsNobody {
 public:
  AsNobody() : before_(::geteuid()) {
    if (before_ != 0) return;
    EXPECT_EQ(::seteuid(65'534), 0);
  }
  ~AsNobody() { EXPECT_EQ(::seteuid(before_), 0); }
  AsNobody(const AsNobody&) = delete;
  AsNobody& operator=(const AsNobody&) = delete;

 private:
  uid_t before_;
};

class LedgerFile : public ConfigFolder {
 protected:
  std::vector<ConfigProblem> problems(const std::string& name) const {
    return check_ledger_file({.path = (folder_ / name).string()});
  }
  std::vector<ConfigProblem> problems_of_nobody(const std::string& name) const {
    const AsNobody nobody;
    return problems(name);
  }
  void folder(const std::string& name, unsigned mode) const {
    std::filesystem::create_directory(folder_ / name);
    std::filesystem::permissions(folder_ / name, perms(mode));
  }
  void file(const std::string& name, unsigned mode) const {
    write(name, "");
    std::filesystem::permissions(folder_ / name, perms(mode));
  }
};

TEST_F(LedgerFile, HasToBeWritable) {
  folder("open", 0777);
  folder("shut", 0555);
  file("open/theirs", 0400);
  EXPECT_THAT(problems_of_nobody("open/new"), IsEmpty());
  EXPECT_THAT(problems_of_nobody("shut/new"),
              ElementsAre(IsProblem(true, "ledger", 0, "this user may not write in the folder")));
  EXPECT_THAT(problems_of_nobody("open/theirs"),
              ElementsAre(IsProblem(true, "ledger", 0, "this user may not write it")));
  EXPECT_THAT(problems("none/new"), IsEmpty()) << "load_config() tells of it";
  EXPECT_THAT(check_ledger_file({.path = ""}), IsEmpty()) << "in memory";
}

TEST_F(LedgerFile, IsItsOwnersAloneOrWarnedOf) {
  file("a.ledger", 0600);
  EXPECT_THAT(problems("a.ledger"), IsEmpty());
  file("a.ledger", 0644);
  EXPECT_THAT(problems("a.ledger"),
              ElementsAre(IsProblem(false, "ledger", 0, "others than its owner can read it: chmod 600")));
  file("a.ledger", 0600);
  file("a.ledger-wal", 0620);
  EXPECT_THAT(problems("a.ledger"),
              ElementsAre(IsProblem(false, "ledger", 0, "others than its owner can change it: chmod 600")));
}

}  // namespace
}  // namespace schemagate
