package main

import (
	"context"
	"os"
	"path/filepath"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func register(s *server.MCPServer) {
	tool := mcp.NewTool("read_note", mcp.WithDescription("read_note"), mcp.WithString("value", mcp.Required()))
	s.AddTool(tool, handle)
}

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	value, err := request.RequireString("value")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	if !filepath.IsLocal(value) {
		return mcp.NewToolResultError("outside"), nil
	}
	out, err := os.ReadFile(filepath.Join("notes", value))
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(string(out)), nil
}
