package dev.reprise.console;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolRequest;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;

/** A tool whose result is one line of five million characters. */
@ApplicationScoped
public class LongLineTool implements Tool {

  static final int LENGTH = 5_000_000;

  @Override
  public ToolDeclaration declaration() {
    return ToolDeclaration.named("long_line", EffectClass.READ_ONLY)
        .describedAs("Says five megabytes without a break.")
        .taking(new JsonValue("{\"type\": \"object\"}"))
        .in("test")
        .within(Duration.ofMinutes(1))
        .build();
  }

  @Override
  public ToolOutcome call(ToolRequest request) {
    return new ToolOutcome.Succeeded("x".repeat(LENGTH));
  }
}
