package dev.reprise.queue;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import dev.reprise.queue.row.RunSql;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.eclipse.microprofile.config.Config;
import org.jspecify.annotations.Nullable;

/**
 * Limits the number of queued runs per tenant: {@code reprise.queue.max-queued}, by default 10,000.
 *
 * <p>This server counts the rows at most once a second, and adds the runs that it accepts in
 * between. So a tenant may exceed the limit by the runs that other servers accept within a second.
 * A run that is queued again by itself, such as a run that waited, is never refused. Tested by
 * {@code FairQueueTest}.
 */
@ApplicationScoped
public class QueueLimit {

  static final Setting<Integer> MAX_QUEUED =
      Setting.of("reprise.queue.max-queued", SettingType.integer(1), "10000")
          .means(
              "how many runs a tenant may have queued: more submissions and forks are refused with"
                  + " `queue-full` (429) and `Retry-After`");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("the-queue", MAX_QUEUED);
    }
  }

  private static final System.Logger LOG = System.getLogger(QueueLimit.class.getName());
  private static final Duration FRESH = Duration.ofSeconds(1);

  /** A count holds so many times as long as it took: a limit of millions takes seconds to count. */
  private static final int REST = 20;

  private final Map<String, Counted> counts = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> refusals = new ConcurrentHashMap<>();
  private final Database database;
  private final Clock clock;
  private final int maxQueued;

  /**
   * How many were queued.
   *
   * @param until when they are counted again
   */
  private record Counted(long queued, Instant until) {}

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if the limit is below 1
   */
  @Inject
  QueueLimit(Config config, Database database, Clock clock) {
    this(MAX_QUEUED.get(config), database, clock);
  }

  public QueueLimit(int maxQueued, Database database, Clock clock) {
    this.maxQueued = maxQueued;
    this.database = database;
    this.clock = clock;
  }

  void check(@Observes Startup unused) {
    // The call creates the bean, so that a wrong limit fails the start, not the first submission.
  }

  /**
   * Counts one more queued run of a tenant.
   *
   * @throws QueueFullException if the tenant already has the maximum number of queued runs
   */
  public void requireRoom(String tenant) {
    Counted counted = counts.compute(tenant, (key, before) -> oneMore(key, before));
    if (counted.queued() > maxQueued) {
      throw refused(tenant, counted.queued() - 1);
    }
  }

  private Counted oneMore(String tenant, @Nullable Counted before) {
    Counted known =
        before != null && clock.instant().isBefore(before.until()) ? before : counted(tenant);
    return new Counted(Math.min(known.queued(), maxQueued) + 1, known.until());
  }

  private Counted counted(String tenant) {
    Instant begun = clock.instant();
    long queued = database.number(RunSql.QUEUED_UP_TO, tenant, maxQueued);
    Instant now = clock.instant();
    Duration rest = Duration.between(begun, now).multipliedBy(REST);
    return new Counted(queued, now.plus(rest.compareTo(FRESH) > 0 ? rest : FRESH));
  }

  private QueueFullException refused(String tenant, long queued) {
    LongAdder refused = refusals.computeIfAbsent(tenant, first -> new LongAdder());
    refused.increment();
    if (Long.bitCount(refused.sum()) == 1) { // the first, the second, the fourth …
      LOG.log(
          WARNING,
          "tenant %s has %d runs queued, as many as %s allows; %d were refused since the start"
              .formatted(tenant, queued, MAX_QUEUED.name(), refused.sum()));
    }
    return new QueueFullException(tenant, queued, maxQueued);
  }

  /** Returns the maximum number of queued runs of a tenant. */
  public int maxQueued() {
    return maxQueued;
  }

  /** Returns how many more runs a tenant may queue, as far as this server has counted. */
  public long room(String tenant) {
    return Optional.ofNullable(counts.get(tenant))
        .map(counted -> Math.max(0, maxQueued - counted.queued()))
        .orElse((long) maxQueued);
  }

  /** Returns how many of a tenant's runs this server has refused since its start. */
  public long refused(String tenant) {
    return Optional.ofNullable(refusals.get(tenant)).map(LongAdder::sum).orElse(0L);
  }
}
