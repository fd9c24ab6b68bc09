package dev.reprise.artifact;

import dev.reprise.artifact.TrustRules.Promoter;
import java.util.Optional;

/**
 * What is done for a call of an artifact, and why. It depends on nothing but the artifact, the
 * contract and the rules.
 */
public record Selection(Action action, Reason reason) {

  /** What is done. */
  public enum Action {
    /** The code runs; no model is called. */
    RUN,
    /** A model corrects the code. */
    REPAIR,
    /** A model writes the code, and does not see what was there. */
    GENERATE,
    /** The call fails, because a person must decide first. */
    REFUSE
  }

  /** Why. The first that is true counts. */
  public enum Reason {
    /** There is no artifact. */
    MISSING,
    /** An admin has quarantined it. */
    QUARANTINED,
    /** Its code is not in use any more. */
    ARCHIVED,
    /** The code is not what was written. */
    CORRUPT,
    /** It is stored in a form that this server does not know. */
    OTHER_SCHEMA_VERSION,
    /** It was written for a sandbox that this server does not have. */
    OTHER_RUNTIME_VERSION,
    /** It was written for another contract. */
    CONTRACT_CHANGED,
    /** What it uses has changed. */
    DRIFTED,
    /** It fails too often. */
    DEGRADED,
    /** It needs a repair, and has been repaired as often as it may be. */
    BUDGET_EXHAUSTED,
    /** Its code waits until an admin promotes it. */
    STAGED,
    /** Another agent had it written, and alone may call it, or have its code written. */
    OF_ANOTHER_AGENT,
    /** Nothing is wrong. */
    HEALTHY,
    /** Stored code may not run at this moment. */
    READ_OFF
  }

  /** Selects what is done for a call under the wanted contract. */
  public static Selection of(Optional<Artifact> stored, Contract wanted, HealthRules rules) {
    Reason reason = stored.map(it -> reason(it, wanted, rules)).orElse(Reason.MISSING);
    return switch (reason) {
      case HEALTHY -> new Selection(Action.RUN, reason);
      case QUARANTINED, STAGED, OF_ANOTHER_AGENT -> new Selection(Action.REFUSE, reason);
      case CONTRACT_CHANGED, DRIFTED, DEGRADED ->
          stored.orElseThrow().fitness().repairs() < rules.maxRepairs()
              ? new Selection(Action.REPAIR, reason)
              : new Selection(Action.GENERATE, Reason.BUDGET_EXHAUSTED);
      case MISSING,
          ARCHIVED,
          CORRUPT,
          OTHER_SCHEMA_VERSION,
          OTHER_RUNTIME_VERSION,
          BUDGET_EXHAUSTED,
          READ_OFF ->
          new Selection(Action.GENERATE, reason);
    };
  }

  /**
   * Returns what is done for a call of an agent. Unless calls promote, an artifact belongs to the
   * agent that had its code written: no other agent runs that code before a person promotes it, and
   * none replaces it.
   */
  public Selection by(String agent, Optional<Artifact> stored, TrustRules trust) {
    if (trust.promoter() == Promoter.CALLS || stored.filter(it -> !it.belongsTo(agent)).isEmpty()) {
      return this;
    }
    boolean isFree =
        switch (action) {
          case RUN -> stored.orElseThrow().standing().stage() != Stage.PRIVATE;
          case GENERATE -> reason == Reason.ARCHIVED; // an admin has taken it from its agent
          case REPAIR -> false;
          case REFUSE -> true;
        };
    return isFree ? this : new Selection(Action.REFUSE, Reason.OF_ANOTHER_AGENT);
  }

  /**
   * Returns what is done under a policy.
   *
   * @param isFresh whether the code was written for this very call, so that it is not read
   */
  public Selection under(UsePolicy policy, String role, boolean isFresh) {
    boolean isRead = action == Action.RUN || action == Action.REPAIR;
    if (isRead && !isFresh && !policy.mayRead(role)) {
      return new Selection(policy.mayTry(role) ? Action.GENERATE : Action.REFUSE, Reason.READ_OFF);
    }
    return action == Action.REPAIR && !policy.mayRepair()
        ? new Selection(Action.GENERATE, reason)
        : this;
  }

  private static Reason reason(Artifact artifact, Contract wanted, HealthRules rules) {
    Generation current = artifact.current();
    if (artifact.standing().stage() == Stage.QUARANTINED) {
      return Reason.QUARANTINED;
    }
    if (artifact.standing().stage() == Stage.ARCHIVED) {
      return Reason.ARCHIVED;
    }
    if (!current.isIntact()) {
      return Reason.CORRUPT;
    }
    if (current.program().schemaVersion() != Program.SCHEMA_VERSION) {
      return Reason.OTHER_SCHEMA_VERSION;
    }
    if (current.program().runtimeVersion() != Program.RUNTIME_VERSION) {
      return Reason.OTHER_RUNTIME_VERSION;
    }
    if (!current.fingerprint().equals(wanted.fingerprint())) {
      return Reason.CONTRACT_CHANGED;
    }
    Reason health = health(artifact.fitness(), rules);
    return health == Reason.HEALTHY && artifact.standing().stage() == Stage.STAGED
        ? Reason.STAGED
        : health;
  }

  private static Reason health(Fitness fitness, HealthRules rules) {
    if (fitness.isDrifted()) {
      return Reason.DRIFTED;
    }
    return fitness.recentFailureRate() >= rules.degradedFrom() ? Reason.DEGRADED : Reason.HEALTHY;
  }
}
