package dev.reprise.api.bulk;

import dev.reprise.api.http.ApiJson;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.identity.Caller;
import dev.reprise.operations.bulk.BulkItem;
import dev.reprise.operations.bulk.BulkOperation;
import dev.reprise.operations.bulk.BulkStatus;
import dev.reprise.operations.bulk.BulkStore;
import dev.reprise.operations.bulk.RunCosts;
import dev.reprise.operations.bulk.RunSelection;
import dev.reprise.platform.Json;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.Runs;
import dev.reprise.run.Requester;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Shows what acts on many runs would do, and keeps that until the person orders it. Tested by
 * {@code BulkIT}.
 */
@ApplicationScoped
class BulkPreviews {

  /** After this time people should look again. */
  static final Duration LIFE = Duration.ofHours(1);

  private final Runs runs;
  private final RunSelection selection;
  private final RunCosts costs;
  private final BulkStore store;
  private final Clock clock;

  @Inject
  BulkPreviews(Runs runs, RunSelection selection, RunCosts costs, BulkStore store, Clock clock) {
    this.runs = runs;
    this.selection = selection;
    this.costs = costs;
    this.store = store;
    this.clock = clock;
  }

  /** Keeps the runs on which the act can be done now, each as it is now, and shows them. */
  BulkPreview of(Caller caller, BulkRequest request) {
    List<Run> matching = matching(caller.tenant(), request, clock.instant());
    List<Run> runs = matching.stream().filter(request.act()::appliesTo).toList();
    UUID id = UUID.randomUUID();
    store.preview(id, caller.tenant(), order(caller, request), items(runs));
    return BulkPreview.of(
        request.act(), matching.size(), runs, costs.of(caller.tenant(), runs), id);
  }

  /**
   * Queues the act on exactly the runs of a preview. A preview that was ordered before stays the
   * one operation that it became.
   *
   * @throws ProblemException if the caller has no such preview of this act and filter, or it is too
   *     old
   */
  BulkOperation ordered(Caller caller, BulkRequest request, UUID preview) {
    BulkOperation shown =
        store
            .find(caller.tenant(), preview)
            .filter(it -> it.order().by().name().equals(caller.name()))
            .orElseThrow(
                () -> wrong("must be that of a response of the last hour to you, unchanged"));
    if (shown.order().act() != request.act()
        || !Json.read(shown.order().filter()).equals(Json.read(filter(request)))) {
      throw wrong("must be that of the same act and filter; it is of others");
    }
    if (shown.status() == BulkStatus.PREVIEW) {
      if (shown.times().createdAt().isBefore(clock.instant().minus(LIFE))) {
        throw wrong("must be that of a response of the last hour; it is older");
      }
      store.order(caller.tenant(), preview, order(caller, request));
    }
    return store.find(caller.tenant(), preview).orElseThrow();
  }

  private static BulkOperation.Order order(Caller caller, BulkRequest request) {
    return new BulkOperation.Order(
        request.act(),
        filter(request),
        Optional.ofNullable(request.reason()),
        new Requester(caller.name(), caller.role()),
        caller.key());
  }

  private static List<BulkItem> items(List<Run> runs) {
    List<BulkItem> items = new ArrayList<>(runs.size());
    for (Run run : runs) {
      items.add(BulkItem.selected(items.size() + 1, run.id(), run.version()));
    }
    return items;
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

  /** Returns the filter of a request, as it is stored. */
  private static String filter(BulkRequest request) {
    return ApiJson.mapper().valueToTree(request.filter()).toString();
  }
}
