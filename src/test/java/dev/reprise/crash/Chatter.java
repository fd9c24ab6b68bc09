package dev.reprise.crash;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolRequest;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;

/** A tool that returns half a megabyte and is meant to be called again and again. */
@ApplicationScoped
public class Chatter implements Tool {

  static final int BYTES = 512 * 1024;

  @Override
  public ToolDeclaration declaration() {
    return ToolDeclaration.named("chatter", EffectClass.READ_ONLY)
        .describedAs("Says half a megabyte.")
        .taking(new JsonValue("{\"type\": \"object\"}"))
        .in("test", ToolDeclaration.POLLING)
        .within(Duration.ofMinutes(1))
        .build();
  }

  @Override
  public ToolOutcome call(ToolRequest request) {
    return new ToolOutcome.Succeeded("blah".repeat(BYTES / 4));
  }
}
