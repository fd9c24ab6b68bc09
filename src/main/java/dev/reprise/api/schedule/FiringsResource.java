package dev.reprise.api.schedule;

import static java.lang.System.Logger.Level.INFO;

import dev.reprise.api.audit.PreviewUnless;
import dev.reprise.api.http.ActionRequest;
import dev.reprise.api.http.FieldReader;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.http.RequestTime;
import dev.reprise.api.http.ResourceUris;
import dev.reprise.api.idempotency.CreationId;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.page.Cursor;
import dev.reprise.api.page.Page;
import dev.reprise.api.page.PageQuery;
import dev.reprise.api.submission.SubmissionCheck;
import dev.reprise.api.submission.ToolAccessCheck;
import dev.reprise.journal.ControlEvent;
import dev.reprise.queue.RunQueue;
import dev.reprise.schedule.Firing;
import dev.reprise.schedule.FiringStatus;
import dev.reprise.schedule.Schedule;
import dev.reprise.schedule.Schedules;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
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
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.jspecify.annotations.Nullable;

/**
 * The firings of schedules of the caller's tenant: past and pending ones, and those on request.
 * Tested by {@code FiringsIT}.
 */
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class FiringsResource {

  private static final System.Logger LOG = System.getLogger(FiringsResource.class.getName());
  private static final Duration LONGEST = Duration.ofDays(366);

  @Inject Caller caller;
  @Inject Schedules schedules;
  @Inject RunQueue queue;
  @Inject FiringViewAssembler views;
  @Inject ToolAccessCheck access;
  @Inject SubmissionCheck check;
  @Inject CreationId creation;
  @Inject ScheduleCosts costs;

  @GET
  @Path("schedules/{name}/firings")
  @Operation(
      summary = "List the firings of a schedule, newest first",
      description =
          "Each due time is accounted for by one firing, which has a run, waits, or was skipped for a"
              + " reason. Due times that were skipped together share one firing.")
  public Page<FiringView> list(
      @PathParam("name") String name, @BeanParam PageQuery page, @Context UriInfo uri) {
    int limit = page.limit();
    Schedule schedule = find(name);
    Optional<Firing.Place> after =
        page.cursor().map(Cursor::place).map(it -> new Firing.Place(it.at(), it.id()));
    Page<Firing> shown =
        Page.of(schedules.history(schedule, after, limit + 1), limit, Cursor::after);
    return new Page<>(views.of(shown.items(), uri), shown.nextCursor());
  }

  @GET
  @Path("schedules/{name}/firings/{id}")
  @Operation(summary = "Show a firing, its run, and why it waits or was skipped")
  public FiringView get(
      @PathParam("name") String name, @PathParam("id") UUID id, @Context UriInfo uri) {
    return views.of(find(find(name), id), uri);
  }

  /** Cancels a firing that has no active run, or the run of an active firing. */
  @POST
  @Path("schedules/{name}/firings/{id}:cancel")
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
    cancel(schedule, id, ActionRequest.reasonOf(request).orElse(""));
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

  @POST
  @Path("schedules/{name}:trigger")
  @RolesAllowed("operator")
  @Operation(
      summary = "Fire a schedule now, whether it is paused or not",
      description =
          "The firing starts within moments, or waits for cooldown, overlap and limits; the firing at"
              + " the response's Location says why.")
  @APIResponseSchema(value = FiringView.class, responseCode = "202")
  public Response trigger(@PathParam("name") String name, @Context UriInfo uri) {
    Schedule schedule =
        schedules.find(caller.tenant(), name).orElseThrow(ProblemException::noSchedule);
    access.checkActing(schedule, caller.role());
    check.checkSwitches(schedule.tenant(), schedule.definition().agent());
    Firing requested = schedules.request(schedule, creation.get(), caller.name());
    Firing firing =
        schedules
            .firing(schedule, requested.id())
            .orElseThrow(ProblemException::noSchedule); // the schedule was deleted at the same time
    LOG.log(
        INFO,
        "schedule %s of tenant %s: firing %s requested by %s"
            .formatted(name, schedule.tenant(), firing.id(), caller.name()));
    return Response.accepted(views.of(firing, uri))
        .location(ResourceUris.of(schedule, firing, uri))
        .build();
  }

  /** The due times to backfill. */
  private record Span(Instant from, Instant until) {}

  @POST
  @Path("schedules/{name}:backfill")
  @RolesAllowed("operator")
  @PreviewUnless("dryRun")
  @Operation(
      summary = "Fire a schedule for past due times without a run, or show how many there are",
      description =
          "A dry run unless dryRun is false. Each firing has its own run; the firings start in a row,"
              + " as cooldown, overlap and limits allow. A due time is backfilled once, however often"
              + " it is requested. expectedCost is the average cost of the schedule's newest runs,"
              + " times the number of firings.")
  @APIResponse(
      responseCode = "200",
      description = "The firings that would be created",
      content = @Content(schema = @Schema(implementation = BackfillView.class)))
  @APIResponse(
      responseCode = "202",
      description = "The firings that are created",
      content = @Content(schema = @Schema(implementation = BackfillView.class)))
  public Response backfill(
      @PathParam("name") String name,
      @NotNull(message = "The request must have a body.") BackfillRequest request) {
    Schedule schedule = find(name);
    Span span = span(request);
    var plan = schedules.backfillOf(schedule, span.from(), span.until());
    if (request.isDry()) {
      return Response.ok(BackfillView.planned(plan, costs.of(schedule, plan.dues().size())))
          .build();
    }
    access.checkActing(schedule, caller.role());
    check.checkSwitches(schedule.tenant(), schedule.definition().agent());
    int made = schedules.backfill(schedule, plan, caller.name());
    LOG.log(
        INFO,
        "schedule %s of tenant %s: backfilled %d firings for due times from %s until %s, requested by %s"
            .formatted(name, schedule.tenant(), made, span.from(), span.until(), caller.name()));
    return Response.accepted(BackfillView.applied(plan, made, costs.of(schedule, made))).build();
  }

  private Span span(BackfillRequest request) {
    var values = new FieldReader();
    Optional<Instant> from = time("from", request.from(), values);
    Optional<Instant> until = time("until", request.until(), values);
    values.check(ProblemType.INVALID_VALUE);
    var span = new Span(from.orElseThrow(), until.orElseThrow());
    Instant now = schedules.now();
    if (!span.from().isBefore(span.until())) {
      values.wrong("until", "must be after from");
    } else if (span.until().isAfter(now)) {
      values.wrong("until", "must not be in the future; the time is %s".formatted(now));
    } else if (span.from().isBefore(span.until().minus(LONGEST))) {
      values.wrong("from", "must be at most %d days before until".formatted(LONGEST.toDays()));
    }
    values.check(ProblemType.INVALID_VALUE);
    return span;
  }

  private static Optional<Instant> time(String path, @Nullable String text, FieldReader values) {
    if (text == null) {
      values.wrong(path, RequestTime.RULE);
    }
    return values.instant(path, text);
  }
}
