package dev.reprise.api.bulk;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.operations.bulk.BulkAct;
import dev.reprise.operations.bulk.BulkOperation;
import dev.reprise.operations.bulk.BulkStatus;
import dev.reprise.platform.Json;
import dev.reprise.run.state.RunStatus;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * An act on many runs.
 *
 * @param by on whose behalf
 * @param runs how far it has come
 */
public record BulkView(
    UUID id,
    BulkStatus status,
    BulkAct act,
    @Schema(implementation = RunFilter.class) JsonNode filter,
    Optional<String> reason,
    String by,
    Counts runs,
    Times times) {

  /**
   * Runs of the operation.
   *
   * @param succeeded on how many the act was accepted
   * @param failed on how many the act was refused
   * @param pending how many it has not come to
   * @param byStatus how many of those on which it was accepted have which status now, because a run
   *     that was retried may have failed again; absent in lists
   */
  @Schema(name = "BulkCounts")
  public record Counts(
      int total, int succeeded, int failed, int pending, Optional<Map<RunStatus, Long>> byStatus) {}

  /** When it was requested, begun and ended. */
  @Schema(name = "BulkTimes")
  public record Times(Instant createdAt, Optional<Instant> startedAt, Optional<Instant> endedAt) {}

  static BulkView of(BulkOperation it) {
    return of(it, Optional.empty());
  }

  static BulkView of(BulkOperation it, Optional<Map<RunStatus, Long>> byStatus) {
    BulkOperation.Counts counts = it.counts();
    return new BulkView(
        it.id(),
        it.status(),
        it.order().act(),
        Json.read(it.order().filter()),
        it.order().reason(),
        it.order().by().name(),
        new Counts(
            counts.total(),
            counts.succeeded(),
            counts.failed(),
            counts.total() - counts.succeeded() - counts.failed(),
            byStatus),
        new Times(it.times().createdAt(), it.times().startedAt(), it.times().endedAt()));
  }
}
