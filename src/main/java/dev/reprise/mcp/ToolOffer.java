package dev.reprise.mcp;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.mcp.settings.McpServerSettings;
import dev.reprise.platform.jdbc.DatabaseException;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Offers a server's tools to the catalogue, and quarantines those whose declarations have changed.
 * One thread uses it. It logs a tool that is not offered once, and again after a change.
 */
final class ToolOffer {

  private static final System.Logger LOG = System.getLogger(ToolOffer.class.getName());

  private final McpServerSettings settings;
  private final AcceptedDeclarations known;
  private final McpServer.Offer catalogue;

  private List<LeftOutTool> leftOut = List.of();
  private List<QuarantinedTool> quarantined = List.of();

  ToolOffer(McpServerSettings settings, AcceptedDeclarations known, McpServer.Offer catalogue) {
    this.settings = settings;
    this.known = known;
    this.catalogue = catalogue;
  }

  /**
   * Offers the tools that a server lists, and replaces those of before.
   *
   * @throws IOException if the database fails; the offer stays as it is then
   */
  ToolQuarantine renew(McpToolMapper listed) throws IOException {
    ToolQuarantine tools = judged(listed.tools());
    Map<String, String> withheld = new HashMap<>(listed.reasons());
    tools.quarantined().forEach(tool -> withheld.put(tool.tool(), tool.reason()));
    catalogue.take(tools.admitted(), withheld);
    logQuarantined(tools.quarantined());
    logLeftOut(listed.leftOut());
    return tools;
  }

  private ToolQuarantine judged(List<McpTool> listed) throws IOException {
    try {
      return new ToolQuarantine(settings, known, listed);
    } catch (DatabaseException e) {
      throw new IOException("its tools cannot be compared with the known declarations", e);
    }
  }

  private void logQuarantined(List<QuarantinedTool> now) {
    if (!now.equals(quarantined)) {
      quarantined = now;
      now.forEach(tool -> LOG.log(WARNING, "MCP server {0}: {1}", settings.name(), tool.reason()));
    }
  }

  private void logLeftOut(List<LeftOutTool> now) {
    if (!now.equals(leftOut)) {
      leftOut = now;
      now.forEach(
          tool ->
              LOG.log(
                  WARNING,
                  "MCP server {0}: its tool ''{1}'' is not offered: {2}",
                  settings.name(),
                  tool.tool(),
                  tool.reason()));
    }
  }
}
