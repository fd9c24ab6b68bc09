package dev.reprise.statistics;

import dev.reprise.agent.Usage;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.Row;
import dev.reprise.platform.jdbc.RowValues;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The sums of all servers. Tested by {@code StatisticsTest}. */
final class StatisticTable {

  /** So many rows are known to be there; then they are looked for again. */
  private static final int MOST_KNOWN = 20_000;

  private static final int AT_ONCE = 256;

  private static final String ADD =
      """
      UPDATE statistic SET submitted = submitted + ?, completed = completed + ?, failed = failed + ?,
        cancelled = cancelled + ?, model_calls = model_calls + ?, input_tokens = input_tokens + ?,
        output_tokens = output_tokens + ?, cached_tokens = cached_tokens + ?, usd = usd + ?,
        saved_usd = saved_usd + ?
      WHERE tenant = ? AND span = ? AND subject = ? AND starts_at = ? AND name = ?\
      """;

  private static final String SUMS =
      """
      SUM(submitted) AS submitted, SUM(completed) AS completed, SUM(failed) AS failed,
        SUM(cancelled) AS cancelled, SUM(model_calls) AS model_calls,
        SUM(input_tokens) AS input_tokens, SUM(output_tokens) AS output_tokens,
        SUM(cached_tokens) AS cached_tokens, SUM(usd) AS usd, SUM(saved_usd) AS saved_usd
      FROM statistic
      WHERE tenant = ? AND span = ? AND subject = ? AND starts_at >= ? AND starts_at < ?\
      """;

  private static final String BY_TIME =
      "SELECT starts_at, name, %s GROUP BY starts_at, name ORDER BY starts_at, name"
          .formatted(SUMS);

  private static final String BY_NAME =
      """
      SELECT name, %s GROUP BY name
      ORDER BY usd DESC, submitted DESC, failed DESC, name FETCH FIRST %%d ROWS ONLY\
      """
          .formatted(SUMS);

  private final Database database;
  private final Set<Key> known = new HashSet<>();

  StatisticTable(Database database) {
    this.database = database;
  }

  /** A row. All servers change rows in the order of their keys, so none waits for another twice. */
  record Key(String tenant, Span span, Instant start, Subject subject, String name)
      implements Comparable<Key> {

    private static final Comparator<Key> ORDER =
        Comparator.comparing(Key::tenant)
            .thenComparing(Key::span)
            .thenComparing(Key::subject)
            .thenComparing(Key::start)
            .thenComparing(Key::name);

    @Override
    public int compareTo(Key other) {
      return ORDER.compare(this, other);
    }

    private List<@Nullable Object> parameters() {
      return List.of(tenant, span, subject, start, name);
    }
  }

  /** What the statistics need of a run. */
  record CountedRun(
      UUID id, String agent, String submittedBy, Optional<String> labels, Instant createdAt) {}

  /** The sums of a name in a span. */
  record Entry(Instant start, String name, Sums sums) {}

  /** Asks for as many ids as a power of two, so that few statements are prepared. */
  List<CountedRun> runs(Collection<UUID> ids) {
    List<UUID> asked = new ArrayList<>(ids);
    List<CountedRun> found = new ArrayList<>();
    for (int from = 0; from < asked.size(); from += AT_ONCE) {
      List<UUID> part =
          new ArrayList<>(asked.subList(from, Math.min(asked.size(), from + AT_ONCE)));
      while (Integer.bitCount(part.size()) != 1) {
        part.add(part.getFirst());
      }
      found.addAll(someRuns(part));
    }
    return found;
  }

  private List<CountedRun> someRuns(List<UUID> ids) {
    return database.rows(
        "SELECT id, agent, submitted_by, labels, created_at FROM run WHERE id IN (%s)"
            .formatted(String.join(", ", Collections.nCopies(ids.size(), "?"))),
        row ->
            new CountedRun(
                row.id("id"),
                row.text("agent"),
                row.text("submitted_by"),
                row.optionalText("labels"),
                row.instant("created_at")),
        ids.toArray());
  }

  /** Adds to the rows, all or none. */
  void add(SortedMap<Key, Sums> sums) {
    if (known.size() > MOST_KNOWN) {
      known.clear();
    }
    sums.keySet().stream().filter(key -> !known.contains(key)).forEach(this::ensureRow);
    database.together(
        it ->
            it.updateEach(ADD, sums.entrySet().stream().map(StatisticTable::parameters).toList()));
  }

  private void ensureRow(Key key) {
    database.insertIfAbsent(
        RowValues.of("statistic")
            .set("tenant", key.tenant())
            .set("span", key.span())
            .set("starts_at", key.start())
            .set("subject", key.subject())
            .set("name", key.name())
            .zero("submitted", "completed", "failed", "cancelled")
            .zero("model_calls", "input_tokens", "output_tokens", "cached_tokens")
            .zero("usd", "saved_usd"));
    known.add(key);
  }

  private static List<@Nullable Object> parameters(Map.Entry<Key, Sums> entry) {
    Sums sums = entry.getValue();
    List<@Nullable Object> parameters = new ArrayList<>();
    parameters.addAll(
        List.of(
            sums.submitted(),
            sums.completed(),
            sums.failed(),
            sums.cancelled(),
            sums.modelCalls(),
            sums.usage().inputTokens(),
            sums.usage().outputTokens(),
            sums.usage().cacheReadTokens(),
            sums.usd(),
            sums.savedUsd()));
    parameters.addAll(entry.getKey().parameters());
    return parameters;
  }

  /** Returns the sums of each span and name from a time to another, in the order of time. */
  List<Entry> byTime(String tenant, Span span, Subject subject, Instant from, Instant to) {
    return database.rows(
        BY_TIME,
        row -> new Entry(row.instant("starts_at"), row.text("name"), sums(row)),
        tenant,
        span,
        subject,
        from,
        to);
  }

  /** Returns the sums of the names from a time to another, those that cost most first. */
  List<Entry> byName(
      String tenant, Span span, Subject subject, Instant from, Instant to, int limit) {
    return database.rows(
        BY_NAME.formatted(limit),
        row -> new Entry(from, row.text("name"), sums(row)),
        tenant,
        span,
        subject,
        from,
        to);
  }

  private static Sums sums(Row row) {
    return new Sums(
        row.number("submitted"),
        row.number("completed"),
        row.number("failed"),
        row.number("cancelled"),
        row.number("model_calls"),
        new Usage(
            row.number("input_tokens"),
            row.number("output_tokens"),
            row.number("cached_tokens"),
            0),
        row.amount("usd"),
        row.amount("saved_usd"));
  }

  /** Deletes the sums of spans that began before a time; returns how many rows. */
  int deleteBefore(Span span, Instant time) {
    return database.update("DELETE FROM statistic WHERE span = ? AND starts_at < ?", span, time);
  }
}
