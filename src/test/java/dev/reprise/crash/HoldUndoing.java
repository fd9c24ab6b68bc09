package dev.reprise.crash;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.UndoRequest;
import dev.reprise.tool.UndoableTool;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Does nothing when called. Its undo writes a line and hangs, unless the gate is open. */
@ApplicationScoped
public class HoldUndoing extends Hold implements UndoableTool {

  HoldUndoing() {
    super("hold_undoing", EffectClass.IDEMPOTENT);
  }

  @Override
  public ToolOutcome call(ToolRequest request) {
    return new ToolOutcome.Succeeded("nothing to release");
  }

  @Override
  public ToolOutcome undo(UndoRequest request) throws Exception {
    Path path = Path.of(request.arguments().path("path").asText());
    Files.writeString(path, "held\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    if (!Files.exists(gate(path))) {
      hold(path);
    }
    return new ToolOutcome.Succeeded("released");
  }
}
