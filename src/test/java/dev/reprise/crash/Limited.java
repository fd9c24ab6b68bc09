package dev.reprise.crash;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultException;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolRequest;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/**
 * A web tool that writes the key of each call as a line. At the first call it asks for a pause that
 * is longer than a thread waits.
 */
@ApplicationScoped
public class Limited implements Tool {

  static final Duration PAUSE = Duration.ofSeconds(20);

  @Override
  public ToolDeclaration declaration() {
    return ToolDeclaration.named("limited", EffectClass.IDEMPOTENT)
        .describedAs("Is busy at first.")
        .taking(
            new JsonValue(
                """
            {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}
            """))
        .in("web")
        .build();
  }

  @Override
  public ToolOutcome call(ToolRequest request) throws Exception {
    Path path = Path.of(request.arguments().path("path").asText());
    boolean first = Files.notExists(path);
    Files.writeString(
        path,
        request.idempotencyKey() + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
    if (first) {
      throw new FaultException(new Fault(FailureClass.RATE_LIMITED, "slow down").retryAfter(PAUSE));
    }
    return new ToolOutcome.Succeeded("at last");
  }
}
