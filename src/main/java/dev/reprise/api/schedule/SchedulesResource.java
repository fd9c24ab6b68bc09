package dev.reprise.api.schedule;

import static java.lang.System.Logger.Level.INFO;

import dev.reprise.api.audit.NotAudited;
import dev.reprise.api.http.IfMatch;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.http.QueryParameters;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.page.Cursor;
import dev.reprise.api.page.Page;
import dev.reprise.api.page.PageQuery;
import dev.reprise.api.submission.ToolAccessCheck;
import dev.reprise.schedule.Schedule;
import dev.reprise.schedule.ScheduleDefinition;
import dev.reprise.schedule.ScheduleStatus;
import dev.reprise.schedule.Schedules;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.jspecify.annotations.Nullable;

/**
 * Schedules of the caller's tenant: create, show, change, pause and delete them. Tested by {@code
 * SchedulesIT}.
 */
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class SchedulesResource {

  private static final System.Logger LOG = System.getLogger(SchedulesResource.class.getName());

  private static final int DEFAULT_TIMES = 10;
  private static final int MAX_TIMES = 100;

  @Inject Caller caller;
  @Inject Schedules schedules;
  @Inject ScheduleValidator check;
  @Inject ToolAccessCheck access;
  @Inject ScheduleResponses responses;

  @GET
  @Path("schedules")
  @Operation(summary = "List schedules, by name")
  public Page<ScheduleView> list(@BeanParam PageQuery page) {
    int limit = page.limit();
    String after = page.cursor().map(it -> Cursor.name(it, ScheduleRequest.NAME)).orElse("");
    Instant now = schedules.now();
    return Page.of(schedules.list(caller.tenant(), after, limit + 1), limit, Cursor::after)
        .map(it -> ScheduleView.of(it, Optional.empty(), now));
  }

  @POST
  @Path("schedules")
  @RolesAllowed("operator")
  @Operation(
      summary = "Create a schedule; it is active at once, unless it is created paused",
      description = "POST …/schedules:preview checks the same request and creates nothing.")
  @APIResponseSchema(value = ScheduleView.class, responseCode = "201")
  public Response create(
      @NotNull(message = "The request must have a body.") ScheduleRequest request,
      @Context UriInfo uri) {
    ScheduleDefinition definition = check.definition(request, Optional.empty(), schedules.now());
    ScheduleStatus status =
        Boolean.TRUE.equals(request.paused()) ? ScheduleStatus.PAUSED : ScheduleStatus.ACTIVE;
    Schedule schedule =
        schedules
            .create(caller.tenant(), definition, status, caller.name(), caller.role())
            .orElseThrow(
                () ->
                    new ProblemException(
                        ProblemType.SCHEDULE_EXISTS,
                        "Schedule '%s' exists already; use PUT to change it."
                            .formatted(definition.name())));
    log("created", schedule);
    return responses.created(schedule, uri);
  }

  @GET
  @Path("schedules/{name}")
  @Operation(summary = "Show a schedule, its next due times, and what it waits for")
  @APIResponseSchema(ScheduleView.class)
  public Response get(@PathParam("name") String name, @Context UriInfo uri) {
    return responses.ok(find(name), uri);
  }

  /** Firings that are active, or wait to start, are not changed. */
  @PUT
  @Path("schedules/{name}")
  @RolesAllowed("operator")
  @Operation(
      summary = "Replace the definition of a schedule",
      description =
          "The new due times apply from now on. A paused schedule stays paused, and one that has"
              + " ended becomes active again. With If-Match, the ETag of an earlier response, the"
              + " schedule is changed only if it has not been changed since.")
  @APIResponseSchema(ScheduleView.class)
  public Response replace(
      @PathParam("name") String name,
      @NotNull(message = "The request must have a body.") ScheduleRequest request,
      @BeanParam IfMatch condition,
      @Context UriInfo uri) {
    Schedule read = find(name);
    ScheduleDefinition definition =
        check.definition(request, Optional.of(read.definition()), schedules.now());
    Schedule changed =
        retried(
            read,
            schedule -> {
              seen(schedule, condition);
              if (schedule.revision() != read.revision()) {
                throw new ProblemException(
                    ProblemType.SCHEDULE_CHANGED,
                    "Another request changed schedule '%s' at the same time; read it again."
                        .formatted(name));
              }
              return schedules.change(schedule, definition, caller.name(), caller.role());
            });
    log("changed", changed);
    return responses.ok(changed, uri);
  }

  @DELETE
  @Path("schedules/{name}")
  @RolesAllowed("operator")
  @Operation(summary = "Delete a schedule and its history; its active runs continue")
  @APIResponse(responseCode = "204", description = "The schedule is deleted")
  public void remove(@PathParam("name") String name) {
    Schedule schedule = find(name);
    if (schedules.remove(schedule)) {
      log("deleted", schedule);
    }
  }

  @POST
  @Path("schedules/{name}:pause")
  @RolesAllowed("operator")
  @Operation(
      summary = "Pause a schedule",
      description =
          "Active firings continue, and :trigger still fires the schedule. Due times that pass while"
              + " it is paused are skipped.")
  @APIResponseSchema(ScheduleView.class)
  public Response pause(
      @PathParam("name") String name, @BeanParam IfMatch condition, @Context UriInfo uri) {
    Schedule paused =
        retried(unended(find(name)), it -> schedules.pause(seen(unended(it), condition)));
    log("paused", paused);
    return responses.ok(paused, uri);
  }

  @POST
  @Path("schedules/{name}:resume")
  @RolesAllowed("operator")
  @Operation(summary = "Resume a paused schedule at its next due time")
  @APIResponseSchema(ScheduleView.class)
  public Response resume(
      @PathParam("name") String name, @BeanParam IfMatch condition, @Context UriInfo uri) {
    Schedule paused = unended(find(name));
    access.checkActing(paused, caller.role());
    Schedule resumed = retried(paused, it -> schedules.resume(seen(unended(it), condition)));
    log("resumed", resumed);
    return responses.ok(resumed, uri);
  }

  /** Repeats a change on the present schedule until no other change, or firing, comes first. */
  private Schedule retried(Schedule read, Function<Schedule, Optional<Schedule>> change) {
    Schedule schedule = read;
    Optional<Schedule> changed = change.apply(schedule);
    while (changed.isEmpty()) {
      schedule = find(read.name());
      changed = change.apply(schedule);
    }
    return changed.get();
  }

  private static Schedule unended(Schedule schedule) {
    if (schedule.status() == ScheduleStatus.ENDED) {
      throw new ProblemException(
          ProblemType.SCHEDULE_ENDED,
          "Schedule '%s' has no more due times; use PUT to give it others."
              .formatted(schedule.name()));
    }
    return schedule;
  }

  /** Returns a schedule that is what the client has seen. */
  private static Schedule seen(Schedule schedule, IfMatch condition) {
    condition.require("Schedule '%s'".formatted(schedule.name()), ScheduleResponses.tag(schedule));
    return schedule;
  }

  private void log(String what, Schedule schedule) {
    LOG.log(
        INFO,
        "schedule %s of tenant %s: %s by %s"
            .formatted(schedule.name(), schedule.tenant(), what, caller.name()));
  }

  private Schedule find(String name) {
    return schedules.find(caller.tenant(), name).orElseThrow(ProblemException::noSchedule);
  }

  @NotAudited(NotAudited.Reason.CHANGES_NOTHING)
  @POST
  @Path("schedules:preview")
  @Operation(summary = "Check a schedule, and show its due times and the input of its runs")
  public SchedulePreview preview(
      @NotNull(message = "The request must have a body.") ScheduleRequest request) {
    Instant now = schedules.now();
    return SchedulePreview.of(check.definition(request, Optional.empty(), now), now);
  }

  /** Due times of a schedule, in order; fewer than were requested if there are no more. */
  public record DueTimesView(List<Instant> items) {
    public DueTimesView {
      items = List.copyOf(items);
    }
  }

  @GET
  @Path("schedules/{name}/times")
  @Operation(summary = "List the next due times of a schedule, whether it is paused or not")
  public DueTimesView times(
      @PathParam("name") String name,
      @Parameter(
              schema =
                  @Schema(
                      type = SchemaType.INTEGER,
                      minimum = "1",
                      maximum = "" + MAX_TIMES,
                      defaultValue = "" + DEFAULT_TIMES))
          @QueryParam("count")
          @Nullable String count,
      @Parameter(schema = @Schema(type = SchemaType.STRING, format = "date-time"))
          @QueryParam("after")
          @Nullable String after) {
    int limit = (int) QueryParameters.number("count", count, DEFAULT_TIMES, 1, MAX_TIMES);
    Schedule schedule = find(name);
    Instant from = QueryParameters.instant("after", after, schedules.now());
    return new DueTimesView(schedule.definition().recurrence().next(from, limit));
  }
}
