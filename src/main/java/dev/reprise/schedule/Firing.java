package dev.reprise.schedule;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * One firing of a schedule, or several due times that a policy skipped together. Each due time of a
 * schedule belongs to one of its firings. Tested by {@code ScheduleStoreContract}.
 *
 * @param error why the last attempt failed
 */
public record Firing(FiringId key, DueTimes dueTimes, FiringState state, Optional<String> error) {

  /**
   * A place in the history of a schedule.
   *
   * @param due the due time of the firing before it
   * @param id the id of that firing, which need not be in the history any more
   */
  public record Place(Instant due, UUID id) {}

  /** Returns the one firing of a due time by the clock, on every server, or that by a backfill. */
  static Firing of(Schedule schedule, Instant due, FiringTrigger source, Instant notBefore) {
    String kind = source == FiringTrigger.BACKFILL ? "backfill" : "due";
    return pending(idOf(schedule, due, kind), schedule, due, source, notBefore);
  }

  /** Returns a firing that a person requests. */
  static Firing requested(UUID id, Schedule schedule, Instant now, String by) {
    return pending(id, schedule, now, FiringTrigger.REQUEST, now).requestedBy(by);
  }

  /** Returns the firing of due times that are skipped. */
  static Firing skipped(
      Schedule schedule, Instant from, Instant until, int dues, FiringReason reason) {
    return new Firing(
        FiringId.of(idOf(schedule, from, "skipped"), schedule),
        new DueTimes(from, until, dues, FiringTrigger.CLOCK),
        FiringState.pending(from).with(FiringStatus.SKIPPED, Optional.of(reason)),
        Optional.empty());
  }

  private static Firing pending(
      UUID id, Schedule schedule, Instant due, FiringTrigger source, Instant notBefore) {
    return new Firing(
        FiringId.of(id, schedule),
        DueTimes.of(due, source),
        FiringState.pending(notBefore),
        Optional.empty());
  }

  private static UUID idOf(Schedule schedule, Instant due, String kind) {
    String name = "%s/%s/%s".formatted(schedule.id(), due, kind);
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns this firing as one that a person requested. */
  Firing requestedBy(String person) {
    return new Firing(key, dueTimes.requestedBy(person), state, error);
  }

  /** Returns this firing in another state. */
  Firing with(FiringState other) {
    return new Firing(key, dueTimes, other, error);
  }

  /** Returns this firing with another error. */
  Firing with(Optional<String> otherError) {
    return new Firing(key, dueTimes, state, otherError);
  }

  /** Returns this firing as one of several that start at different times. */
  Firing spreadTo(Instant start) {
    return with(
        state.with(status(), Optional.of(FiringReason.SPREAD)).notBefore(start).withoutStarter());
  }

  /** Returns this firing at the start of an attempt. */
  Firing begun(Instant now) {
    return with(state.begun(now));
  }

  /** Returns whether it has started and not ended: it may be between two attempts. */
  public boolean isOpen() {
    return status() == FiringStatus.ACTIVE || (status() == FiringStatus.PENDING && attempts() > 0);
  }

  /** Returns the id of the firing and of its run, so that a firing has one run at most. */
  public UUID id() {
    return key.id();
  }

  public UUID schedule() {
    return key.schedule();
  }

  public String tenant() {
    return key.tenant();
  }

  public String agent() {
    return key.agent();
  }

  public Instant due() {
    return dueTimes.first();
  }

  public Instant until() {
    return dueTimes.last();
  }

  public int dueTimeCount() {
    return dueTimes.count();
  }

  public FiringTrigger source() {
    return dueTimes.source();
  }

  public Optional<String> requestedBy() {
    return dueTimes.requestedBy();
  }

  public FiringStatus status() {
    return state.status();
  }

  public Optional<FiringReason> reason() {
    return state.reason();
  }

  public int attempts() {
    return state.attempts();
  }

  public Instant notBefore() {
    return state.notBefore();
  }

  public Optional<Instant> startedAt() {
    return state.startedAt();
  }

  public Optional<Instant> endedAt() {
    return state.endedAt();
  }

  public boolean starting() {
    return state.starting();
  }
}
