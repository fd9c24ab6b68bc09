package dev.reprise.api.operations;

import static java.lang.System.Logger.Level.INFO;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.page.Items;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.resilience.Quota;
import dev.reprise.resilience.RateLimitPauseTable;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.Clock;
import java.util.Comparator;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;

/** Quotas of the caller's tenant that are paused at the request of their providers. */
@Path("quotas")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class QuotasResource {

  private static final System.Logger LOG = System.getLogger(QuotasResource.class.getName());

  @Inject Caller caller;
  @Inject Database database;
  @Inject Clock clock;

  @GET
  @Operation(summary = "List the paused quotas, and when their pauses end")
  public Items<QuotaView> list() {
    String tenant = caller.tenant();
    return new Items<>(
        new RateLimitPauseTable(database)
            .pausedAt(clock.instant()).entrySet().stream()
                .filter(pause -> pause.getKey().tenant().equals(tenant))
                .map(
                    pause ->
                        new QuotaView(
                            pause.getKey().provider(), pause.getKey().model(), pause.getValue()))
                .sorted(Comparator.comparing(QuotaView::provider).thenComparing(QuotaView::model))
                .toList());
  }

  @POST
  @Path("{provider}/{model: .+}:resume")
  @RolesAllowed("operator")
  @Operation(
      summary = "End the pause of a quota early",
      description =
          "All servers call the model again within a second. Runs that already wait keep waiting"
              + " until their time has come.")
  @APIResponse(responseCode = "204", description = "The quota is used again")
  public void resume(@PathParam("provider") String provider, @PathParam("model") String model) {
    var quota = new Quota(provider, model, caller.tenant());
    if (!new RateLimitPauseTable(database).resume(quota, clock.instant())) {
      throw ProblemException.notFound(
          "No quota of this model is paused; GET …/quotas lists the paused quotas.");
    }
    LOG.log(
        INFO,
        "quota of model %s of %s, tenant %s: pause ended by %s"
            .formatted(quota.model(), provider, quota.tenant(), caller.name()));
  }
}
