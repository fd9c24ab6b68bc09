package dev.reprise.api.schedule;

import static java.lang.System.Logger.Level.INFO;

import dev.reprise.api.audit.PreviewUnless;
import dev.reprise.api.http.FieldReader;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.http.RequestTime;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.submission.SubmissionCheck;
import dev.reprise.api.submission.ToolAccessCheck;
import dev.reprise.schedule.Schedule;
import dev.reprise.schedule.Schedules;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.jspecify.annotations.Nullable;

/** Fires schedules for due times that have passed, or shows for which. */
@Path("schedules/{name}:backfill")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RolesAllowed("operator")
@RequestScoped
public class BackfillResource {

  private static final System.Logger LOG = System.getLogger(BackfillResource.class.getName());
  private static final Duration LONGEST = Duration.ofDays(366);

  @Inject Caller caller;
  @Inject Schedules schedules;
  @Inject ScheduleCosts costs;
  @Inject ToolAccessCheck access;
  @Inject SubmissionCheck check;

  /** The due times to backfill. */
  private record Span(Instant from, Instant until) {}

  @POST
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
    Schedule schedule =
        schedules.find(caller.tenant(), name).orElseThrow(ProblemException::noSchedule);
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
