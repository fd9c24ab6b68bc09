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

/**
 * Records what is done about a model that goes round in circles. The words that it is told stand in
 * the event, so that a run which goes on elsewhere reads the same.
 */
@ApplicationScoped
public class LoopSteps {

  private static final System.Logger LOG = System.getLogger(LoopSteps.class.getName());

  /** Has the model told, and whatever else the measure means. */
  void suspect(ActiveRun run, NextStep.SuspectLoop step) {
    run.append(
        new PhaseEvent.LoopSuspected(
            step.phase().name(),
            step.iteration(),
            step.streak(),
            step.measure(),
            words(run, step)));
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
      case HINTED -> "its model is told";
      case BLOCKED -> "calls that it repeated are not made any more";
      case ASKED -> "a person is asked";
    };
  }

  private static String words(ActiveRun run, NextStep.SuspectLoop step) {
    return "[Loop guard: %d times in a row your calls (%s) only repeated calls that you had made before, with the same outcome; nothing new has come since your reply %d. %s]"
        .formatted(
            step.streak(),
            String.join(", ", newestTools(run)),
            step.newsAt(),
            switch (step.measure()) {
              case HINTED -> "Go another way, or answer with what you have.";
              case BLOCKED ->
                  "From now on such a call is not made any more. Go another way, or answer with what you have.";
              case ASKED ->
                  "A person was asked to look, and has you go on; what the person says, if anything, follows. Do not begin the same again.";
            });
  }

  /** Returns the tools whose results came last, each once. */
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

  /** Refuses calls that were repeated too often. */
  void block(ActiveRun run, NextStep.RejectRepeatedCalls step) {
    List<RunEvent> refusals =
        step.calls().stream()
            .<RunEvent>map(
                call ->
                    new ToolCallEvent.Failed(
                        step.phase().name(),
                        step.iteration(),
                        call.id(),
                        new Failure(
                            "repeated_call",
                            "%s was not called: calls with these arguments have brought the same again and again, and nothing new has come since your reply %d; call it with others, go another way, or answer with what you have"
                                .formatted(call.tool(), step.newsAt()))))
            .toList();
    run.append(refusals);
  }
}
