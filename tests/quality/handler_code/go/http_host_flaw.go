package main

import (
	"context"
	"io"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func register(s *server.MCPServer) {
	tool := mcp.NewTool("status", mcp.WithDescription("status"), mcp.WithString("value", mcp.Required()))
	s.AddTool(tool, handle)
}

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	value, err := request.RequireString("value")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	response, err := http.Get("http://" + value + "/status")
	if err != nil {
		return nil, err
	}
	out, _ := io.ReadAll(response.Body)
	return mcp.NewToolResultText(string(out)), nil
}
