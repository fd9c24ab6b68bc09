package dev.reprise.console;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolRequest;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;

/** A tool whose result has images: at an address, and by a reference of its own. */
@ApplicationScoped
public class PictureTool implements Tool {

  static final String ADDRESS = "https://pictures.example/1.png";
  static final String REFERENCE = "workspace:tide.png";

  @Override
  public ToolDeclaration declaration() {
    return ToolDeclaration.named("pictures", EffectClass.READ_ONLY)
        .describedAs("Shows two pictures.")
        .taking(new JsonValue("{\"type\": \"object\"}"))
        .in("test")
        .within(Duration.ofMinutes(1))
        .build();
  }

  @Override
  public ToolOutcome call(ToolRequest request) {
    return new ToolOutcome.Succeeded(
        "two pictures",
        List.of(new Block.Image(ADDRESS, "image/png"), new Block.Image(REFERENCE, "image/webp")));
  }
}
