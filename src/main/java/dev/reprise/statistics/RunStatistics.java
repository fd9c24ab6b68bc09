package dev.reprise.statistics;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.journal.AppendListener;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Writer;
import dev.reprise.model.price.Prices;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.InDoubtException;
import dev.reprise.platform.jdbc.SqlErrors;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.microprofile.config.Config;

/** Counts what this server appends to the records of runs. Tested by {@code StatisticsTest}. */
@ApplicationScoped
public class RunStatistics implements AppendListener {

  private static final System.Logger LOG = System.getLogger(RunStatistics.class.getName());

  /** While the database is away, no more are kept: some 20 MB. */
  private static final int MOST = 100_000;

  private static final int PAGE = 2000;

  private final StatisticTable table;
  private final Prices prices;
  private final InstantSource clock;
  private final LabelNames labels;

  private final ConcurrentLinkedQueue<Counted> unsaved = new ConcurrentLinkedQueue<>();
  private final AtomicInteger size = new AtomicInteger();
  private final AtomicLong dropped = new AtomicLong();

  private record Counted(UUID run, String tenant, Instant at, CountedEvent event) {

    /** Returns what it has in common with others that are counted for the same names. */
    Counted place() {
      return event.sums().haveEnd() // its time counts
          ? this
          : new Counted(run, tenant, Span.MINUTES.start(at), event.with(Sums.NONE));
    }

    Counted plus(Counted other) {
      return new Counted(run, tenant, at, event.with(event.sums().plus(other.event.sums())));
    }
  }

  @Inject
  RunStatistics(Database database, Prices prices, Clock clock, Config config) {
    this(database, prices, clock, StatisticsSettings.LABELS.get(config));
  }

  RunStatistics(Database database, Prices prices, InstantSource clock, List<String> labels) {
    this.table = new StatisticTable(database);
    this.prices = prices;
    this.clock = clock;
    this.labels = new LabelNames(labels);
  }

  @Override
  public void appended(Writer writer, List<RunEvent> events) {
    for (RunEvent event : events) {
      CountedEvent.of(event, prices)
          .ifPresent(it -> take(new Counted(writer.run(), writer.tenant(), clock.instant(), it)));
    }
  }

  private void take(Counted counted) {
    if (size.get() >= MOST) {
      dropped.incrementAndGet();
    } else {
      size.incrementAndGet();
      unsaved.add(counted);
    }
  }

  /**
   * Adds what was counted to the sums of all servers. If that fails, it is kept for the next time.
   * One thread calls it at a time.
   *
   * @throws dev.reprise.platform.jdbc.DatabaseException if the database fails
   */
  public void save() {
    List<Counted> page = page();
    while (!page.isEmpty()) {
      add(page);
      page.forEach(each -> unsaved.remove());
      size.addAndGet(-page.size());
      page = page();
    }
    long lost = dropped.getAndSet(0);
    if (lost > 0) {
      LOG.log(
          WARNING,
          "statistics: the database was away for so long that %d events of runs are not counted"
              .formatted(lost));
    }
  }

  private void add(List<Counted> page) {
    try {
      table.add(sums(page));
    } catch (DatabaseException e) {
      if (e.is(SqlErrors::isStatementAtFault)) {
        // It would fail each time, and nothing after it would ever be counted.
        LOG.log(WARNING, "statistics: %d events of runs are not counted".formatted(page.size()), e);
      } else if (!(e.getCause() instanceof InDoubtException)) { // else rather missing than twice
        throw e;
      }
    }
  }

  private List<Counted> page() {
    return unsaved.stream().limit(PAGE).toList();
  }

  private SortedMap<StatisticTable.Key, Sums> sums(List<Counted> page) {
    Map<UUID, StatisticTable.CountedRun> runs = new HashMap<>();
    table
        .runs(page.stream().map(Counted::run).distinct().toList())
        .forEach(run -> runs.put(run.id(), run));
    SortedMap<StatisticTable.Key, Sums> sums = new TreeMap<>();
    for (Counted each : together(page)) {
      for (Name name : names(each, Optional.ofNullable(runs.get(each.run())))) {
        for (Span span : Span.values()) {
          sums.merge(
              new StatisticTable.Key(
                  each.tenant(), span, span.start(each.at()), name.subject(), name.name()),
              each.event().sums(),
              Sums::plus);
        }
      }
    }
    return sums;
  }

  /** Adds up what one run did within the shortest span: most of a page is of few runs. */
  private static Collection<Counted> together(List<Counted> page) {
    Map<Counted, Counted> together = new LinkedHashMap<>();
    for (Counted each : page) {
      together.merge(each.place(), each, Counted::plus);
    }
    return together.values();
  }

  private record Name(Subject subject, String name) {}

  /** Returns what an event is counted for; less if the run has been erased since. */
  private List<Name> names(Counted counted, Optional<StatisticTable.CountedRun> of) {
    CountedEvent event = counted.event();
    List<Name> names = new ArrayList<>();
    names.add(new Name(Subject.ALL, ""));
    event.model().ifPresent(model -> names.add(new Name(Subject.MODEL, model)));
    event.failure().ifPresent(code -> names.add(new Name(Subject.FAILURE, code)));
    of.ifPresent(
        run -> {
          names.add(new Name(Subject.AGENT, run.agent()));
          names.add(new Name(Subject.USER, run.submittedBy()));
          run.labels().stream()
              .flatMap(it -> labels.of(counted.tenant(), counted.at(), it))
              .forEach(label -> names.add(new Name(Subject.LABEL, label)));
          if (event.sums().haveEnd()) {
            Duration duration = Duration.between(run.createdAt(), counted.at());
            names.add(
                new Name(Subject.DURATION, Integer.toString(DurationClass.of(duration).number())));
          }
        });
    return names;
  }

  /** Deletes sums that are older than they are kept. */
  void prune(Duration hours) {
    Instant now = clock.instant();
    table.deleteBefore(Span.MINUTES, now.minus(Span.MINUTES_KEPT));
    table.deleteBefore(Span.HOUR, now.minus(hours));
  }
}
