package dev.reprise.execution.budget;

import dev.reprise.agent.CallEstimate;
import dev.reprise.agent.Cost;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.budget.LimitCrossing;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.execution.ActiveRun;
import dev.reprise.journal.ApprovalTerms;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.state.ReplyProgress;
import dev.reprise.tool.policy.ApprovalQuorum;
import dev.reprise.tool.policy.ApprovalScope;
import dev.reprise.tool.policy.ApprovalTimeout;
import dev.reprise.tool.policy.TestProfile;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;

/**
 * Asks people whether a model call may be made that is expected to be expensive: as many people,
 * and in the time, as for a call of a tool. The run is paused meanwhile.
 */
@ApplicationScoped
public class ModelCallQuestions {

  private final ApprovalQuorum quorum;
  private final ApprovalTimeout timeout;
  private final TestProfile profile;
  private final Clock clock;

  @Inject
  public ModelCallQuestions(
      ApprovalQuorum quorum, ApprovalTimeout timeout, TestProfile profile, Clock clock) {
    this.quorum = quorum;
    this.timeout = timeout;
    this.profile = profile;
    this.clock = clock;
  }

  /** Returns the question about a call, which crosses the limit of one call. */
  ToolCallEvent.Asked question(ActiveRun run, ModelCall call, LimitCrossing crossing) {
    var scope = new ApprovalScope(run.claim().tenant(), run.agent().name());
    Instant until = clock.instant().plus(timeout.of(scope));
    var terms =
        new ApprovalTerms(
            crossing.needed().map(ModelCallQuestions::estimate),
            profile.approvesAll() ? 1 : quorum.of(scope),
            Optional.empty(),
            Optional.of(run.id()),
            false,
            Optional.of(crossing.explanation()));
    return ReplyProgress.unasked()
        .withDigest(
            new ToolCallEvent.Asked(
                new CallLocation(call.phase(), call.iteration(), ToolCallEvent.MODEL_CALL),
                QuestionKind.APPROVAL,
                question(call, crossing),
                Optional.of(until),
                terms));
  }

  private static String question(ModelCall call, LimitCrossing crossing) {
    return "May model %s be called%s? Calls from %s USD on need approval."
        .formatted(
            call.model(),
            crossing
                .needed()
                .map(usd -> " (about %s USD)".formatted(usd.toPlainString()))
                .orElse(", which has no price"),
            crossing.limit().toPlainString());
  }

  private static CallEstimate estimate(BigDecimal usd) {
    return new CallEstimate(usd, Cost.CURRENCY, CallEstimate.Verdict.ASKED);
  }

  /** Returns the server's own approval in its test profile; empty if people are asked. */
  Optional<HumanInputEvent> withoutPeople(ToolCallEvent.Asked question) {
    return profile.approvesAll()
        ? Optional.of(HumanInputEvent.Decided.withoutPeople(question, clock.instant()))
        : Optional.empty();
  }
}
