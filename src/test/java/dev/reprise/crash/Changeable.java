package dev.reprise.crash;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolRequest;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A tool that reads its effect class from a file of the workspace when the server starts. Its
 * declaration can therefore change from one start to the next, as with an upgrade.
 */
@ApplicationScoped
public class Changeable implements Tool {

  /** The file's name. Without the file, the class is READ_ONLY. */
  static final String FILE = "changeable-effect";

  private final EffectClass effect = effect();

  private static EffectClass effect() {
    String workspaces = System.getenv().getOrDefault("REPRISE_WORKSPACES", "");
    Path file = Path.of(workspaces.substring(workspaces.indexOf('=') + 1)).resolve(FILE);
    try {
      return Files.exists(file)
          ? EffectClass.valueOf(Files.readString(file).strip())
          : EffectClass.READ_ONLY;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public ToolDeclaration declaration() {
    return ToolDeclaration.named("changeable", effect)
        .describedAs("Says what it is.")
        .taking(new JsonValue("{\"type\": \"object\", \"additionalProperties\": false}"))
        .in("test")
        .within(Duration.ofSeconds(5))
        .build();
  }

  @Override
  public ToolOutcome call(ToolRequest request) {
    return new ToolOutcome.Succeeded("I am " + effect);
  }
}
