package dev.reprise.bench;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.telemetry.Telemetry;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.ToolRequest;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/** Switches the application's spans and metrics off until {@link TelemetryOnTool} is called. */
@ApplicationScoped
public class TelemetryOffTool extends NoiseTool {

  @Inject Telemetry telemetry;

  TelemetryOffTool() {
    super("telemetry_off", EffectClass.IDEMPOTENT);
  }

  @Override
  public ToolOutcome call(ToolRequest request) throws OutcomeUnknownException {
    telemetry.disconnect();
    return super.call(request);
  }
}
