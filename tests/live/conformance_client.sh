#!/bin/sh
# The command the official conformance suite runs for each scenario; the URL is the last argument.
exec "$MCPJURY_PROGRAM" scan --exit-zero --allow-private --quiet \
  ${MCP_CONFORMANCE_PROTOCOL_VERSION:+--protocol-version "$MCP_CONFORMANCE_PROTOCOL_VERSION"} "$@"
