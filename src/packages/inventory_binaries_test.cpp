#include <gtest/gtest.h>

#include "packages/inventory_test_help.h"

namespace mcpjury {
namespace {

using namespace test;

TEST(Binaries, OfADockerfile) {
  const auto read = must_read("docker/Dockerfile", R"(# TRIVY_VERSION=9.9.9
FROM --platform=linux/amd64 node:20.1-slim@sha256:abcd AS build
FROM build
FROM $BASE
ARG TRIVY_VERSION=v0.69.4
ENV KUBE_CTL_VERSION "1.30.1"
ENV OTHER_VERSION=${X} NODE_VERSION=22
RUN curl -L https://github.com/acme/tool/releases/download/cli-v1.2.3/tool.tgz | tar xz \
  && npm install -g @scope/name@1.4.0 left-pad && pip install "foo[bar]==2.0.1" && go install a.example/b/cmd@v1.0.0
)");
  EXPECT_EQ(read.kind, "dockerfile");
  EXPECT_EQ(row(read, "node").ecosystem, "docker");
  EXPECT_EQ(row(read, "node").version, "20.1-slim");
  EXPECT_EQ(row(read, "trivy").ecosystem, "binary");
  EXPECT_EQ(row(read, "trivy").version, "v0.69.4");
  EXPECT_EQ(row(read, "trivy").line, 5u);
  EXPECT_EQ(row(read, "kube-ctl").version, "1.30.1");
  EXPECT_EQ(row(read, "tool").version, "v1.2.3");
  EXPECT_EQ(row(read, "tool").resolved, "https://github.com/acme/tool");
  EXPECT_EQ(row(read, "@scope/name").version, "1.4.0");
  EXPECT_EQ(row(read, "foo").ecosystem, "PyPI");
  EXPECT_EQ(row(read, "a.example/b/cmd").ecosystem, "Go");
  EXPECT_FALSE(has(read, "build"));
  EXPECT_FALSE(has(read, "other"));
  EXPECT_FALSE(has(read, "left-pad"));
}

TEST(Binaries, OfScriptsAndSteps) {
  const auto script =
      must_read("scripts/install.sh", "TRIVY_VERSION=\"${TRIVY_VERSION:-0.69.4}\"\nGO_VERSION 1.2\n");
  EXPECT_EQ(row(script, "trivy").version, "0.69.4");
  EXPECT_FALSE(has(script, "go"));
  const auto steps = must_read(".github/workflows/a.yml", R"(jobs:
  a:
    steps:
      - uses: aquasecurity/setup-trivy@v0.2.0
        with:
          version: v0.69.4
      - uses: actions/setup-node@v4
        with:
          version: 20.x
      - run: |
          echo hi
          curl -sSfL https://github.com/acme/grype/releases/download/v0.80.0/g.tgz -o g.tgz
)");
  EXPECT_EQ(row(steps, "trivy").version, "v0.69.4");
  EXPECT_EQ(row(steps, "grype").version, "v0.80.0");
  EXPECT_FALSE(has(steps, "node"));
  EXPECT_FALSE(is_inventory_file("scripts/run.sh"));
}

}  // namespace
}  // namespace mcpjury
