package dev.reprise.api.schedule;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.QueryParameters;
import dev.reprise.api.identity.Caller;
import dev.reprise.schedule.Schedule;
import dev.reprise.schedule.Schedules;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/** The due times of schedules of the caller's tenant. */
@Path("schedules/{name}/times")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class DueTimesResource {

  private static final int DEFAULT_TIMES = 10;
  private static final int MAX_TIMES = 100;

  @Inject Caller caller;
  @Inject Schedules schedules;

  /** Due times of a schedule, in order; fewer than were requested if there are no more. */
  public record DueTimesView(List<Instant> items) {
    public DueTimesView {
      items = List.copyOf(items);
    }
  }

  @GET
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
    Schedule schedule =
        schedules.find(caller.tenant(), name).orElseThrow(ProblemException::noSchedule);
    Instant from = QueryParameters.instant("after", after, schedules.now());
    return new DueTimesView(schedule.definition().recurrence().next(from, limit));
  }
}
