package dev.reprise.api.control;

import dev.reprise.agent.Role;
import dev.reprise.agent.budget.Budget;
import dev.reprise.agent.message.Explained;
import dev.reprise.agent.message.Explanation.Code;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.identity.Submitter;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import dev.reprise.queue.row.Run;
import dev.reprise.run.state.Hold;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.RunStatus;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/**
 * Who may let a run continue, by itself or as a fork, and who may let it spend more. A submitter
 * lifts only their own pause; what another person paused or denied, and what a limit of spending
 * holds up, needs an operator. To continue approves nothing. Tested by {@code WhoMayContinueIT}.
 */
@ApplicationScoped
public class ContinuationCheck {

  private static final Setting<BigDecimal> BUDGET_USD =
      Setting.of("reprise.approvals.budget-usd", SettingType.decimal("0"), "100")
          .means(
              "up to how many US dollars operators may raise the budget of a run; that of its agent"
                  + " is allowed in any case");

  /** Declares this setting. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("approvals", BUDGET_USD);
    }
  }

  private final HumanInputs records;
  private final FourEyes fourEyes;
  private final BigDecimal mostUsd;

  @Inject
  ContinuationCheck(HumanInputs records, FourEyes fourEyes, Config config) {
    this.records = records;
    this.fourEyes = fourEyes;
    this.mostUsd = BUDGET_USD.get(config);
  }

  /**
   * Checks a person who resumes a run.
   *
   * @param budget the limits that it gets
   * @throws ProblemException if this person may not, or the run has no limits of its own
   */
  void checkResume(Run run, Optional<Budget> budget, Submitter by) {
    if (budget.isPresent()) {
      checkBudget(run, budget.get(), by);
    } else if (!isOperator(by)) {
      requireNoRequest(run, by);
      if (run.status() != RunStatus.RUNNING) { // what runs is held up by nothing but a request
        requireNoHold(run, records.fold(run).state(), by);
      }
    }
  }

  /**
   * Checks a person who continues a run as a fork of it.
   *
   * @throws ProblemException if this person may not resume it, or might not when it ended
   */
  public void checkFork(Run run, RunState state, Submitter by) {
    if (!isOperator(by)) {
      requireNoRequest(run, by);
      requireNoHold(run, state, by);
    }
  }

  private static void requireNoRequest(Run run, Submitter by) {
    run.pauseRequest()
        .map(Run.PauseRequest::by)
        .filter(person -> !person.equals(by.name()))
        .ifPresent(
            person -> {
              throw forbidden(run, new Hold.Paused(person));
            });
  }

  private static void requireNoHold(Run run, RunState state, Submitter by) {
    Hold.of(state, by.name())
        .ifPresent(
            hold -> {
              throw forbidden(run, hold);
            });
  }

  private static ProblemException forbidden(Run run, Hold hold) {
    Explained why =
        switch (hold) {
          case Hold.Paused(String person) ->
              new Explained(
                  "was paused by '%s'; only this person and operators let it continue"
                      .formatted(person),
                  Code.PAUSED_BY_ANOTHER.with("by", person));
          case Hold.ModelCall() ->
              new Explained(
                  "waits for an approver to decide about a model call, with model-call:approve or model-call:deny; to resume or fork it is no approval",
                  Code.NEEDS_MODEL_CALL_DECISION.alone());
          case Hold.Limit(var kind) ->
              new Explained(
                  "has reached its limit %s; only operators let it continue, with a higher one"
                      .formatted(kind),
                  Code.NEEDS_HIGHER_LIMIT.with("kind", kind));
        };
    return new ProblemException(
        ProblemType.FORBIDDEN,
        new Explained("Run %s %s.".formatted(run.id(), why.sentence()), why.explanation()));
  }

  private void checkBudget(Run run, Budget budget, Submitter by) {
    run.parentRun()
        .ifPresent(
            parent -> {
              throw ProblemException.invalidValue(
                  "budget",
                  "must be absent: the run works for run %s, which shares its budget with it"
                      .formatted(parent));
            });
    if (!isOperator(by)) {
      throw new ProblemException(
          ProblemType.FORBIDDEN, "Only operators set what run %s may spend.".formatted(run.id()));
    }
    RunState state = records.fold(run).state();
    fourEyes.check(run, state, Optional.empty(), by.name());
    Optional<BigDecimal> most = state.agent().runPolicy().budget().usd().map(mostUsd::max);
    if (budget.usd().isPresent()
        && most.filter(it -> budget.usd().get().compareTo(it) > 0).isPresent()) {
      throw ProblemException.invalidValue(
          "budget.usd",
          "must be at most %s, the higher one of reprise.approvals.budget-usd and the agent's own"
              .formatted(most.get().toPlainString()));
    }
  }

  private static boolean isOperator(Submitter by) {
    return by.role().filter(role -> role.includes(Role.OPERATOR)).isPresent();
  }
}
