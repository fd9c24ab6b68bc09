package dev.reprise.api.operations;

import dev.reprise.api.identity.Caller;
import dev.reprise.queue.FairShareSettings;
import dev.reprise.queue.QueueInspector;
import dev.reprise.queue.QueueLimit;
import dev.reprise.queue.TenantQueueStatus;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** The queue of the caller's tenant. */
@Path("queue")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class QueueResource {

  @Inject Caller caller;
  @Inject QueueInspector queue;
  @Inject FairShareSettings shares;
  @Inject QueueLimit limit;

  @GET
  @Operation(
      summary =
          "Show the tenant's queued and running runs, up to 10,000 of each, its share and its limits")
  public QueueView get() {
    String tenant = caller.tenant();
    TenantQueueStatus status = queue.standing(tenant);
    return new QueueView(
        status.queued(),
        status.running(),
        status.waiting(),
        status.oldestDue(),
        shares.weightOf(tenant),
        shares.maxRunning(),
        limit.maxQueued(),
        limit.refused(tenant));
  }
}
