package dev.reprise.queue.row;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.journal.Journal;
import dev.reprise.journal.Position;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.WaitReason;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.Query;
import jakarta.transaction.Transactional;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Finds runs: their rows, and their states folded from the journal. Tested by {@code
 * RunPageQueryContract}.
 */
@ApplicationScoped
public class Runs {

  /** Far below the number of parameters that databases accept in a statement. */
  private static final int MAX_AT_ONCE = 100;

  @PersistenceContext(unitName = "reprise")
  EntityManager database;

  private final Journal journal;
  private final ReasonEncryption reasons;
  private final RecordReads reads;

  @Inject
  Runs(Journal journal, ReasonEncryption reasons, RecordReads reads) {
    this.journal = journal;
    this.reasons = reasons;
    this.reads = reads;
  }

  /** Creates runs whose records are read at once, however many they are. */
  public Runs(Journal journal, ReasonEncryption reasons) {
    this(journal, reasons, new RecordReads());
  }

  /** Returns the row of a run. */
  @Transactional
  public Optional<Run> find(UUID id) {
    return Optional.ofNullable(database.find(Run.class, id.toString())).map(this::seenFromHere);
  }

  /**
   * A run that is not durable is in memory until its row says that another server gave it up. The
   * provider would write what changes of an entity in its care, over what servers have written.
   */
  private Run seenFromHere(Run run) {
    database.detach(run);
    run.endsInMemoryAt(endInMemory(run.id(), run.inMemoryOn()));
    run.showReasons(reasons);
    return run;
  }

  private long endInMemory(UUID id, Optional<String> inMemoryOn) {
    if (inMemoryOn.isEmpty()) {
      journal.forget(id);
    }
    return journal.endInMemory(id).map(Position::sequence).orElse(0L);
  }

  /** Returns whether this server can read the run's record. */
  public boolean hasRecord(Run run) {
    return run.inMemoryOn().isEmpty() || journal.endInMemory(run.id()).isPresent();
  }

  /**
   * Checks that this server can read the run's record.
   *
   * @throws RecordElsewhereException if the record is or was in memory, but not in this server's
   *     now
   */
  public void requireRecord(Run run) {
    if (!hasRecord(run)) {
      throw new RecordElsewhereException(run.id(), run.inMemoryOn().orElseThrow());
    }
  }

  /** Returns the row of a run if it belongs to this tenant. */
  @Transactional
  public Optional<Run> find(String tenant, UUID id) {
    return find(id).filter(run -> run.tenant().equals(tenant));
  }

  /** Returns the rows of those of these runs that belong to this tenant, in any order. */
  @Transactional
  public List<Run> find(String tenant, Collection<UUID> ids) {
    return find(ids).stream().filter(run -> run.tenant().equals(tenant)).toList();
  }

  /** Returns the rows of those of these runs that exist, in any order. */
  @Transactional
  public List<Run> find(Collection<UUID> ids) {
    List<String> all = ids.stream().map(UUID::toString).toList();
    List<Run> found = new ArrayList<>();
    for (int from = 0; from < all.size(); from += MAX_AT_ONCE) {
      var query = database.createQuery("SELECT r FROM Run r WHERE r.id IN :ids", Run.class);
      query.setParameter("ids", all.subList(from, Math.min(all.size(), from + MAX_AT_ONCE)));
      found.addAll(query.getResultList());
    }
    return found.stream().map(this::seenFromHere).toList();
  }

  /** Returns a page of a tenant's runs, in the order of the filter. */
  @Transactional
  public List<Run> list(String tenant, Filter filter, int limit) {
    RunPageQuery page = RunPageQuery.of(tenant, filter, limit);
    return runs(page.sql(), page.parameters());
  }

  /** Returns a page of a tenant's runs that wait for people, the longest waiting first. */
  @Transactional
  public List<Run> waitingForPeople(
      String tenant, HumanWaits filter, Optional<Place> after, int limit) {
    HumanWaitQuery page = HumanWaitQuery.page(tenant, filter, after, limit);
    return runs(page.sql(), page.parameters());
  }

  /**
   * Returns a page of the runs of all tenants that wait for people's decisions or answers for so
   * long already, the longest waiting first.
   */
  @Transactional
  public List<Run> waitingForPeople(Duration since, Optional<Place> after, int limit) {
    HumanWaitQuery page = HumanWaitQuery.longerThan(since, after, limit);
    return runs(page.sql(), page.parameters());
  }

  /**
   * Returns a page of a tenant's durable runs that existed at a moment and had not ended, the
   * oldest first.
   */
  @Transactional
  public List<Run> unfinished(String tenant, Instant moment, Optional<Place> after, int limit) {
    UnfinishedRunQuery page = UnfinishedRunQuery.at(tenant, moment, after, limit);
    return runs(page.sql(), page.parameters());
  }

