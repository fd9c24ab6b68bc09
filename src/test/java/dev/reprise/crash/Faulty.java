package dev.reprise.crash;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolRequest;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Set;

/** A tool that leaves its line and then breaks down, unless the gate is open. */
@ApplicationScoped
public class Faulty implements Tool {

  @Override
  public ToolDeclaration declaration() {
    return new ToolDeclaration(
        "faulty",
        "Leaves a line and breaks down.",
        new JsonValue(
            """
            {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}
            """),
        EffectClass.ONCE,
        false,
        "test",
        Set.of(),
        Duration.ofSeconds(30));
  }

  @Override
  public ToolOutcome call(ToolRequest request) throws Exception {
    Path path = Path.of(request.arguments().path("path").asText());
    Files.writeString(path, "called\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    if (!Files.exists(Hold.gate(path))) {
      throw new IllegalStateException("out of order");
    }
    return new ToolOutcome.Succeeded("done");
  }
}
