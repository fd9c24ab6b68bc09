package dev.reprise.api.artifact;

import dev.reprise.api.http.QueryParameters;
import dev.reprise.api.identity.Caller;
import dev.reprise.artifact.CallsOfDay;
import dev.reprise.artifact.store.ArtifactHistory;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jspecify.annotations.Nullable;

/** How calls of generated tools ended, day by day. */
@Path("artifact-trends")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class TrendsResource {

  private static final int MAX_DAYS = 400;

  @Inject Caller caller;
  @Inject ArtifactHistory history;
  @Inject Clock clock;

  /** Days with calls, the oldest first. */
  public record Trends(List<Day> items) {
    public Trends {
      items = List.copyOf(items);
    }
  }

  /**
   * How the calls of a day ended.
   *
   * @param day in UTC
   */
  public record Day(LocalDate day, long successes, long intrinsic, long adaptive, long extrinsic) {

    private static Day of(CallsOfDay day) {
      return new Day(
          day.day(),
          day.successes(),
          day.failures().intrinsic(),
          day.failures().adaptive(),
          day.failures().extrinsic());
    }
  }

  @GET
  @Operation(
      summary = "Show how calls of generated tools ended, by day and class of failure",
      description = "With role and method, those of one tool. days: how many, 30 by default.")
  public Trends trends(
      @QueryParam("role") @Nullable String role,
      @QueryParam("method") @Nullable String method,
      @QueryParam("days") @Nullable String days) {
    long back = QueryParameters.number("days", days, 30, 1, MAX_DAYS);
    LocalDate from = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC).minusDays(back - 1);
    return new Trends(
        history
            .trends(caller.tenant(), from, Optional.ofNullable(role), Optional.ofNullable(method))
            .stream()
            .map(Day::of)
            .toList());
  }
}
