package dev.reprise.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which generated tools are put away, and why. */
final class CleanupOptions {

  @Option(names = "--role", description = "Only of this role.")
  @Nullable String role;

  @Option(names = "--execute", description = "Changes something; otherwise it is a dry run.")
  boolean execute;

  @Option(
      names = "--reason",
      defaultValue = "not called any more",
      description = "Is kept with each tool; by default ${DEFAULT-VALUE}.")
  String reason = "";

  ObjectNode body() {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("dryRun", !execute).put("reason", reason);
    return role == null ? body : body.put("role", role);
  }
}
