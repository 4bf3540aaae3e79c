#include "observe/local/scratch_folder.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "observe/local/keeper.h"
#include "observe/local/pipe_ends.h"

namespace mcpjury {
namespace {

void run(const char* program, char* const* argv) {
  char* environment[] = {nullptr};
  const pid_t child = _Fork();
  if (child == 0) {
    execve(program, argv, environment);
    _exit(127);
  }
  while (child > 0 && waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
}

// Behind a fork: system calls only. Tries again for a while, because what the server wrote may still be
// written to while its keeper ends it.
[[noreturn]] void wait_and_remove(int alive, char* path) {
  setsid();
  prctl(PR_SET_DUMPABLE, 0);
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, nullptr);
  close_others(&alive, 1);
  const int nothing = open("/dev/null", O_RDWR);
  for (int stream = 0; stream < 3 && nothing >= 0; ++stream) dup2(nothing, stream);
  char byte = 0;
  while (read(alive, &byte, 1) < 0 && errno == EINTR) {
  }
  char chmod_name[] = "chmod", recursive[] = "-R", mode[] = "u+rwX", rm_name[] = "rm", force[] = "-rf",
       end[] = "--";
  char* open_up[] = {chmod_name, recursive, mode, end, path, nullptr};
  char* remove[] = {rm_name, force, end, path, nullptr};
  for (int round = 0; round < 50; ++round) {
    run("/bin/rm", remove);
    if (access(path, F_OK) != 0) break;
    run("/bin/chmod", open_up);
    const timespec pause{0, 20'000'000};
    nanosleep(&pause, nullptr);
  }
  _exit(0);
}

}  // namespace

std::string temporary_place() {
  const char* given = std::getenv("TMPDIR");
  struct stat facts {};
  if (given != nullptr && given[0] == '/' && stat(given, &facts) == 0 && S_ISDIR(facts.st_mode)) {
    std::string place = given;
    while (place.size() > 1 && place.back() == '/') place.pop_back();
    return place;
  }
  return "/tmp";
}

Result<std::unique_ptr<ScratchFolder>> ScratchFolder::make() {
  std::unique_ptr<ScratchFolder> folder(new ScratchFolder);
  std::string path = temporary_place() + "/mcpjury-XXXXXX";
  if (mkdtemp(path.data()) == nullptr)
    return Error{ErrorCode::kCannotWrite, "no scratch folder: " + std::string(std::strerror(errno))};
  folder->path_ = path;
  if (Status guarded = folder->guard(); !guarded) {
    rmdir(path.c_str());
    return guarded.error();
  }
  for (const char* part : {"/home", "/tmp", "/package"})
    if (mkdir((path + part).c_str(), 0700) != 0)
      return Error{ErrorCode::kCannotWrite, "no scratch folder: " + std::string(std::strerror(errno))};
  return folder;
}

Status ScratchFolder::guard() {
  std::array<OwnedFd, 2> ends;
  if (!make_pipe(ends)) return Error{ErrorCode::kCannotWrite, "no scratch folder: no pipe"};
  guard_ = fork();
  if (guard_ == 0) wait_and_remove(ends[0].get(), path_.data());
  if (guard_ < 0) return Error{ErrorCode::kCannotWrite, "no scratch folder: no process to guard it"};
  alive_ = std::move(ends[1]);
  return Ok{};
}

ScratchFolder::~ScratchFolder() {
  if (guard_ <= 0) return;
  alive_.reset();
  while (waitpid(guard_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace mcpjury
