package dev.reprise.api.operations;

import static java.lang.System.Logger.Level.INFO;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.page.Items;
import dev.reprise.resilience.BreakerKey;
import dev.reprise.resilience.BreakerState;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.Operation;

/**
 * The breakers of providers, which all tenants share, and of the tools and agents of the caller's
 * tenant, which only count its own calls and runs.
 */
@Path("breakers")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class BreakersResource {

  private static final System.Logger LOG = System.getLogger(BreakersResource.class.getName());

  @Inject Caller caller;
  @Inject BreakerOverview breakers;

  @GET
  @Operation(summary = "List the breakers of all providers, and of the tenant's tools and agents")
  public Items<BreakerView> list() {
    return new Items<>(
        breakers.states(caller.tenant()).entrySet().stream()
            .map(entry -> BreakerView.of(entry.getKey(), entry.getValue()))
            .toList());
  }

  @POST
  @Path("{kind}/{name}:reset")
  @RolesAllowed("operator")
  @Operation(
      summary = "Close a breaker, regardless of its failures",
      description =
          "All servers call the provider, or for this tenant the tool, again within a second, and"
              + " count failures from 0. Runs that already wait for a provider keep waiting until"
              + " their time has come.")
  public BreakerView reset(@PathParam("kind") String kind, @PathParam("name") String name) {
    BreakerKey key = find(kind, name);
    var closed = BreakerView.of(key, breakers.reset(key));
    LOG.log(INFO, "breaker of %s: reset by %s".formatted(key, caller.name()));
    return closed;
  }

  private BreakerKey find(String kind, String name) {
    Map<BreakerKey, BreakerState> known = breakers.states(caller.tenant());
    return known.keySet().stream()
        .filter(key -> key.kind().code().equals(kind) && key.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                ProblemException.notFound(
                    "There is no such breaker; GET …/breakers lists them by kind and name."));
  }
}
