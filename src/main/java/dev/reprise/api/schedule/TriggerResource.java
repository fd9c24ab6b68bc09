package dev.reprise.api.schedule;

import static java.lang.System.Logger.Level.INFO;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ResourceUris;
import dev.reprise.api.idempotency.CreationId;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.submission.SubmissionCheck;
import dev.reprise.api.submission.ToolAccessCheck;
import dev.reprise.schedule.Firing;
import dev.reprise.schedule.Schedule;
import dev.reprise.schedule.Schedules;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;

/** Fires schedules at the request of a user. */
@Path("schedules/{name}:trigger")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RolesAllowed("operator")
@RequestScoped
public class TriggerResource {

  private static final System.Logger LOG = System.getLogger(TriggerResource.class.getName());

  @Inject Caller caller;
  @Inject Schedules schedules;
  @Inject FiringViewAssembler views;
  @Inject ToolAccessCheck access;
  @Inject SubmissionCheck check;
  @Inject CreationId creation;

  @POST
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
}
