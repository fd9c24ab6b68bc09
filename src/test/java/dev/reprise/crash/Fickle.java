package dev.reprise.crash;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolRequest;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A tool that declares itself once, to the catalogue. When the job of a run asks for the
 * declaration again, the tool breaks that job on its own thread, which no job should meet. If there
 * is a secret, the tool reveals it then.
 */
@ApplicationScoped
public class Fickle implements Tool {

  private final AtomicBoolean declared = new AtomicBoolean();

  @Override
  public ToolDeclaration declaration() {
    if (declared.getAndSet(true)) {
      throw new IllegalStateException("told before, and " + System.getenv(Leak.BY_VALUE));
    }
    return ToolDeclaration.named("fickle", EffectClass.READ_ONLY)
        .describedAs("Breaks jobs.")
        .taking(new JsonValue("{\"type\": \"object\"}"))
        .in("test")
        .within(Duration.ofSeconds(5))
        .build();
  }

  @Override
  public ToolOutcome call(ToolRequest request) {
    return new ToolOutcome.Succeeded("never called");
  }
}
