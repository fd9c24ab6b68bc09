package dev.reprise.execution.tool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.artifact.program.WriteRequest;
import dev.reprise.definition.AgentReader;
import dev.reprise.definition.AgentVersion;
import dev.reprise.definition.AgentVersions;
import dev.reprise.platform.Json;
import dev.reprise.queue.row.Run;
import dev.reprise.tool.ToolException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Set;

/**
 * The agents that are part of the product. They do what tools need, with the models of the agent
 * that calls the tool.
 */
@ApplicationScoped
class BuiltInAgents {

  private static final Set<String> NAMES = Set.of(WriteRequest.AGENT);

  private final AgentVersions versions;
  private final AgentReader reader;

  @Inject
  BuiltInAgents(AgentVersions versions, AgentReader reader) {
    this.versions = versions;
    this.reader = reader;
  }

  /**
   * Returns the agent of this name for a run that needs it.
   *
   * @throws ToolException if there is none
   */
  AgentVersion find(String name, Run parent) throws ToolException {
    if (!NAMES.contains(name)) {
      throw new ToolException(
          "unknown_agent", "no agent '%s' is part of this server".formatted(name));
    }
    var document = (ObjectNode) Json.read(resource(name));
    String caller = versions.document(parent.tenant(), parent.agentVersion());
    document.set("model", Json.read(caller).path("model"));
    return reader.read(Json.write(document));
  }

  private static String resource(String name) {
    String path = "/META-INF/agents/%s.json".formatted(name);
    try (InputStream in = BuiltInAgents.class.getResourceAsStream(path)) {
      byte[] bytes = Objects.requireNonNull(in, path).readAllBytes();
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
