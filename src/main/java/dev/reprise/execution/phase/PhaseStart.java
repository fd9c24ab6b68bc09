package dev.reprise.execution.phase;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.artifact.call.CallArtifactTool;
import dev.reprise.artifact.call.KnownTools;
import dev.reprise.execution.ActiveRun;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.run.decision.NextStep;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;

/**
 * Starts phases. A phase that may call generated tools is told of those that are known. The event
 * has the whole prompt, so that a run that resumes on another server reads the same.
 */
@ApplicationScoped
public class PhaseStart {

  private static final System.Logger LOG = System.getLogger(PhaseStart.class.getName());

  private final KnownTools tools;
  private final Clock clock;

  @Inject
  public PhaseStart(KnownTools tools, Clock clock) {
    this.tools = tools;
    this.clock = clock;
  }

  void begin(ActiveRun run, NextStep.StartPhase step) {
    String prompt =
        step.phase().tools().contains(CallArtifactTool.NAME)
            ? withKnownTools(run, step)
            : step.prompt();
    run.append(new PhaseEvent.Started(step.phase().name(), prompt, clock.instant()));
  }

  /** Agents can call a tool whose name they know, so that a phase can do without the list. */
  private String withKnownTools(ActiveRun run, NextStep.StartPhase step) {
    try {
      String known = tools.prompt(run.claim().tenant(), run.agent().grant(CallArtifactTool.NAME));
      return known.isEmpty() ? step.prompt() : step.prompt() + "\n\n" + known;
    } catch (DatabaseException e) {
      LOG.log(
          WARNING,
          "run %s, phase %s: it starts without the list of known tools, which cannot be read"
              .formatted(run.id(), step.phase().name()),
          e);
      return step.prompt();
    }
  }
}
