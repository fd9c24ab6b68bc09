package dev.reprise.api.batch;

import dev.reprise.api.http.ApiJson;
import dev.reprise.batch.Batch;
import dev.reprise.batch.ItemResult;
import dev.reprise.batch.ItemStatus;
import dev.reprise.batch.store.BatchStore;
import dev.reprise.definition.AgentVersions;
import dev.reprise.journal.Journal;
import dev.reprise.journal.JournalUnavailableException;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.Runs;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The results of items in the order in which these ended. Their texts are read from the records of
 * their runs, so whatever erases a run also erases its output here. Tested by {@code
 * AnthropicBatchModelTest}.
 */
@ApplicationScoped
class BatchResults {

  private static final int PAGE = 200;

  private final BatchStore store;
  private final Runs runs;
  private final Journal journal;
  private final AgentVersions agents;

  @Inject
  BatchResults(BatchStore store, Runs runs, Journal journal, AgentVersions agents) {
    this.store = store;
    this.runs = runs;
    this.journal = journal;
    this.agents = agents;
  }

  /** Returns the results after a number, at most so many. */
  List<ItemResultView> after(Batch batch, Optional<ItemStatus> status, long number, int limit) {
    List<ItemResult> results = store.results(batch.id(), status, number, limit);
    List<UUID> ids = results.stream().flatMap(it -> it.run().stream()).toList();
    Map<UUID, Run> rows =
        runs.find(batch.tenant(), ids).stream().collect(Collectors.toMap(Run::id, it -> it));
    return results.stream()
        .map(
            it -> ItemResultView.of(it, it.run().map(rows::get).map(this::end).orElse(RunEnd.NONE)))
        .toList();
  }

  /** A run that was retried by hand, and is open again, has no end. */
  private RunEnd end(Run run) {
    if (!run.status().isEnded() || run.lastSequence() == 0) {
      return RunEnd.NONE;
    }
    try {
      var before = journal.position(run.id(), run.lastSequence() - 1);
      return journal.read(run.id(), before, 1).stream()
          .findFirst()
          .map(last -> RunEnd.of(last.event(), () -> agents.load(run.tenant(), run.agentVersion())))
          .orElse(RunEnd.NONE);
    } catch (JournalUnavailableException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      return RunEnd.NONE; // it was erased meanwhile
    }
  }

  /** Writes all results after a number as JSON Lines, those too that come in while it writes. */
  void writeLines(Batch batch, Optional<ItemStatus> status, long number, OutputStream out)
      throws IOException {
    write(
        batch,
        status,
        number,
        out,
        result -> {
          out.write(ApiJson.bytes(result));
          out.write('\n');
        });
  }

  /** Writes all results after a number as a table, those too that come in while it writes. */
  void writeTable(Batch batch, Optional<ItemStatus> status, long number, OutputStream out)
      throws IOException {
    var table = new ResultTable(agents.load(batch.tenant(), batch.work().agent().version()));
    table.writeHeading(out);
    write(batch, status, number, out, result -> table.write(result, out));
  }

  @FunctionalInterface
  private interface Row {
    void write(ItemResultView result) throws IOException;
  }

  private void write(
      Batch batch, Optional<ItemStatus> status, long number, OutputStream out, Row row)
      throws IOException {
    long after = number;
    List<ItemResultView> page = after(batch, status, after, PAGE);
    while (!page.isEmpty()) {
      for (ItemResultView result : page) {
        row.write(result);
        after = result.number();
      }
      out.flush();
      page = after(batch, status, after, PAGE);
    }
  }
}
