package dev.reprise.api.schedule;

import static java.lang.System.Logger.Level.INFO;

import dev.reprise.api.http.Cursor;
import dev.reprise.api.http.Page;
import dev.reprise.api.http.PageQuery;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.http.ResourceUris;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.submission.ToolAccessCheck;
import dev.reprise.schedule.Firing;
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
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.ParameterIn;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;

/** Schedules of the caller's tenant: made, looked at, changed, held back, removed. */
@Path("schedules")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class SchedulesResource {

  private static final System.Logger LOG = System.getLogger(SchedulesResource.class.getName());

  /** Among how many firings those are looked for that are open. */
  private static final int NEWEST = 100;

  @Inject Caller caller;
  @Inject Schedules schedules;
  @Inject ScheduleValidator check;
  @Inject ToolAccessCheck access;
  @Inject FiringViewAssembler views;

  /**
   * A page of schedules, by name.
   *
   * @param nextCursor requests the next page; absent on the last one
   */
  public record SchedulePage(List<ScheduleView> items, Optional<String> nextCursor) {
    public SchedulePage {
      items = List.copyOf(items);
    }
  }

  @GET
  @Operation(summary = "List schedules, by name")
  @APIResponseSchema(SchedulePage.class)
  public Response list(@BeanParam PageQuery page, @Context UriInfo uri) {
    int limit = page.limit();
    String after = page.cursor().map(it -> Cursor.name(it, ScheduleRequest.NAME)).orElse("");
    Page<Schedule> shown =
        Page.of(schedules.list(caller.tenant(), after, limit + 1), limit, Cursor::after);
    Instant now = schedules.now();
    List<ScheduleView> items =
        shown.entries().stream().map(it -> ScheduleView.of(it, Optional.empty(), now)).toList();
    return shown.response(new SchedulePage(items, shown.nextCursor()), uri);
  }

  @POST
  @RolesAllowed("operator")
  @Operation(
      summary = "Make a schedule; it is active at once",
      description = "POST …/schedules:preview checks the same and makes nothing.")
  @APIResponseSchema(value = ScheduleView.class, responseCode = "201")
  public Response create(
      @NotNull(message = "The request needs a body.") ScheduleRequest request,
      @Context UriInfo uri) {
    ScheduleDefinition definition = check.definition(request, Optional.empty(), schedules.now());
    Schedule schedule =
        schedules
            .create(caller.tenant(), definition, caller.name(), caller.role())
            .orElseThrow(
                () ->
                    new ProblemException(
                        ProblemType.SCHEDULE_EXISTS,
                        "There is a schedule '%s'; PUT changes it.".formatted(definition.name())));
    log("made", schedule);
    return Response.created(ResourceUris.of(schedule, uri))
        .entity(view(schedule, uri))
        .tag(tag(schedule))
        .build();
  }

  @GET
  @Path("{name}")
  @Operation(summary = "Show a schedule, when it is due next, and what it waits for")
  @APIResponseSchema(ScheduleView.class)
  public Response get(@PathParam("name") String name, @Context UriInfo uri) {
    return shown(find(name), uri);
  }

  /** Firings that are on their way, or wait to start, go on as they are. */
  @PUT
  @Path("{name}")
  @RolesAllowed("operator")
  @Operation(
      summary = "Give a schedule another definition",
      description =
          "It is due as the new one says from now on; one that is paused stays so, and one that has"
              + " ended is active again. With If-Match, the ETag of an earlier answer, it is changed"
              + " only if nobody else has changed it since.")
  @APIResponseSchema(ScheduleView.class)
  @Parameter(
      name = "If-Match",
      in = ParameterIn.HEADER,
      description = "The ETag of the schedule as the client knows it",
      schema = @Schema(type = SchemaType.STRING))
  public Response replace(
      @PathParam("name") String name,
      @NotNull(message = "The request needs a body.") ScheduleRequest request,
      @Context Request conditions,
      @Context UriInfo uri) {
    Schedule read = find(name);
    ScheduleDefinition definition =
        check.definition(request, Optional.of(read.definition()), schedules.now());
    Schedule changed =
        retried(
            read,
            schedule -> {
              if (conditions.evaluatePreconditions(tag(schedule)) != null) {
                throw new ProblemException(
                    ProblemType.PRECONDITION_FAILED,
                    "Schedule '%s' is at revision %d; read it, and change that."
                        .formatted(name, schedule.revision()));
              }
              if (schedule.revision() != read.revision()) {
                throw new ProblemException(
                    ProblemType.SCHEDULE_CHANGED,
                    "Somebody else changed schedule '%s' in the same moment; read it again."
                        .formatted(name));
              }
              return schedules.change(schedule, definition, caller.role());
            });
    log("changed", changed);
    return shown(changed, uri);
  }

  @DELETE
  @Path("{name}")
  @RolesAllowed("operator")
  @Operation(summary = "Remove a schedule with its history; runs on their way go on")
  @APIResponse(responseCode = "204", description = "There is no such schedule any more")
  public void remove(@PathParam("name") String name) {
    Schedule schedule = find(name);
    if (schedules.remove(schedule)) {
      log("removed", schedule);
    }
  }

  @POST
  @Path("{name}:pause")
  @RolesAllowed("operator")
  @Operation(
      summary = "Hold a schedule back",
      description =
          "What is on its way goes on, and :trigger still fires it. Due times that pass meanwhile are"
              + " passed over.")
  @APIResponseSchema(ScheduleView.class)
  public Response pause(@PathParam("name") String name, @Context UriInfo uri) {
    Schedule paused = retried(unended(find(name)), it -> schedules.pause(unended(it)));
    log("paused", paused);
    return shown(paused, uri);
  }

  @POST
  @Path("{name}:resume")
  @RolesAllowed("operator")
  @Operation(summary = "Have a paused schedule go on from its next due time")
  @APIResponseSchema(ScheduleView.class)
  public Response resume(@PathParam("name") String name, @Context UriInfo uri) {
    Schedule paused = unended(find(name));
    access.checkActing(paused, caller.role());
    Schedule resumed = retried(paused, it -> schedules.resume(unended(it)));
    log("resumed", resumed);
    return shown(resumed, uri);
  }

  /** Tries once more with what is there now while others, or the clock, are faster. */
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
          "Schedule '%s' has no due time any more; PUT gives it others."
              .formatted(schedule.name()));
    }
    return schedule;
  }

  private Response shown(Schedule schedule, UriInfo uri) {
    return Response.ok(view(schedule, uri)).tag(tag(schedule)).build();
  }

  private ScheduleView view(Schedule schedule, UriInfo uri) {
    List<Firing> open =
        schedules.history(schedule, Optional.empty(), NEWEST).stream()
            .filter(firing -> !firing.status().isEnded())
            .toList();
    return ScheduleView.of(schedule, Optional.of(views.of(open, uri)), schedules.now());
  }

  /** One of this name that is made anew begins with the first revision again. */
  private static EntityTag tag(Schedule schedule) {
    return new EntityTag(
        "%d-%08x".formatted(schedule.revision(), schedule.id().getMostSignificantBits() >>> 32));
  }

  private void log(String what, Schedule schedule) {
    LOG.log(
        INFO,
        "schedule %s of %s was %s by %s"
            .formatted(schedule.name(), schedule.tenant(), what, caller.name()));
  }

  private Schedule find(String name) {
    return schedules.find(caller.tenant(), name).orElseThrow(ProblemException::noSchedule);
  }
}
