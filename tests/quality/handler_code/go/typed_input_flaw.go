package main

import (
	"context"
	"os/exec"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type Input struct {
	Value string `json:"value"`
	Count int    `json:"count"`
}

func add(server *mcp.Server) {
	mcp.AddTool(server, &mcp.Tool{Name: "grep", Description: "grep"}, handle)
}

func handle(ctx context.Context, request *mcp.CallToolRequest, input Input) (*mcp.CallToolResult, any, error) {
	out, err := exec.CommandContext(ctx, "bash", "-c", "grep -r "+input.Value+" .").Output()
	if err != nil {
		return nil, nil, err
	}
	return &mcp.CallToolResult{}, string(out), nil
}
