#include "observe/config/command_package.h"

#include <gtest/gtest.h>

#include "observe/config/command_words.h"

namespace mcpjury {
namespace {

// "ecosystem name version range pinned" of a command line.
std::string of(const std::string& line) {
  std::vector<std::string> words = split_words(line);
  const std::string command = words.front();
  words.erase(words.begin());
  const CommandPackage package = command_package(command, words);
  std::string out =
      package.ecosystem + " " + package.name + " " + package.version + " " + package.range + " ";
  out += package.pinned ? "pinned" : package.fetched ? "open" : "here";
  if (!package.remote.empty()) out += " -> " + package.remote;
  if (!package.address.empty()) out += " from " + package.address;
  return out;
}

TEST(CommandPackage, Npm) {
  EXPECT_EQ(of("npx some-mcp"), "npm some-mcp   open");
  EXPECT_EQ(of("npx -y some-mcp@latest"), "npm some-mcp  latest open");
  EXPECT_EQ(of("npx --yes @acme/mcp@1.2.3 --root /x"), "npm @acme/mcp 1.2.3  pinned");
  EXPECT_EQ(of("npx -y @acme/mcp@1"), "npm @acme/mcp  1 open");
  EXPECT_EQ(of("npx -p @acme/mcp@2.0.0-rc.1 acme-mcp"), "npm @acme/mcp 2.0.0-rc.1  pinned");
  EXPECT_EQ(of("npx --package=a-mcp@1.0.0 -- prog"), "npm a-mcp 1.0.0  pinned");
  EXPECT_EQ(of("npx --registry https://r.example a-mcp"), "npm a-mcp   open");
  EXPECT_EQ(of("npm exec -- a-mcp@1.0.0"), "npm a-mcp 1.0.0  pinned");
  EXPECT_EQ(of("bunx a-mcp@1.0.0"), "npm a-mcp 1.0.0  pinned");
  EXPECT_EQ(of("bun x a-mcp"), "npm a-mcp   open");
  EXPECT_EQ(of("pnpm dlx a-mcp@^1"), "npm a-mcp  ^1 open");
  EXPECT_EQ(of("yarn dlx a-mcp@1.0.0"), "npm a-mcp 1.0.0  pinned");
  EXPECT_EQ(of("C:\\nodejs\\NPX.CMD -y a-mcp@1.0.0"), "npm a-mcp 1.0.0  pinned");
  EXPECT_EQ(of("npx ./local"), "    here");
  EXPECT_EQ(of("npx github:acme/mcp"), "    open from github:acme/mcp");
  EXPECT_EQ(of("npx acme/mcp"), "    open from github:acme/mcp");
  EXPECT_EQ(of("npx git+https://h.example/r.git#0123456789abcdef0123456789abcdef01234567"),
            "    pinned from git+https://h.example/r.git#0123456789abcdef0123456789abcdef01234567");
  EXPECT_EQ(of("npx -y mcp-remote@0.1.16 https://h.example/mcp --header x"),
            "npm mcp-remote 0.1.16  pinned -> https://h.example/mcp");
}

TEST(CommandPackage, Python) {
  EXPECT_EQ(of("uvx mcp-server-git"), "PyPI mcp-server-git   open");
  EXPECT_EQ(of("uvx mcp-server-git==1.0.0"), "PyPI mcp-server-git 1.0.0  pinned");
  EXPECT_EQ(of("uvx mcp-server-git@1.0.0"), "PyPI mcp-server-git 1.0.0  pinned");
  EXPECT_EQ(of("uvx mcp-server-git@latest"), "PyPI mcp-server-git  latest open");
  EXPECT_EQ(of("uvx --from mcp-x[cli]==2.0 mcp-x-server"), "PyPI mcp-x 2.0  pinned");
  EXPECT_EQ(of("uvx --python 3.12 --with httpx --from 'mcp-x>=1' prog"), "PyPI mcp-x  >=1 open");
  EXPECT_EQ(of("uv tool run mcp-x"), "PyPI mcp-x   open");
  EXPECT_EQ(of("uv run --directory /srv/x server.py"), "    here");
  EXPECT_EQ(of("pipx run --spec mcp-x==1.0 prog"), "PyPI mcp-x 1.0  pinned");
  EXPECT_EQ(of("pipx run mcp-x"), "PyPI mcp-x   open");
  EXPECT_EQ(of("uvx --from git+https://h.example/r.git prog"), "    open from git+https://h.example/r.git");
  EXPECT_EQ(of("python3 -m mcp_server_time"), " mcp_server_time   here");
  EXPECT_EQ(of("python server.py"), "    here");
}

TEST(CommandPackage, Containers) {
  EXPECT_EQ(of("docker run -i --rm acme/mcp"), "docker acme/mcp   open");
  EXPECT_EQ(of("docker run -i --rm -e TOKEN -e A=b --name x --mount type=bind,src=/a,dst=/b "
               "ghcr.io/acme/mcp:1.2 stdio"),
            "docker ghcr.io/acme/mcp  1.2 open");
  EXPECT_EQ(of("docker run -eTOKEN=x -it -p8080:80 localhost:5000/mcp"), "docker localhost:5000/mcp   open");
  EXPECT_EQ(of("podman run --network none -v /a:/b:ro acme/mcp@sha256:" + std::string(64, 'a')),
            "docker acme/mcp   pinned");
  EXPECT_EQ(of("docker --context far container run --privileged acme/mcp:latest"),
            "docker acme/mcp  latest open");
  // An option nobody knows may take the image for its value.
  EXPECT_EQ(of("docker run --novel acme/mcp other"), "    here");
  EXPECT_EQ(of("docker mcp gateway run"), "    here");
}

TEST(CommandPackage, Others) {
  EXPECT_EQ(of("dnx Acme.Mcp@1.0.0 --yes"), "NuGet Acme.Mcp 1.0.0  pinned");
  EXPECT_EQ(of("dnx Acme.Mcp --version 1.0.0 --yes"), "NuGet Acme.Mcp 1.0.0  pinned");
  EXPECT_EQ(of("deno run -A npm:acme-mcp@1.0.0"), "npm acme-mcp 1.0.0  pinned");
  EXPECT_EQ(of("deno run --allow-net https://h.example/s.ts"), "    open from https://h.example/s.ts");
  EXPECT_EQ(of("go run example.com/mcp@v1.2.3"), "Go example.com/mcp 1.2.3  pinned");
  EXPECT_EQ(of("node /srv/x/dist/index.js"), "    here");
  EXPECT_EQ(of("/usr/local/bin/acme-mcp --stdio"), "    here");
  EXPECT_EQ(command_package("", {}).form, "");
}

TEST(CommandPackage, Wrappers) {
  EXPECT_EQ(of("cmd /c npx -y a-mcp@1.0.0"), "npm a-mcp 1.0.0  pinned");
  EXPECT_EQ(of("cmd.exe /d /s /c 'npx -y a-mcp'"), "npm a-mcp   open");
  EXPECT_EQ(of("bash -c 'npx -y a-mcp@1.0.0'"), "npm a-mcp 1.0.0  pinned");
  EXPECT_EQ(of("/bin/zsh -lc 'source ~/.nvm/nvm.sh && A=b exec npx a-mcp'"), "npm a-mcp   open");
  EXPECT_EQ(of("env -i A=b -u C npx a-mcp"), "npm a-mcp   open");
  EXPECT_EQ(of("env -S 'A=b npx a-mcp'"), "npm a-mcp   open");
  EXPECT_EQ(of("sudo -u u timeout 10 npx a-mcp"), "npm a-mcp   open");
  EXPECT_EQ(of("op run --env-file=.env -- uvx a-mcp"), "PyPI a-mcp   open");
  EXPECT_EQ(of("powershell -NoProfile -Command npx a-mcp"), "npm a-mcp   open");
  EXPECT_EQ(of("wsl -e npx a-mcp"), "npm a-mcp   open");
  // Wrappers without end, words without end.
  std::string deep = "npx a-mcp";
  for (int i = 0; i < 100; ++i) deep = "env " + deep;
  EXPECT_EQ(of(deep), "    here");
  EXPECT_EQ(command_package("env", std::vector<std::string>(5000, "-S")).name, "");
}

}  // namespace
}  // namespace mcpjury
