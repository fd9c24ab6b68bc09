package dev.reprise.execution;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.journal.MemoryJournal;
import dev.reprise.journal.Position;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Writer;
import dev.reprise.model.ChatModels;
import dev.reprise.model.ScriptedModel;
import dev.reprise.run.Claim;
import dev.reprise.run.Decider;
import dev.reprise.run.Folded;
import dev.reprise.run.NextStep;
import dev.reprise.run.RunState;
import dev.reprise.tool.ToolCaller;
import dev.reprise.tool.ToolCatalogue;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.Workspaces;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;

/** The real phase loop without server and batch: what a job does to a run, on one journal. */
final class Engine {

  static final UUID RUN = UUID.fromString("00000000-0000-4000-8000-000000000001");
  static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);

  private final Decider decider = new Decider(1_000);
  private final PhaseLoop loop;
  private final MemoryJournal journal;

  Engine(MemoryJournal journal, World world, Path workspace, ExecutorService executor) {
    this.journal = journal;
    ToolCatalogue tools = ToolFixture.catalogue(world.tools());
    ToolCaller caller = ToolFixture.caller(tools, executor);
    Workspaces workspaces = ToolFixture.workspaces("here", workspace);
    loop =
        new PhaseLoop(
            decider,
            CLOCK,
            new ModelSteps(new ChatModels(List.of(new ScriptedModel())), tools, executor, CLOCK),
            new ToolSteps(tools, caller, workspaces, executor),
            new ReconcileSteps(caller, workspaces, executor),
            new WaitSteps(CLOCK));
  }

  /** Records that the run was asked for. */
  static void submit(MemoryJournal journal, RunEvent.RunSubmitted submitted) {
    journal.append(new Writer(RUN, "default", 0), Position.START, List.of(submitted)).await();
  }

  /** Takes the run on and carries it as far as it goes. */
  RunState carryOn(AgentDefinition agent) throws InterruptedException {
    var claim = new Claim(RUN, "default", journal.claim());
    var run = new RunInHand(claim, journal, Folded.from(journal, RUN, agent));
    if (run.state().outcome().isPresent()) {
      return run.state();
    }
    run.append(new RunEvent.RunAdmitted("here", NOW));
    while (loop.due(run, Optional::empty).isPresent()) {
      Optional<NextStep.PhaseEnd> end = loop.work(run, Optional::empty);
      if (end.isPresent()) {
        loop.end(run, end.get());
      }
    }
    switch (decider.next(run.state(), NOW)) {
      case NextStep.Finish(String output) -> run.append(new RunEvent.RunCompleted(output));
      case NextStep.Fail(var failure) -> run.append(new RunEvent.RunFailed(failure));
      default -> {
        // waits for a person: stays as it is
      }
    }
    return run.state();
  }
}
