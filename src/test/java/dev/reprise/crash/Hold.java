package dev.reprise.crash;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/**
 * A tool that writes its line and then hangs, unless the gate is open. When the server dies, the
 * call is in flight and its effect is done.
 */
public abstract class Hold implements Tool {

  private final ToolDeclaration declaration;

  Hold(String name, EffectClass effect) {
    declaration =
        ToolDeclaration.named(name, effect)
            .describedAs("Leaves a line and hangs.")
            .taking(
                new JsonValue(
                    """
                {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}
                """))
            .in("test")
            .within(Duration.ofMinutes(5))
            .build();
  }

  /** Returns the gate: while this file exists, calls with this path end at once. */
  static Path gate(Path path) {
    return path.resolveSibling(path.getFileName() + ".gate");
  }

  @Override
  public ToolDeclaration declaration() {
    return declaration;
  }

  @Override
  public ToolOutcome call(ToolRequest request) throws Exception {
    Path path = Path.of(request.arguments().path("path").asText());
    Files.writeString(path, "held\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    if (!Files.exists(gate(path))) {
      hold(path);
    }
    return new ToolOutcome.Succeeded("released");
  }

  /** Hangs forever. */
  void hold(Path path) throws Exception {
    new CountDownLatch(1).await();
  }
}
