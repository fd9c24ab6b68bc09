package dev.reprise.api.bulk;

import dev.reprise.operations.bulk.BulkAct;
import dev.reprise.operations.bulk.RunCosts;
import dev.reprise.queue.row.Run;
import dev.reprise.run.state.RunStatus;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * What an act on many runs would do.
 *
 * @param matching how many runs the filter means
 * @param runs on how many of them the act would be done; the status of the others does not allow it
 * @param byStatus how many of those have which status
 * @param spentUsd what those have spent so far, in US dollars
 * @param expectedUsd what those are expected to spend if they continue, by the completed runs of
 *     their agents; absent if the act lets none continue, or no run of an agent has completed
 * @param first the first ten of those
 * @param preview the id of this preview, whose runs can be listed, in the request that carries it
 *     out
 */
public record BulkPreview(
    BulkAct act,
    int matching,
    int runs,
    Map<RunStatus, Long> byStatus,
    BigDecimal spentUsd,
    Optional<BigDecimal> expectedUsd,
    List<UUID> first,
    UUID preview) {

  private static final int SHOWN = 10;

  public BulkPreview {
    byStatus = Map.copyOf(byStatus);
    first = List.copyOf(first);
  }

  static BulkPreview of(
      BulkAct act, int matching, List<Run> runs, RunCosts.Costs costs, UUID preview) {
    return new BulkPreview(
        act,
        matching,
        runs.size(),
        runs.stream()
            .collect(Collectors.groupingBy(Run::status, TreeMap::new, Collectors.counting())),
        costs.spent(),
        costs.expected().filter(usd -> act.continuesRuns()),
        runs.stream().limit(SHOWN).map(Run::id).toList(),
        preview);
  }
}
