package dev.reprise.bench;

import dev.reprise.agent.message.JsonValue;
import dev.reprise.journal.ContentMapper;
import dev.reprise.journal.FencedUpdate;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Writer;
import dev.reprise.journal.seal.EventEncoder;
import dev.reprise.journal.seal.PreparedAppend;
import dev.reprise.journal.store.EventTable;
import dev.reprise.platform.jdbc.Database;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;

/**
 * Writes copies of a run into the database of a server that is stopped. Each has an id and times of
 * its own, and a record that the product's classes encode, chain and write. Long contents are cut,
 * so that many records fit on the disk.
 *
 * @param database the server's database
 * @param template the run that is copied
 */
record RunCopies(DataSource database, RunTemplate template) {

  private static final int RUNS_AT_ONCE = 250;
  private static final int THREADS = 2;

  /**
   * Adds copies for a tenant.
   *
   * @param before when the newest of them was created
   * @param apart the time between two of them
   */
  void add(String tenant, int count, Instant before, Duration apart) throws Exception {
    EventTable table = EventTable.of(database);
    addAgent(tenant);
    try (var threads = Executors.newFixedThreadPool(THREADS)) {
      List<Callable<Integer>> parts = new ArrayList<>();
      for (int from = 0; from < count; from += RUNS_AT_ONCE) {
        int size = Math.min(RUNS_AT_ONCE, count - from);
        Instant newest = before.minus(apart.multipliedBy(from));
        parts.add(() -> write(table, copies(tenant, size, newest, apart)));
      }
      for (Future<Integer> part : threads.invokeAll(parts)) {
        part.get();
      }
    }
  }

  /** The copies pin the agent's version of the template, which their tenant may not have. */
  private void addAgent(String tenant) {
    new Database(database)
        .update(
            """
            INSERT INTO agent (tenant, version, name, document, first_seen_at)
            SELECT ?, version, name, document, first_seen_at FROM agent
            WHERE version = ? AND NOT EXISTS (
              SELECT 1 FROM agent there WHERE there.tenant = ? AND there.version = agent.version)
            FETCH FIRST 1 ROWS ONLY\
            """,
            tenant,
            template.agentVersion(),
            tenant);
  }

  private static int write(EventTable table, List<PreparedAppend> appends) throws SQLException {
    if (!table.write(appends).isEmpty()) {
      throw new IllegalStateException("a copy of a run was refused");
    }
    return appends.size();
  }

  private List<PreparedAppend> copies(String tenant, int count, Instant newest, Duration apart) {
    List<PreparedAppend> appends = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      appends.add(copy(tenant, newest.minus(apart.multipliedBy(i))));
    }
    return appends;
  }

  /** Encodes each event under the epoch of the holder that wrote it. */
  private PreparedAppend copy(String tenant, Instant at) {
    UUID id = UUID.randomUUID();
    EventEncoder encoder =
        RecordProtection.fromSystemProperties().encoder(Clock.fixed(at, ZoneOffset.UTC));
    FencedUpdate row = template.row(id, tenant, Timestamp.from(at));
    List<PreparedAppend.Entry> entries = new ArrayList<>();
    List<RunEvent> events = new ArrayList<>();
    Position head = Position.START;
    for (RecordedEvent recorded : template.events()) {
      Writer writer = new Writer(id, tenant, recorded.epoch());
      RunEvent event = recorded.event().mapContents(Cut.LONG_CONTENTS);
      PreparedAppend one = PreparedAppend.of(encoder, writer, head, List.of(event), row);
      entries.addAll(one.entries());
      events.addAll(one.events());
      head = one.end();
    }
    return new PreparedAppend(new Writer(id, tenant, 0), row, entries, events);
  }

  /** Cuts what is longer than a line. */
  private enum Cut implements ContentMapper {
    LONG_CONTENTS;

    private static final int LENGTH = 40;

    @Override
    public JsonValue input(JsonValue input) {
      return input;
    }

    @Override
    public String body(String text) {
      return text.substring(0, Math.min(LENGTH, text.length()));
    }

    @Override
    public JsonValue body(JsonValue json) {
      return json;
    }

    @Override
    public String remark(String text) {
      return text;
    }
  }
}
