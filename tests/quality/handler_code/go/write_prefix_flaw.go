package main

import (
	"context"
	"os"
	"path/filepath"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func register(s *server.MCPServer) {
	tool := mcp.NewTool("save", mcp.WithDescription("save"), mcp.WithString("value", mcp.Required()))
	s.AddTool(tool, handle)
}

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	value, err := request.RequireString("value")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	path := filepath.Join("/srv/data", value)
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		return nil, err
	}
	return mcp.NewToolResultText("saved"), nil
}
