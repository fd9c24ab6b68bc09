package dev.reprise.api.operations;

import dev.reprise.api.identity.Caller;
import dev.reprise.run.queue.FairShareSettings;
import dev.reprise.run.queue.QueueInspector;
import dev.reprise.run.queue.QueueLimit;
import dev.reprise.run.queue.TenantQueueStatus;
import dev.reprise.run.state.RunStatus;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** The queue of runs, as far as it is the caller's tenant's. */
@Path("queue")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class QueueResource {

  @Inject Caller caller;
  @Inject QueueInspector watch;
  @Inject FairShareSettings shares;
  @Inject QueueLimit limit;

  @GET
  @Operation(summary = "Show what the tenant has queued and running, its share and its limits")
  public QueueView get() {
    String tenant = caller.tenant();
    TenantQueueStatus standing = watch.standing(tenant);
    return new QueueView(
        standing.count(RunStatus.QUEUED),
        standing.count(RunStatus.RUNNING),
        standing.count(RunStatus.WAITING),
        standing.oldestDue(),
        shares.weightOf(tenant),
        shares.maxRunning(),
        limit.most(),
        limit.refused(tenant));
  }
}
