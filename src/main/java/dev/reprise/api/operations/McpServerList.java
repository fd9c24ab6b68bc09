package dev.reprise.api.operations;

import dev.reprise.mcp.ServerState;
import java.util.List;

/** Where the MCP servers stand of which this server offers tools, in the order of their file. */
public record McpServerList(List<ServerState> items) {
  public McpServerList {
    items = List.copyOf(items);
  }
}
