package dev.reprise.api.bulk;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.http.ApiJson;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.run.Run;
import dev.reprise.run.Runs;
import dev.reprise.run.bulk.RunCosts;
import dev.reprise.run.bulk.RunSelection;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Shows what acts on many runs would do, and selects the runs of an act as its preview did. */
@ApplicationScoped
class BulkPreviews {

  /** After this time people should look again. */
  private static final Duration LIFE = Duration.ofHours(1);

  private final Runs runs;
  private final RunSelection selection;
  private final RunCosts costs;
  private final Clock clock;

  @Inject
  BulkPreviews(Runs runs, RunSelection selection, RunCosts costs, Clock clock) {
    this.runs = runs;
    this.selection = selection;
    this.costs = costs;
    this.clock = clock;
  }

  BulkPreview of(String tenant, BulkRequest request) {
    Instant asOf = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    List<Run> matching = matching(tenant, request, asOf);
    List<Run> runs = applicable(request, matching);
    return BulkPreview.of(
        request.act(),
        matching.size(),
        runs,
        costs.of(tenant, runs),
        BulkPreviewToken.of(request.act(), json(request), asOf, runs.size()));
  }

  /**
   * Returns the runs that were created before a preview and on which the act can be done now.
   *
   * @throws ProblemException if it is not a preview of this act and filter, is too old, or had
   *     fewer runs
   */
  List<Run> runs(String tenant, BulkRequest request, String preview) {
    BulkPreviewToken seen = seen(request, preview);
    List<Run> runs = applicable(request, matching(tenant, request, seen.asOf()));
    if (runs.size() > seen.runs()) {
      throw new ProblemException(
          ProblemType.BULK_PREVIEW_CHANGED,
          "The act would be done on %d runs by now, and the preview had %d; make another preview."
              .formatted(runs.size(), seen.runs()));
    }
    return runs;
  }

  private BulkPreviewToken seen(BulkRequest request, String preview) {
    Instant now = clock.instant();
    BulkPreviewToken seen =
        BulkPreviewToken.read(preview)
            .filter(it -> !it.asOf().isAfter(now) && it.asOf().isAfter(now.minus(LIFE)))
            .orElseThrow(() -> wrong("must be that of a response of the last hour, unchanged"));
    if (!seen.equals(BulkPreviewToken.of(request.act(), json(request), seen.asOf(), seen.runs()))) {
      throw wrong("must be that of the same act and filter; it is of others");
    }
    return seen;
  }

  private static ProblemException wrong(String rule) {
    return ProblemException.invalidValue("preview", rule);
  }

  private List<Run> matching(String tenant, BulkRequest request, Instant asOf) {
    Optional<List<UUID>> named = request.filter().named();
    if (named.isPresent()) {
      return runs.find(tenant, named.get());
    }
    Optional<List<Run>> matching =
        selection.of(tenant, request.filter().filter(asOf), request.filter().text());
    return matching.orElseThrow(
        () ->
            new ProblemException(
                ProblemType.TOO_MANY_RUNS,
                "The filter means more than %d runs, or has more than 40,000 inputs to search; narrow it down, for instance by createdBefore."
                    .formatted(RunSelection.MAX_RUNS)));
  }

  private static List<Run> applicable(BulkRequest request, List<Run> matching) {
    return matching.stream().filter(request.act()::appliesTo).toList();
  }

  /** Returns the filter of a request, as it is stored. */
  static JsonNode json(BulkRequest request) {
    return ApiJson.mapper().valueToTree(request.filter());
  }
}
