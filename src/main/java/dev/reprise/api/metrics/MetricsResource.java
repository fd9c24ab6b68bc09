package dev.reprise.api.metrics;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.identity.Caller;
import dev.reprise.platform.TenantScope;
import dev.reprise.telemetry.MetricsPage;
import dev.reprise.telemetry.Telemetry;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;

/** The metrics of the answering server, for Prometheus. */
@Path("metrics")
@RolesAllowed("auditor")
@RequestScoped
public class MetricsResource {

  static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";

  @Inject Caller caller;
  @Inject Config config;
  @Inject Telemetry telemetry;
  @Inject MetricsPage page;

  @GET
  @Produces(TEXT)
  @Operation(
      summary = "Get the metrics of the answering server",
      description =
          "In the text format of Prometheus. On a server with several tenants, only for the tenant"
              + " 'default', because metrics name things of all tenants. There is none on a server"
              + " that sends its metrics, or measures nothing.")
  @APIResponse(
      responseCode = "200",
      description = "The metrics as of now",
      content = @Content(mediaType = TEXT, schema = @Schema(implementation = String.class)))
  public String page() {
    boolean isOfAll = TenantScope.ofUnnamed(config).equals(TenantScope.ALL);
    if (!isOfAll && !caller.tenant().equals(TenantScope.DEFAULT)) {
      throw new ProblemException(
          ProblemType.FORBIDDEN,
          "This server has several tenants, and metrics name things of all of them: only users of the tenant '%s' may read them."
              .formatted(TenantScope.DEFAULT));
    }
    return page.text()
        .orElseThrow(
            () ->
                ProblemException.notFound(
                    telemetry.isOn()
                        ? "This server sends its metrics; REPRISE_TELEMETRY=page or OTEL_METRICS_EXPORTER=none in its environment makes a page of them instead."
                        : "Telemetry is switched off on this server; REPRISE_TELEMETRY=page or otlp in its environment switches it on."));
  }
}
