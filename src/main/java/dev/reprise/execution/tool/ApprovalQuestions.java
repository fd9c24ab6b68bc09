package dev.reprise.execution.tool;

import dev.reprise.agent.Phase;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.ToolGrant;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.execution.ActiveRun;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.policy.ToolPolicy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Optional;

/**
 * Decides which calls wait for a person's approval. The run asks about each call once: the decision
 * holds however often the call is retried.
 */
@ApplicationScoped
public class ApprovalQuestions {

  private final ToolPolicy policy;

  @Inject
  public ApprovalQuestions(ToolPolicy policy) {
    this.policy = policy;
  }

  /** Returns the question to record instead of the call's intent, if the call needs approval. */
  Optional<RunEvent> question(
      ActiveRun run, Phase phase, int iteration, ToolCall call, ToolDeclaration tool) {
    ToolGrant grant = run.agent().grant(call.tool());
    if (!policy.effective(tool, grant).approval()) {
      return Optional.empty();
    }
    // a call that may have happened is no longer refused: a recorded failure might not be true
    return run.state()
        .call(call.id())
        .filter(it -> !it.approved() && !it.mayHaveHappened())
        .map(
            it ->
                new ToolCallEvent.Asked(
                    phase.name(),
                    iteration,
                    call.id(),
                    QuestionKind.APPROVAL,
                    question(tool, grant),
                    Optional.empty(),
                    Optional.of(it.digestOnceAsked())));
  }

  private static String question(ToolDeclaration tool, ToolGrant grant) {
    return "May '%s' be called (%s%s)? %s requires approval."
        .formatted(
            tool.name(),
            tool.category(),
            tool.dangerous() ? ", dangerous" : "",
            grant.approval() ? "The agent" : "The server's policy");
  }
}
