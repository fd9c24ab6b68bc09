package dev.reprise.artifact;

import dev.reprise.artifact.TrustRules.Promoter;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A tool's method that an agent wrote. Each change gives another artifact.
 *
 * @param contract what the newest generation should fulfil
 * @param generations the latest, the newest first; one to three
 */
public record Artifact(
    ArtifactKey key,
    Contract contract,
    List<Generation> generations,
    StageEntry standing,
    Fitness fitness,
    Usage usage) {

  /** How many generations are kept. */
  public static final int GENERATIONS = 3;

  private static final String SERVER = "the server";

  public Artifact {
    generations = List.copyOf(generations);
    if (generations.isEmpty() || generations.size() > GENERATIONS) {
      throw new IllegalArgumentException(
          "an artifact has one to %d generations".formatted(GENERATIONS));
    }
    if (!contract.role().equals(key.role())) {
      throw new IllegalArgumentException(
          "the contract is of the role %s, not %s".formatted(contract.role(), key.role()));
    }
  }

  /** Returns the artifact of code for which there was none. It is staged. */
  public static Artifact first(
      ArtifactKey key, Contract contract, Program program, Generation.Origin origin) {
    return new Artifact(
        key,
        contract,
        List.of(Generation.of(origin, Optional.empty(), contract, program)),
        staged(origin),
        Fitness.NEW,
        new Usage(origin.at(), Optional.empty(), 0));
  }

  /** Returns the current code. */
  public Generation current() {
    return generations.getFirst();
  }

  /** Returns it with new code. It is staged, however far the code before it had come. */
  public Artifact written(Contract wanted, Program program, Generation.Origin origin) {
    var next = Generation.of(origin, Optional.of(current().origin().id()), wanted, program);
    Fitness after =
        switch (origin.trigger()) {
          case REPAIRED -> fitness.repaired();
          case GENERATED, REGENERATED, IMPORTED -> fitness.rewritten();
        };
    return new Artifact(
        key,
        wanted,
        Stream.concat(Stream.of(next), generations.stream()).limit(GENERATIONS).toList(),
        staged(origin),
        after,
        usage);
  }

  private static StageEntry staged(Generation.Origin origin) {
    return new StageEntry(
        Stage.STAGED,
        SERVER,
        "code was " + origin.trigger().name().toLowerCase(Locale.ROOT),
        origin.at());
  }

  /** Returns it after a call of its current code that succeeded. */
  public Artifact succeeded(Instant at) {
    return with(fitness.succeeded(), usage.called(at));
  }

  /** Returns it after a call of its current code that failed. */
  public Artifact failed(Failure failure) {
    return with(fitness.failed(failure), usage.called(failure.at()));
  }

  /**
   * Returns it after a call. It is promoted if calls promote, and as many in a row have succeeded
   * as the rules require.
   *
   * @param generation whose code ran; may be an earlier one by now
   * @param failure empty if the call succeeded
   */
  public Artifact called(UUID generation, Optional<Failure> failure, Instant at, TrustRules rules) {
    if (!isCurrent(generation)) {
      return with(fitness.calledBefore(failure), usage.called(at));
    }
    return failure.map(this::failed).orElseGet(() -> succeeded(at).proved(rules, at));
  }

  /**
   * Returns it after a call that tried new code in its place. Code that succeeded becomes current,
   * unless this has changed since the code was written; code that failed leaves this as it is, and
   * uses up its repair if it is to blame.
   *
   * @param candidate this with the new code
   * @param failure empty if the call succeeded
   */
  public Artifact tried(
      Artifact candidate, Optional<Failure> failure, Instant at, TrustRules rules) {
    Generation next = candidate.current();
    Generation.Origin origin = next.origin();
    boolean isAsBefore =
        next.parent().filter(this::isCurrent).isPresent()
            && standing.stage() != Stage.QUARANTINED
            && standing.stage() != Stage.ARCHIVED;
    return failure.isEmpty() && isAsBefore
        ? written(candidate.contract(), next.program(), origin)
            .checked(rules, origin.at())
            .called(origin.id(), failure, at, rules)
        : with(fitness.tried(origin.trigger(), failure), usage.called(at));
  }

  private Artifact proved(TrustRules rules, Instant at) {
    return standing.stage() == Stage.CANARY
            && rules.promoter() == Promoter.CALLS
            && fitness.hasOnlySucceeded(rules.canaryCalls())
        ? promoted(SERVER, "%d calls in a row succeeded".formatted(rules.canaryCalls()), at)
        : this;
  }

  /** Returns whether an agent's calls may have its code written; true if its origin is unknown. */
  boolean belongsTo(String agent) {
    return current().origin().provenance().agent().map(agent::equals).orElse(true);
  }

  private boolean isCurrent(UUID generation) {
    return current().origin().id().equals(generation);
  }

  /** Returns it after its staged code passed all checks. */
  public Artifact checked(TrustRules rules, Instant at) {
    return rules
        .afterChecks(key.role())
        .map(it -> with(new StageEntry(it, SERVER, "its code passed all checks", at)))
        .orElse(this);
  }

  /**
   * Returns it in the next stage.
   *
   * @throws IllegalStateException if no stage comes next
   */
  public Artifact promoted(String by, String reason, Instant at) {
    Stage next =
        standing
            .stage()
            .next()
            .orElseThrow(() -> new IllegalStateException("it is " + standing.stage()));
    return with(new StageEntry(next, by, reason, at));
  }

  /** Returns it so that no agent may call it. */
  public Artifact quarantined(String by, String reason, Instant at) {
    return with(new StageEntry(Stage.QUARANTINED, by, reason, at));
  }

  /** Returns it so that its code is not in use any more, and a call has new code written. */
  public Artifact archived(String by, String reason, Instant at) {
    return with(new StageEntry(Stage.ARCHIVED, by, reason, at));
  }

  /** Returns it so that the next call has its code rewritten, with all repairs before it. */
  public Artifact outdated(String by, String reason, Instant at) {
    return archived(by, reason, at).with(fitness.rewritten(), usage);
  }

  /** Returns it as it is, with who has restored it. */
  public Artifact restored(String by, String reason, Instant at) {
    return with(new StageEntry(standing.stage(), by, reason, at));
  }

  /**
   * Returns it with the code of the generation before, which must be promoted again. The current
   * generation is dropped, and the contract stays: the code counts as written for it from now on,
   * so that the next call does not repair at once what was rolled back.
   *
   * @throws IllegalStateException if there is no generation before
   */
  public Artifact rolledBack(String by, String reason, Instant at) {
    if (generations.size() == 1) {
      throw new IllegalStateException("it has no generation before");
    }
    return new Artifact(
        key,
        contract,
        Stream.concat(
                Stream.of(generations.get(1).adoptedFor(contract)), generations.stream().skip(2))
            .toList(),
        new StageEntry(Stage.STAGED, by, reason, at),
        fitness.rolledBack(),
        usage);
  }

  /**
   * Returns it as healthy, because a person says so: recent results and repairs start again, and it
   * is staged if it was quarantined.
   */
  public Artifact blessed(String by, String reason, Instant at) {
    Stage stage = standing.stage() == Stage.QUARANTINED ? Stage.STAGED : standing.stage();
    return with(new StageEntry(stage, by, reason, at)).with(fitness.rewritten(), usage);
  }

  /** Returns it with all counts of successes and failures at zero. */
  public Artifact withoutMetrics() {
    return with(Fitness.NEW, usage);
  }

  /** Returns what agents are told of it, and what decides its rank. */
  public ArtifactSummary summary() {
    return new ArtifactSummary(
        key,
        standing.stage(),
        contract.purpose(),
        fitness.successes(),
        fitness.failures().ofCode(),
        usage.idleSince());
  }

  private Artifact with(StageEntry next) {
    return new Artifact(key, contract, generations, next, fitness, usage);
  }

  private Artifact with(Fitness nextFitness, Usage nextUsage) {
    return new Artifact(key, contract, generations, standing, nextFitness, nextUsage);
  }
}
