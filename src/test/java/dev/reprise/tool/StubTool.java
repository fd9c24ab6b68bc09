package dev.reprise.tool;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolOutcome;
import java.time.Duration;

/** A tool that does what a test says. */
public record StubTool(ToolDeclaration declaration, Body body) implements Tool {

  /** What it does. */
  public interface Body {
    ToolOutcome call(ToolRequest request) throws Exception;
  }

  public static StubTool of(EffectClass effect, Duration timeout, Body body) {
    return of("{\"type\": \"object\"}", effect, timeout, body);
  }

  public static StubTool taking(String schema, Body body) {
    return of(schema, EffectClass.READ_ONLY, Duration.ofSeconds(30), body);
  }

  private static StubTool of(String schema, EffectClass effect, Duration timeout, Body body) {
    return new StubTool(
        ToolDeclaration.named("stub", effect)
            .taking(new JsonValue(schema))
            .in("test")
            .within(timeout)
            .build(),
        body);
  }

  @Override
  public ToolOutcome call(ToolRequest request) throws Exception {
    return body.call(request);
  }
}
