package main

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type Input struct {
	Value string `json:"value"`
	Count int    `json:"count"`
}

func add(server *mcp.Server) {
	mcp.AddTool(server, &mcp.Tool{Name: "count", Description: "count"}, handle)
}

var db *sql.DB

func handle(ctx context.Context, request *mcp.CallToolRequest, input Input) (*mcp.CallToolResult, any, error) {
	query := fmt.Sprintf("SELECT count(*) FROM %s", input.Value)
	row := db.QueryRowContext(ctx, query)
	var n int
	return nil, n, row.Scan(&n)
}
