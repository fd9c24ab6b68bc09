package dev.reprise.bench;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.ToolRequest;
import jakarta.enterprise.context.ApplicationScoped;

/** Never knows whether its effect happened. A run that calls it waits for a person's verdict. */
@ApplicationScoped
public class DoubtTool extends NoiseTool {

  DoubtTool() {
    super("doubt", EffectClass.ONCE);
  }

  @Override
  public ToolOutcome call(ToolRequest request) throws OutcomeUnknownException {
    throw new OutcomeUnknownException("doubt", "it never knows");
  }
}
