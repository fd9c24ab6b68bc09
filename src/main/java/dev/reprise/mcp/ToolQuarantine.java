package dev.reprise.mcp;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Divides the tools that a server lists into those that are what they were, and those that are not.
 * What the servers file says of a tool ({@code digest}) decides alone; else a tool that was never
 * seen is taken as it is, since no agent can have meant anything else by its name.
 */
final class ToolQuarantine {

  private final McpServerSettings settings;
  private final KnownTools known;
  private final List<McpTool> admitted = new ArrayList<>();
  private final List<QuarantinedTool> quarantined = new ArrayList<>();
  private final List<RemoteDeclaration> unacknowledged = new ArrayList<>();

  /**
   * Judges all tools of a list.
   *
   * @throws SQLException if the database fails; then nothing is known of any
   */
  ToolQuarantine(McpServerSettings settings, KnownTools known, Collection<McpTool> listed)
      throws SQLException {
    this.settings = settings;
    this.known = known;
    List<RemoteDeclaration> all = known.of(settings.name());
    for (McpTool tool : listed) {
      judge(tool, all);
    }
  }

  List<McpTool> admitted() {
    return List.copyOf(admitted);
  }

  List<QuarantinedTool> quarantined() {
    return List.copyOf(quarantined);
  }

  /**
   * Takes a quarantined declaration for true, for all servers of the database.
   *
   * @param digest of the declaration that a person has looked at
   * @param who that is
   * @return false if there is none such, or the servers file decides about it
   * @throws SQLException if the database fails
   */
  boolean acknowledge(String tool, String digest, String who) throws SQLException {
    Optional<RemoteDeclaration> declared =
        unacknowledged.stream()
            .filter(it -> it.name().equals(tool) && it.digest().equals(digest))
            .findFirst();
    if (declared.isPresent()) {
      known.take(settings.name(), declared.get(), Optional.of(who));
    }
    return declared.isPresent();
  }

  private void judge(McpTool tool, List<RemoteDeclaration> all) throws SQLException {
    Optional<String> pinned = settings.tool(tool.remoteName()).digest();
    if (pinned.isPresent()) {
      judge(tool, pinned.get(), "it is not what the servers file names by its digest");
      return;
    }
    RemoteDeclaration now = tool.remote();
    List<RemoteDeclaration> before =
        all.stream().filter(it -> it.name().equals(now.name())).toList();
    if (before.isEmpty()) {
      known.take(settings.name(), now, Optional.empty());
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
