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

/** A tool that writes its line and then fails, unless the gate is open. */
@ApplicationScoped
public class Faulty implements Tool {

  @Override
  public ToolDeclaration declaration() {
    return ToolDeclaration.named("faulty", EffectClass.ONCE)
        .describedAs("Leaves a line and breaks down.")
        .taking(
            new JsonValue(
                """
            {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}
            """))
        .in("test")
        .build();
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
