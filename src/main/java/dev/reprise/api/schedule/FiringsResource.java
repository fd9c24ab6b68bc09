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

/** What schedules of the caller's tenant did, and what they have before them. */
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
      summary = "List what became of a schedule's due times, newest first",
      description =
          "Each due time is accounted for by one firing: it has a run, waits, or was passed over for"
              + " a reason. Due times that were passed over together stand together.")
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
        .firing(schedule, Cursor.firing(cursor))
        .orElseThrow(
            () ->
                ProblemException.parameter(
                    "cursor", "is behind what is kept of the history; begin at the first page"));
  }

  @GET
  @Path("{id}")
  @Operation(summary = "Show a firing, its run, and why it waits or was passed over")
  public FiringView get(
      @PathParam("name") String name, @PathParam("id") UUID id, @Context UriInfo uri) {
    return views.of(find(find(name), id), uri);
  }

  /** Takes back a firing that has no run on its way, and has the run of another cancelled. */
  @POST
  @Path("{id}:cancel")
  @RolesAllowed("operator")
  @Operation(
      summary = "Cancel a firing, or its run if that is on its way",
      description =
          "One that waits is CANCELLED at once, and so is one between two attempts. The run of one"
              + " that is ACTIVE is cancelled as runs are, and the firing follows within moments.")
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
        "firing %s of schedule %s of %s was cancelled by %s"
            .formatted(id, name, schedule.tenant(), caller.name()));
    return Response.accepted(views.of(find(schedule, id), uri)).build();
  }

  private void cancel(Schedule schedule, UUID id, String reason) {
    Firing firing = find(schedule, id);
    while (firing.status() == FiringStatus.PENDING && !schedules.withdraw(firing)) {
      firing = find(schedule, id); // it began, or ended, in this moment
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

  /** Its run is not there yet, has not begun its next attempt, or has ended. */
  private ProblemException notCancelled(Schedule schedule, UUID id) {
    Firing firing = find(schedule, id);
    return firing.starting()
        ? new ProblemException(
            ProblemType.FIRING_STARTING,
            "Firing %s is just starting; try again in a moment.".formatted(id))
        : ended(firing);
  }

  private static ProblemException ended(Firing firing) {
    return new ProblemException(
        ProblemType.FIRING_ENDED,
        firing.status() == FiringStatus.ACTIVE
            ? "The run of firing %s has ended.".formatted(firing.id())
            : "Firing %s ended before: %s.".formatted(firing.id(), firing.status()));
  }

  private Firing find(Schedule schedule, UUID id) {
    return schedules
        .firing(schedule, id)
        .orElseThrow(
            () -> ProblemException.notFound("There is no firing " + id + " of this schedule."));
  }

  private Schedule find(String name) {
    return schedules.find(caller.tenant(), name).orElseThrow(ProblemException::noSchedule);
  }
}
