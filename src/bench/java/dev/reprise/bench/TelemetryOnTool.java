package dev.reprise.bench;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.platform.MonotonicClock;
import dev.reprise.telemetry.Telemetry;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.ToolRequest;
import io.opentelemetry.api.OpenTelemetry;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;

/** Switches the application's spans and metrics on, in a server that has telemetry. */
@ApplicationScoped
public class TelemetryOnTool extends NoiseTool {

  @Inject Instance<OpenTelemetry> openTelemetry; // not there in other servers
  @Inject MonotonicClock clock;
  @Inject Telemetry telemetry;

  TelemetryOnTool() {
    super("telemetry_on", EffectClass.IDEMPOTENT);
  }

  @Override
  public ToolOutcome call(ToolRequest request) throws OutcomeUnknownException {
    telemetry.connect(openTelemetry.get(), clock);
    return super.call(request);
  }
}
