package dev.reprise.api.statistics;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.QueryParameters;
import dev.reprise.api.identity.Caller;
import dev.reprise.statistics.Statistics;
import dev.reprise.statistics.Subject;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/** What runs did, by time, agent, model, person and label. Tested by {@code StatisticsIT}. */
@Path("statistics")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class StatisticsResource {

  private static final Duration BY_DEFAULT = Duration.ofDays(1);
  private static final Duration LONGEST = Duration.ofDays(400);

  @Inject Caller caller;
  @Inject Clock clock;
  @Inject Statistics statistics;

  @GET
  @Operation(
      summary =
          "Read what runs did in a time: how many, how they ended, how long they took, what they cost",
      description =
          "Servers count what they record and write the sums every 10 seconds, so the newest are missing. A step has five"
              + " minutes in a time of up to 6 hours within the last 3 days, an hour in one of up to 8 days, else a day of UTC.")
  public StatisticsView read(
      @Parameter(
              description = "From this time on; by default a day before `to`",
              schema = @Schema(format = "date-time"))
          @QueryParam("from")
          @Nullable String from,
      @Parameter(
              description = "Until this time, by default now; at most 400 days after `from`",
              schema = @Schema(format = "date-time"))
          @QueryParam("to")
          @Nullable String to) {
    Instant now = clock.instant();
    Instant end = QueryParameters.instant("to", to, now);
    Instant begin = QueryParameters.instant("from", from, end.minus(BY_DEFAULT));
    if (!begin.isBefore(end) || begin.plus(LONGEST).isBefore(end)) {
      throw ProblemException.parameter(
          "from", "must be before 'to', by at most %d days".formatted(LONGEST.toDays()));
    }
    return view(Statistics.Period.of(begin, end, now));
  }

  private StatisticsView view(Statistics.Period period) {
    Statistics.Course course = statistics.course(caller.tenant(), period);
    return new StatisticsView(
        period.from(),
        period.to(),
        period.step().toSeconds(),
        StatisticsView.StepView.of(course.all()),
        course.steps().stream().map(StatisticsView.StepView::of).toList(),
        named(period, Subject.AGENT),
        named(period, Subject.MODEL),
        named(period, Subject.USER),
        named(period, Subject.LABEL),
        failures(period));
  }

  private List<StatisticsView.NamedSums> named(Statistics.Period period, Subject subject) {
    return statistics.names(caller.tenant(), period, subject).stream()
        .map(StatisticsView.NamedSums::of)
        .toList();
  }

  private List<StatisticsView.FailureCount> failures(Statistics.Period period) {
    return statistics.names(caller.tenant(), period, Subject.FAILURE).stream()
        .map(it -> new StatisticsView.FailureCount(it.name(), it.sums().failed()))
        .sorted(Comparator.comparing(StatisticsView.FailureCount::count).reversed())
        .toList();
  }
}
