package dev.reprise.bench;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolRequest;
import java.time.Duration;

/** A tool that returns 1 KB at once. */
abstract class NoiseTool implements Tool {

  private final ToolDeclaration declaration;

  NoiseTool(String name, EffectClass effect) {
    declaration =
        ToolDeclaration.named(name, effect)
            .describedAs("Returns 1 KB that does not compress.")
            .taking(new JsonValue("{\"type\": \"object\"}"))
            .in("bench")
            .within(Duration.ofMinutes(1))
            .build();
  }

  @Override
  public ToolDeclaration declaration() {
    return declaration;
  }

  @Override
  public ToolOutcome call(ToolRequest request) throws OutcomeUnknownException {
    return new ToolOutcome.Succeeded(Noise.text(request.idempotencyKey(), 1024));
  }
}
