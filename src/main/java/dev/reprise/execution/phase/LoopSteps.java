package dev.reprise.execution.phase;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.agent.LoopResponse;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.Message;
import dev.reprise.execution.ActiveRun;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.decision.NextStep;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;

/**
 * Records how the loop guard responds to a model that repeats itself. The event contains the
 * message to the model, so that a run that resumes on another server reads the same. Tested by
 * {@code LoopIT}.
 */
@ApplicationScoped
public class LoopSteps {

  private static final System.Logger LOG = System.getLogger(LoopSteps.class.getName());

  /** Records the response, with the message to the model. */
  void suspect(ActiveRun run, NextStep.SuspectLoop step) {
    run.append(
        new PhaseEvent.LoopSuspected(
            step.phase().name(),
            step.iteration(),
            step.streak(),
            step.measure(),
            message(run, step)));
    LOG.log(
        step.measure() == LoopResponse.ASKED ? WARNING : INFO,
        "run %s, phase %s, iteration %d: %d iterations in a row brought nothing new; %s"
            .formatted(
                run.id(),
                step.phase().name(),
                step.iteration(),
                step.streak(),
                consequence(step.measure())));
  }

  private static String consequence(LoopResponse measure) {
    return switch (measure) {
      case HINTED -> "the model gets a hint";
      case BLOCKED -> "repeated calls are no longer made";
      case ASKED -> "the run asks a person";
    };
  }

  private static String message(ActiveRun run, NextStep.SuspectLoop step) {
    return "[Loop guard: %d times in a row your calls (%s) only repeated calls that you had made before, with the same outcome; nothing new has come since your reply %d. %s]"
        .formatted(
            step.streak(),
            String.join(", ", newestTools(run)),
            step.lastNewIteration(),
            switch (step.measure()) {
              case HINTED -> "Try another way, or answer with what you have.";
              case BLOCKED ->
                  "From now on such calls are not made. Try another way, or answer with what you have.";
              case ASKED ->
                  "A person has checked the run and lets you continue; the person's message, if there is one, follows. Do not start the same again.";
            });
  }

  /** Returns the distinct tools of the newest results. */
  private static List<String> newestTools(ActiveRun run) {
    List<Message> newestFirst =
        run.state().openPhase().orElseThrow().work().transcript().messages().reversed();
    return newestFirst.stream()
        .takeWhile(Message.ToolResult.class::isInstance)
        .map(result -> ((Message.ToolResult) result).call().tool())
        .distinct()
        .sorted()
        .toList();
  }

  /** Records the refusal of calls that were repeated too often. */
  void block(ActiveRun run, NextStep.RejectRepeatedCalls step) {
    List<RunEvent> refusals =
        step.calls().stream()
            .<RunEvent>map(
                call ->
                    new ToolCallEvent.Failed(
                        step.location(call.id()),
                        new Failure(
                            "repeated_call",
                            "%s was not called: calls with these arguments keep returning the same, and nothing new has come since your reply %d; use other arguments, try another way, or answer with what you have"
                                .formatted(call.tool(), step.lastNewIteration())),
                        Optional.empty()))
            .toList();
    run.append(refusals);
  }
}
