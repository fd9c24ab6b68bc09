package dev.reprise.api.run;

import dev.reprise.agent.message.Failure;
import dev.reprise.api.http.QueryParameters;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.page.Items;
import dev.reprise.queue.FailureGroups;
import dev.reprise.queue.row.FailureGroup;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.Runs;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/** Why runs failed. Tested by {@code FailuresIT}. */
@Path("failures")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("viewer")
@RequestScoped
public class FailuresResource {

  private static final Duration BY_DEFAULT = Duration.ofDays(1);

  @Inject Caller caller;
  @Inject Clock clock;
  @Inject FailureGroups groups;
  @Inject Runs runs;

  /**
   * Runs that failed for the same reason and have not been retried.
   *
   * @param failureGroup what lists and acts on many runs take to mean these runs
   * @param phase in which they failed; absent if that was before their first one
   * @param message of one of them; others may have other numbers and ids
   * @param count together with those of the other groups at most {@value FailureGroups#MOST_RUNS}
   * @param agents of how many agents they are
   * @param firstAt when the first of them failed
   * @param lastAt when the last of them failed
   * @param run one of them
   * @param agent of that run
   */
  public record FailureGroupView(
      Optional<String> failureGroup,
      String failureCode,
      Optional<String> phase,
      Optional<String> message,
      long count,
      long agents,
      Instant firstAt,
      Instant lastAt,
      UUID run,
      String agent) {

    static FailureGroupView of(FailureGroups.Entry entry, Run sample) {
      return new FailureGroupView(
          entry.group().map(FailureGroup::id),
          entry.code(),
          entry.phase(),
          sample.summary().failure().map(Failure::message),
          entry.runs(),
          entry.agents(),
          entry.first(),
          entry.last(),
          sample.id(),
          sample.agent());
    }
  }

  @GET
  @Operation(
      summary = "Group what failed in a time by why it failed, the largest group first",
      description =
          "Runs are of one group if they failed in the same phase, with the same code, and with messages that differ in numbers"
              + " and ids alone. Of more than 10,000 failures the newest are grouped; at most 100 groups are listed.")
  public Items<FailureGroupView> list(
      @Parameter(
              description = "What failed at this time or later; by default in the last day",
              schema = @Schema(format = "date-time"))
          @QueryParam("endedAfter")
          @Nullable String endedAfter,
      @Parameter(
              description = "What failed before this time",
              schema = @Schema(format = "date-time"))
          @QueryParam("endedBefore")
          @Nullable String endedBefore,
      @Parameter(description = "Only this agent's runs") @QueryParam("agent")
          @Nullable String agent) {
    Instant now = clock.instant();
    Instant from = QueryParameters.instant("endedAfter", endedAfter, now.minus(BY_DEFAULT));
    Instant to = QueryParameters.instant("endedBefore", endedBefore, now.plus(BY_DEFAULT));
    Optional<String> only = Optional.ofNullable(agent).map(RunQuery::agentName);
    List<FailureGroups.Entry> found = groups.list(caller.tenant(), from, to, only);
    Map<UUID, Run> samples =
        runs
            .find(caller.tenant(), found.stream().map(FailureGroups.Entry::sample).toList())
            .stream()
            .collect(Collectors.toMap(Run::id, Function.identity()));
    return new Items<>(
        found.stream()
            .flatMap(
                it ->
                    Optional.ofNullable(samples.get(it.sample())) // unless it was erased since
                        .map(run -> FailureGroupView.of(it, run))
                        .stream())
            .toList());
  }
}
