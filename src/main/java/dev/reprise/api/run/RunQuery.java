package dev.reprise.api.run;

import dev.reprise.agent.message.Failure;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.QueryParameters;
import dev.reprise.api.page.Cursor;
import dev.reprise.queue.row.FailureGroup;
import dev.reprise.queue.row.Labels;
import dev.reprise.queue.row.Runs;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.WaitReason;
import jakarta.ws.rs.QueryParam;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/** Which runs a client requests; several parameters must all hold. Tested by {@code RunListIT}. */
public class RunQuery {

  private static final int MAX_TEXT = 200;

  @Parameter(schema = @Schema(implementation = RunStatus.class))
  @QueryParam("status")
  @Nullable String status;

  @QueryParam("agent")
  @Nullable String agent;

  @Parameter(description = "What waiting runs wait for, such as approval or timer")
  @QueryParam("waitingFor")
  @Nullable String waitingFor;

  @Parameter(
      description = "The runs that were created at this time or later",
      schema = @Schema(format = "date-time"))
  @QueryParam("createdAfter")
  @Nullable String createdAfter;

  @Parameter(
      description = "The runs that were created before this time",
      schema = @Schema(format = "date-time"))
  @QueryParam("createdBefore")
  @Nullable String createdBefore;

  @Parameter(
      description =
          "The runs that ended at this time or later; with status FAILED, those that failed then."
              + " They come in the order `-endedAt` unless another is given",
      schema = @Schema(format = "date-time"))
  @QueryParam("endedAfter")
  @Nullable String endedAfter;

  @Parameter(
      description = "The runs that ended before this time, in the same order",
      schema = @Schema(format = "date-time"))
  @QueryParam("endedBefore")
  @Nullable String endedBefore;

  @Parameter(
      description =
          "The runs that failed for this reason, such as iteration_limit, FAILED or DEAD_LETTER;"
              + " in the order `-endedAt` unless another is given")
  @QueryParam("failureCode")
  @Nullable String failureCode;

  @Parameter(
      description =
          "The runs that failed for the same reason, as `GET /failures` names it; in the order"
              + " `-endedAt` unless another is given")
  @QueryParam("failureGroup")
  @Nullable String failureGroup;

  @Parameter(description = "The runs with this label, such as team=search; repeated, with all")
  @QueryParam("label")
  @Nullable List<String> labels;

  @Parameter(
      description =
          "The runs whose input contains this text, in upper or lower case; a page then ends after"
              + " 2,000 runs even if few match",
      schema = @Schema(maxLength = MAX_TEXT))
  @QueryParam("q")
  @Nullable String text;

  @Parameter(
      description =
          "Whether the newest or the oldest runs come first; -endedAt lists only runs that have ended,"
              + " the one that ended last first",
      schema =
          @Schema(
              enumeration = {"-createdAt", "createdAt", "-endedAt"},
              defaultValue = "-createdAt"))
  @QueryParam("sort")
  @Nullable String sort;

  Runs.Filter filter(Optional<String> cursor) {
    var standing =
        new Runs.Filter.StatusFilter(
            Optional.ofNullable(status).map(RunQuery::status),
            Optional.ofNullable(waitingFor).map(RunQuery::reason),
            Optional.ofNullable(failureCode).map(RunQuery::code),
            Optional.ofNullable(failureGroup).map(RunQuery::group));
    var ended = new Runs.Period(time("endedAfter", endedAfter), time("endedBefore", endedBefore));
    return new Runs.Filter(
        standing,
        Optional.ofNullable(agent).map(RunQuery::agentName),
        new Runs.Period(time("createdAfter", createdAfter), time("createdBefore", createdBefore)),
        ended,
        labels(labels == null ? List.of() : labels),
        sort == null ? Runs.Filter.order(standing, ended, Runs.Order.NEWEST_FIRST) : order(sort),
        cursor.map(Cursor::place));
  }

  private static String code(String word) {
    if (!word.matches(Failure.CODE_FORM)) {
      throw ProblemException.parameter("failureCode", Failure.CODE_RULE);
    }
    return word;
  }

  private static FailureGroup group(String id) {
    return FailureGroup.parse(id)
        .orElseThrow(() -> ProblemException.parameter("failureGroup", FailureGroup.RULE));
  }

  /** Returns the text that the input of the runs must contain, if the client requests one. */
  Optional<String> text() {
    if (text != null && (text.isBlank() || text.length() > MAX_TEXT)) {
      throw ProblemException.parameter(
          "q", "must have 1 to %d characters that are not all blank".formatted(MAX_TEXT));
    }
    return Optional.ofNullable(text);
  }

  private static Labels labels(List<String> parameters) {
    Map<String, String> labels = new HashMap<>();
    for (String label : parameters) {
      List<String> parts = List.of(label.split("=", 2));
      if (parts.size() < 2
          || !Labels.NAME.matcher(parts.get(0)).matches()
          || !Labels.VALUE.matcher(parts.get(1)).matches()
          || labels.size() == Labels.MAX
          || labels.put(parts.get(0), parts.get(1)) != null) {
        throw ProblemException.parameter(
            "label",
            "must be a label's name and value, such as team=search, each name once and at most %d"
                .formatted(Labels.MAX));
      }
    }
    return Labels.of(labels);
  }

  private static Runs.Order order(String word) {
    return QueryParameters.oneOf(
        "sort",
        word,
        List.of(Runs.Order.values()),
        order ->
            switch (order) {
              case NEWEST_FIRST -> "-createdAt";
              case OLDEST_FIRST -> "createdAt";
              case LAST_ENDED_FIRST -> "-endedAt";
            });
  }

  private static RunStatus status(String word) {
    return QueryParameters.oneOf("status", word, List.of(RunStatus.values()), RunStatus::name);
  }

  private static WaitReason reason(String word) {
    return QueryParameters.oneOf(
        "waitingFor", word, List.of(WaitReason.values()), WaitReason::code);
  }

  private static Optional<Instant> time(String name, @Nullable String text) {
    return text == null
        ? Optional.empty()
        : Optional.of(QueryParameters.instant(name, text, Instant.EPOCH));
  }

  static String agentName(String name) {
    if (!name.matches("[a-z][a-z0-9-]{0,62}")) {
      throw ProblemException.parameter(
          "agent", "must be an agent's name: lower-case letters, digits and '-'");
    }
    return name;
  }
}
