package dev.reprise.api.operations;

import dev.reprise.mcp.McpServerState;
import java.util.List;

/** Where the MCP servers stand of which this server offers tools, in the order of their file. */
public record McpServerList(List<McpServerState> items) {
  public McpServerList {
    items = List.copyOf(items);
  }
}
