package dev.reprise.api.schedule;

import static java.lang.System.Logger.Level.INFO;

import dev.reprise.api.http.ActionRequest;
import dev.reprise.api.http.Cursor;
import dev.reprise.api.http.Page;
import dev.reprise.api.http.PageQuery;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.identity.Caller;
import dev.reprise.journal.ControlEvent;
import dev.reprise.run.queue.RunQueue;
import dev.reprise.schedule.Firing;
import dev.reprise.schedule.FiringStatus;
import dev.reprise.schedule.Schedule;
import dev.reprise.schedule.Schedules;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.jspecify.annotations.Nullable;

/** The past and pending firings of schedules of the caller's tenant. */
@Path("schedules/{name}/firings")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class FiringsResource {

  private static final System.Logger LOG = System.getLogger(FiringsResource.class.getName());

  @Inject Caller caller;
  @Inject Schedules schedules;
  @Inject RunQueue queue;
  @Inject FiringViewAssembler views;

  /**
   * A page of a schedule's firings, newest first.
   *
   * @param nextCursor requests the next page; absent on the last one
   */
  public record FiringPage(List<FiringView> items, Optional<String> nextCursor) {
    public FiringPage {
      items = List.copyOf(items);
    }
  }

  @GET
  @Operation(
      summary = "List the firings of a schedule, newest first",
      description =
          "Each due time is accounted for by one firing, which has a run, waits, or was skipped for a"
              + " reason. Due times that were skipped together share one firing.")
  @APIResponseSchema(FiringPage.class)
  public Response list(
      @PathParam("name") String name, @BeanParam PageQuery page, @Context UriInfo uri) {
    int limit = page.limit();
    Schedule schedule = find(name);
    Optional<Firing> after = page.cursor().map(it -> place(schedule, it));
    Page<Firing> shown =
        Page.of(schedules.history(schedule, after, limit + 1), limit, Cursor::after);
    return shown.response(new FiringPage(views.of(shown.entries(), uri), shown.nextCursor()), uri);
  }

  private Firing place(Schedule schedule, String cursor) {
    return schedules
        .firing(schedule, Cursor.id(cursor))
        .orElseThrow(
            () ->
                ProblemException.parameter(
                    "cursor",
                    "must name a firing that is still in the history; begin at the first page"));
  }

  @GET
  @Path("{id}")
  @Operation(summary = "Show a firing, its run, and why it waits or was skipped")
  public FiringView get(
      @PathParam("name") String name, @PathParam("id") UUID id, @Context UriInfo uri) {
    return views.of(find(find(name), id), uri);
  }

  /** Cancels a firing that has no active run, or the run of an active firing. */
  @POST
  @Path("{id}:cancel")
  @RolesAllowed("operator")
  @Operation(
      summary = "Cancel a firing, or its run if it is active",
      description =
          "A firing that waits, or is between two attempts, is CANCELLED at once. The run of an ACTIVE"
              + " firing is cancelled like any run, and the firing follows within moments.")
  @APIResponseSchema(value = FiringView.class, responseCode = "202")
  public Response cancel(
      @PathParam("name") String name,
      @PathParam("id") UUID id,
      @Valid @Nullable ActionRequest request,
      @Context UriInfo uri) {
    Schedule schedule = find(name);
    String reason = request == null ? null : request.reason();
    cancel(schedule, id, Optional.ofNullable(reason).orElse(""));
    LOG.log(
        INFO,
        "firing %s of schedule %s of tenant %s: cancelled by %s"
            .formatted(id, name, schedule.tenant(), caller.name()));
    return Response.accepted(views.of(find(schedule, id), uri)).build();
  }

  private void cancel(Schedule schedule, UUID id, String reason) {
    Firing firing = find(schedule, id);
    while (firing.status() == FiringStatus.PENDING && !schedules.withdraw(firing)) {
      firing = find(schedule, id); // it began or ended at the same time
    }
    switch (firing.status()) {
      case PENDING -> {}
      case ACTIVE -> {
        if (!queue.cancel(id, new ControlEvent.Cancelled(caller.name(), reason))) {
          throw notCancelled(schedule, id);
        }
      }
      case COMPLETED, FAILED, CANCELLED, SKIPPED -> throw ended(firing);
    }
  }

  /** The run does not exist yet, has not begun its next attempt, or has ended. */
  private ProblemException notCancelled(Schedule schedule, UUID id) {
    Firing firing = find(schedule, id);
    return firing.starting()
        ? new ProblemException(
            ProblemType.FIRING_STARTING,
            "Firing %s is starting; try again in a moment.".formatted(id))
        : ended(firing);
  }

  private static ProblemException ended(Firing firing) {
    return new ProblemException(
        ProblemType.FIRING_ENDED,
        firing.status() == FiringStatus.ACTIVE
            ? "The run of firing %s has ended.".formatted(firing.id())
            : "Firing %s has ended as %s.".formatted(firing.id(), firing.status()));
  }

  private Firing find(Schedule schedule, UUID id) {
    return schedules
        .firing(schedule, id)
        .orElseThrow(() -> ProblemException.notFound("This schedule has no firing " + id + "."));
  }

  private Schedule find(String name) {
    return schedules.find(caller.tenant(), name).orElseThrow(ProblemException::noSchedule);
  }
}
