package dev.reprise.api.schedule;

import dev.reprise.api.audit.NotAudited;
import dev.reprise.schedule.Schedules;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.Instant;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** Checks a schedule like creating it does, and creates nothing. */
@Path("schedules:preview")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class SchedulePreviews {

  @Inject Schedules schedules;
  @Inject ScheduleValidator check;

  @NotAudited(NotAudited.Reason.CHANGES_NOTHING)
  @POST
  @Operation(summary = "Check a schedule, and show its due times and the input of its runs")
  public SchedulePreview preview(
      @NotNull(message = "The request must have a body.") ScheduleRequest request) {
    Instant now = schedules.now();
    return SchedulePreview.of(check.definition(request, Optional.empty(), now), now);
  }
}
