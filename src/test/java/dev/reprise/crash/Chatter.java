package dev.reprise.crash;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolRequest;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Set;

/** A tool that says half a megabyte, and is made to be called again and again. */
@ApplicationScoped
public class Chatter implements Tool {

  static final int BYTES = 512 * 1024;

  @Override
  public ToolDeclaration declaration() {
    return new ToolDeclaration(
        "chatter",
        "Says half a megabyte.",
        new JsonValue("{\"type\": \"object\"}"),
        EffectClass.READ_ONLY,
        false,
        "test",
        Set.of(ToolDeclaration.POLLING),
        Duration.ofMinutes(1));
  }

  @Override
  public ToolOutcome call(ToolRequest request) {
    return new ToolOutcome.Succeeded("blah".repeat(BYTES / 4));
  }
}
