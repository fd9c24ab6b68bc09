package dev.reprise.api.maintenance;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.idempotency.CreationId;
import dev.reprise.api.identity.Caller;
import dev.reprise.operations.maintenance.HeldRunCounts;
import dev.reprise.operations.maintenance.Maintenance;
import dev.reprise.operations.maintenance.MaintenanceMode;
import dev.reprise.platform.TenantScope;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;

/** Which servers are kept from working on runs. Tested by {@code MaintenanceIT}. */
@Path("admin/maintenance")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RolesAllowed("admin")
@RequestScoped
public class MaintenanceResource {

  private static final System.Logger LOG = System.getLogger(MaintenanceResource.class.getName());

  @Inject Caller caller;
  @Inject MaintenanceMode maintenance;
  @Inject HeldRunCounts held;
  @Inject CreationId creation;
  @Inject Clock clock;

  @GET
  @RolesAllowed("viewer")
  @Operation(
      summary = "List what is in maintenance, and how many runs each server holds",
      description = "A server in maintenance that holds no runs any more can be stopped.")
  public MaintenanceList list() {
    return MaintenanceList.of(
        maintenance.all(),
        administersServers() ? held.ofAllTenants() : held.of(caller.tenant()),
        held.up(),
        held.known());
  }

  @POST
  @Operation(
      summary = "Put a server into maintenance",
      description =
          "Within a second it is not ready, takes no runs, and starts no batches and no schedules,"
              + " until the maintenance ends; restarts do not end it. The runs that it holds are"
              + " handed over after their current step, at no cost, and other servers continue"
              + " them. It goes on serving the API: what is submitted waits for a server.")
  @APIResponseSchema(value = Maintenance.class, responseCode = "201")
  public Response start(
      @NotNull(message = "The request must have a body.") @Valid MaintenanceRequest request) {
    checkAdministersServers();
    if (!request.server().equals(Maintenance.ALL) && !held.isServer(request.server())) {
      throw ProblemException.invalidValue(
          "server",
          "must be the name of a server, or * for all; these are up: "
              + String.join(", ", held.up()));
    }
    var wanted =
        new Maintenance(
            creation.get(),
            request.server(),
            caller.name(),
            request.reason(),
            clock.instant().truncatedTo(ChronoUnit.MICROS));
    Optional<Maintenance> before = creation.isRepeated() ? find(wanted.id()) : Optional.empty();
    if (before.isEmpty()) {
      maintenance.start(wanted);
      LOG.log(
          WARNING,
          "maintenance %s of server %s: started by %s: %s"
              .formatted(wanted.id(), wanted.server(), wanted.by(), wanted.reason()));
    }
    return Response.status(Response.Status.CREATED).entity(before.orElse(wanted)).build();
  }

  @POST
  @Path("{id}:end")
  @Operation(
      summary = "End a maintenance",
      description = "The server works on runs again within a second, unless another one is left.")
  @APIResponse(responseCode = "204", description = "It has ended")
  public void end(@PathParam("id") UUID id) {
    checkAdministersServers();
    Maintenance ended =
        find(id)
            .orElseThrow(
                () -> ProblemException.notFound("There is no maintenance of this id to end."));
    if (maintenance.end(id)) {
      LOG.log(
          WARNING,
          "maintenance %s of server %s: ended by %s".formatted(id, ended.server(), caller.name()));
    }
  }

  private Optional<Maintenance> find(UUID id) {
    return maintenance.all().stream().filter(it -> it.id().equals(id)).findFirst();
  }

  private void checkAdministersServers() {
    if (!administersServers()) {
      throw new ProblemException(
          ProblemType.FORBIDDEN,
          "Only admins of the tenant 'default' may put servers into maintenance.");
    }
  }

  private boolean administersServers() {
    return caller.tenant().equals(TenantScope.DEFAULT);
  }
}