  /** Returns how many of a tenant's runs wait for people, by what they wait for. */
  @Transactional
  public Map<String, Long> countWaitingForPeople(String tenant, Collection<WaitReason> reasons) {
    HumanWaitQuery counts = HumanWaitQuery.counts(tenant, reasons);
    List<?> rows =
        parameterized(database.createNativeQuery(counts.sql()), counts.parameters())
            .getResultList();
    return rows.stream()
        .map(Object[].class::cast)
        .collect(Collectors.toMap(row -> (String) row[0], row -> ((Number) row[1]).longValue()));
  }

  private List<Run> runs(String sql, List<Object> parameters) {
    List<?> rows =
        parameterized(database.createNativeQuery(sql, Run.class), parameters).getResultList();
    return rows.stream().map(Run.class::cast).map(this::seenFromHere).toList();
  }

  private static Query parameterized(Query query, List<Object> parameters) {
    for (int i = 0; i < parameters.size(); i++) {
      query.setParameter(i + 1, parameters.get(i));
    }
    return query;
  }

  /**
   * Folds a run's journal from its newest checkpoint, as soon as this tenant may read a record.
   *
   * @throws RecordReads.TooManyReadsException if it may not in time
   * @throws dev.reprise.journal.BrokenRecordException if the record is broken, or the run's row
   *     differs from it
   */
  public ReplayedRun fold(Run run, AgentDefinition agent) {
    return reads.of(
        run.tenant(),
        () ->
            ReplayedRun.from(journal, run.id(), agent, run.checkpoint())
                .as(run.id(), run.identity()));
  }

  /**
   * The runs that a list contains.
   *
   * @param created when they were created
   * @param ended when they ended
   * @param labels what they are all marked with
   * @param after the last run of the page before, in the same order
   */
  public record Filter(
      StatusFilter standing,
      Optional<String> agent,
      Period created,
      Period ended,
      Labels labels,
      Order order,
      Optional<Place> after) {

    /** How runs stand, and why. */
    public record StatusFilter(
        Optional<RunStatus> status,
        Optional<WaitReason> waitingFor,
        Optional<String> failureCode,
        Optional<FailureGroup> failureGroup) {}

    /** Creates a filter by status and agent. */
    public static Filter of(
        Optional<RunStatus> status, Optional<String> agent, Optional<Place> after) {
      return new Filter(
          new StatusFilter(status, Optional.empty(), Optional.empty(), Optional.empty()),
          agent,
          Period.ALWAYS,
          Period.ALWAYS,
          Labels.NONE,
          Order.NEWEST_FIRST,
          after);
    }

    /**
     * Returns the order in which runs with these ends and failures come if nothing else is said.
     */
    public static Order order(StatusFilter standing, Period ended, Order otherwise) {
      return ended.equals(Period.ALWAYS)
              && standing.failureCode().isEmpty()
              && standing.failureGroup().isEmpty()
          ? otherwise
          : Order.LAST_ENDED_FIRST;
    }

    /** Returns the filter for the runs after another place. */
    public Filter after(Optional<Place> place) {
      return new Filter(standing, agent, created, ended, labels, order, place);
    }
  }

  /** In which order a list has the runs. */
  public enum Order {
    NEWEST_FIRST,
    OLDEST_FIRST,
    /** Only runs that have ended, the one that ended last first. */
    LAST_ENDED_FIRST;

    /** Returns the place of a run in this order. */
    public Place place(Run run) {
      return this == LAST_ENDED_FIRST
          ? new Place(run.summary().endedAt().orElseThrow(), run.id())
          : Place.of(run);
    }
  }

  /**
   * A period, which may be open at both ends.
   *
   * @param from its first instant
   * @param until the first instant after it
   */
  public record Period(Optional<Instant> from, Optional<Instant> until) {

    /** All of time. */
    public static final Period ALWAYS = new Period(Optional.empty(), Optional.empty());
  }

  /**
   * The runs that a list of those has that wait for people.
   *
   * @param reasons what they wait for
   * @param submittedBy the person for whom they work
   */
  public record HumanWaits(
      Collection<WaitReason> reasons, Optional<String> agent, Optional<String> submittedBy) {}

  /**
   * A run's place in a list.
   *
   * @param at the time by which the list is ordered: when the run was created, ended, or began to
   *     wait
   */
  public record Place(Instant at, UUID id) {

    /** Returns the place of a run by its age. */
    public static Place of(Run run) {
      return new Place(run.createdAt(), run.id());
    }
  }
}
