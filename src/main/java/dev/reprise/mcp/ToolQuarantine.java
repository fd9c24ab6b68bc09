package dev.reprise.mcp;

import dev.reprise.mcp.settings.McpServerSettings;
import dev.reprise.platform.jdbc.DatabaseException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Divides the tools that a server lists into those whose declarations are known, and those whose
 * declarations have changed. A {@code digest} in the servers file decides alone. Without one, the
 * first declaration of a tool is accepted, since no agent can have meant another by its name.
 * Tested by {@code QuarantinedToolTest}.
 */
final class ToolQuarantine {

  private final McpServerSettings settings;
  private final AcceptedDeclarations known;
  private final List<McpTool> admitted = new ArrayList<>();
  private final List<QuarantinedTool> quarantined = new ArrayList<>();
  private final List<RemoteDeclaration> unacknowledged = new ArrayList<>();
  private final List<AcknowledgedTool> acknowledged;

  /**
   * Judges all tools of a list.
   *
   * @throws DatabaseException if the database fails
   */
  ToolQuarantine(
      McpServerSettings settings, AcceptedDeclarations known, Collection<McpTool> listed) {
    this.settings = settings;
    this.known = known;
    List<RemoteDeclaration> all = known.of(settings.name());
    for (McpTool tool : listed) {
      judge(tool, all);
    }
    this.acknowledged = known.acknowledged(settings.name());
  }

  List<McpTool> admitted() {
    return List.copyOf(admitted);
  }

  List<QuarantinedTool> quarantined() {
    return List.copyOf(quarantined);
  }

  List<AcknowledgedTool> acknowledged() {
    return acknowledged;
  }

  /**
   * Accepts a quarantined declaration, for all servers of the database.
   *
   * @param digest the digest of the declaration that a person has checked
   * @param who that person
   * @return false if no such declaration is quarantined, or the servers file decides about the tool
   * @throws DatabaseException if the database fails
   */
  boolean acknowledge(String tool, String digest, String who) {
    Optional<RemoteDeclaration> declared =
        unacknowledged.stream()
            .filter(it -> it.name().equals(tool) && it.digest().equals(digest))
            .findFirst();
    if (declared.isPresent()) {
      known.accept(settings.name(), declared.get(), Optional.of(who));
    }
    return declared.isPresent();
  }

  private void judge(McpTool tool, List<RemoteDeclaration> all) {
    Optional<String> pinned = settings.tool(tool.remoteName()).digest();
    if (pinned.isPresent()) {
      judge(tool, pinned.get(), "its digest is not the one in the servers file");
      return;
    }
    RemoteDeclaration now = tool.remote();
    List<RemoteDeclaration> before =
        all.stream().filter(it -> it.name().equals(now.name())).toList();
    if (before.isEmpty()) {
      known.accept(settings.name(), now, Optional.empty());
      admitted.add(tool);
      return;
    }
    String accepted =
        before.stream()
            .map(RemoteDeclaration::digest)
            .filter(now.digest()::equals)
            .findFirst()
            .orElse(before.getFirst().digest());
    judge(tool, accepted, now.changeFrom(before.getFirst()));
    if (!now.digest().equals(accepted)) {
      unacknowledged.add(now);
    }
  }

  private void judge(McpTool tool, String accepted, String change) {
    if (tool.remote().digest().equals(accepted)) {
      admitted.add(tool);
      return;
    }
    quarantined.add(
        new QuarantinedTool(
            tool.remote().name(),
            tool.remote().digest(),
            accepted,
            change,
            tool.declaration().description()));
  }
}
