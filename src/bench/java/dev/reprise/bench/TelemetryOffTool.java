package dev.reprise.bench;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.telemetry.Telemetry;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.ToolRequest;
import jakarta.enterprise.context.ApplicationScoped;

/** Switches the application's spans and metrics off until {@link TelemetryOnTool} is called. */
@ApplicationScoped
public class TelemetryOffTool extends NoiseTool {

  TelemetryOffTool() {
    super("telemetry_off", EffectClass.IDEMPOTENT);
  }

  @Override
  public ToolOutcome call(ToolRequest request) throws OutcomeUnknownException {
    Telemetry.disconnect();
    return super.call(request);
  }
}
