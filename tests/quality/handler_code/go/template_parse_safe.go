package main

import (
	"context"
	"strings"
	"text/template"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func register(s *server.MCPServer) {
	tool := mcp.NewTool("render", mcp.WithDescription("render"), mcp.WithString("value", mcp.Required()))
	s.AddTool(tool, handle)
}

func handle(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	value, err := request.RequireString("value")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	parsed, err := template.New("mail").Parse("Dear {{.Name}}, {{.Text}}")
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	parsed.Execute(&text, map[string]string{"Text": value})
	return mcp.NewToolResultText(text.String()), nil
}
