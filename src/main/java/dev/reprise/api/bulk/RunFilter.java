package dev.reprise.api.bulk;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.reprise.agent.message.Failure;
import dev.reprise.api.http.ProblemException;
import dev.reprise.queue.row.FailureGroup;
import dev.reprise.queue.row.Labels;
import dev.reprise.queue.row.Runs;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.WaitReason;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which runs are meant; all that is given must hold. Without any member, all runs of the tenant.
 * Tested by {@code BulkIT}.
 *
 * @param waitingFor what waiting runs wait for, such as approval or timer
 * @param createdAfter the runs that were created then or later
 * @param createdBefore the runs that were created before
 * @param endedAfter the runs that ended then or later; with status FAILED, those that failed then
 * @param endedBefore the runs that ended before
 * @param failureCode the runs that failed for this reason, FAILED or DEAD_LETTER
 * @param failureGroup the runs that failed for the same reason, as {@code GET /failures} names it
 * @param labels what they are all marked with
 * @param q a text that their input contains, in upper or lower case
 * @param runs exactly these runs, those of them that exist; then there is no other member
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RunFilter(
    @Nullable RunStatus status,
    @Nullable
        @Pattern(
            regexp = "[a-z][a-z0-9-]{0,62}",
            message = "must be an agent's name: lower-case letters, digits and '-'")
        String agent,
    @Nullable String waitingFor,
    @Nullable Instant createdAfter,
    @Nullable Instant createdBefore,
    @Nullable Instant endedAfter,
    @Nullable Instant endedBefore,
    @Nullable @Pattern(regexp = Failure.CODE_FORM, message = Failure.CODE_RULE) String failureCode,
    @Nullable String failureGroup,
    @Size(max = Labels.MAX, message = "must be at most {max} labels")
        @Nullable
            Map<
                @Pattern(regexp = Labels.NAMES, message = "is not a label's name") String,
                @NotNull(message = "must be a text")
                @Pattern(
                    regexp = Labels.VALUES,
                    message = "must have 1 to 200 characters, and no control characters")
                String>
            labels,
    @Nullable @Pattern(regexp = "(?=.*\\S).{1,200}", message = "must have 1 to 200 characters")
        String q,
    @Size(min = 1, max = 1000, message = "must be {min} to {max} runs")
        @Nullable List<@NotNull(message = "must be the id of a run") UUID> runs) {

  /**
   * Returns the filter for the runs that were created before a time too.
   *
   * @param until the first instant of the runs that are not meant
   */
  Runs.Filter filter(Instant until) {
    Instant before = createdBefore == null || createdBefore.isAfter(until) ? until : createdBefore;
    var standing =
        new Runs.Filter.StatusFilter(
            Optional.ofNullable(status),
            Optional.ofNullable(waitingFor).map(RunFilter::reason),
            Optional.ofNullable(failureCode),
            Optional.ofNullable(failureGroup).map(RunFilter::group));
    var ended = new Runs.Period(Optional.ofNullable(endedAfter), Optional.ofNullable(endedBefore));
    return new Runs.Filter(
        standing,
        Optional.ofNullable(agent),
        new Runs.Period(Optional.ofNullable(createdAfter), Optional.of(before)),
        ended,
        labels == null ? Labels.NONE : Labels.of(labels),
        Runs.Filter.order(standing, ended, Runs.Order.OLDEST_FIRST),
        Optional.empty());
  }

  private static FailureGroup group(String id) {
    return FailureGroup.parse(id)
        .orElseThrow(() -> ProblemException.invalidValue("filter.failureGroup", FailureGroup.RULE));
  }

  private static WaitReason reason(String code) {
    return Arrays.stream(WaitReason.values())
        .filter(reason -> reason.code().equals(code))
        .findFirst()
        .orElseThrow(
            () ->
                ProblemException.invalidValue(
                    "filter.waitingFor",
                    Arrays.stream(WaitReason.values())
                        .map(WaitReason::code)
                        .collect(Collectors.joining(", ", "must be one of ", ""))));
  }

  /**
   * Returns the runs that are named, if any are.
   *
   * @throws ProblemException if something else is given too
   */
  Optional<List<UUID>> named() {
    boolean isAlone =
        Stream.of(
                status,
                agent,
                waitingFor,
                createdAfter,
                createdBefore,
                endedAfter,
                endedBefore,
                failureCode,
                failureGroup,
                labels,
                q)
            .allMatch(Objects::isNull);
    if (runs != null && !isAlone) {
      throw ProblemException.invalidValue(
          "filter.runs", "must be the only member of the filter, or absent");
    }
    return Optional.ofNullable(runs);
  }

  Optional<String> text() {
    return Optional.ofNullable(q);
  }
}
