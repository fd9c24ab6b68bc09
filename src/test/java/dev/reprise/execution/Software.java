package dev.reprise.execution;

import dev.reprise.definition.Compatibility;
import dev.reprise.model.ChatModel;
import dev.reprise.model.ChatModels;
import dev.reprise.platform.Redaction;
import dev.reprise.run.Decider;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolCaller;
import dev.reprise.tool.ToolCatalogue;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.Workspaces;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Collection;
import java.util.List;

/** What is installed on a server: its phase loop, and what it has for runs. */
record Software(PhaseLoop loop, Compatibility compatibility) {

  private static final Path WORKSPACE = Path.of("src").toAbsolutePath(); // no tool here touches it

  static Software of(
      Collection<Tool> installed, ChatModel model, Decider decider, Outside outside) {
    Clock clock = outside.clock();
    ToolCatalogue tools = ToolFixture.catalogue(installed);
    ToolCaller caller = ToolFixture.caller(tools);
    Workspaces workspaces = ToolFixture.workspaces("here", WORKSPACE);
    var models = new ChatModels(List.of(model));
    var loop =
        new PhaseLoop(
            decider,
            clock,
            new MessageSteps(outside),
            new ModelSteps(models, tools, Redaction.none()),
            new CompactionSteps(models, Redaction.none(), clock),
            new ToolSteps(tools, caller, workspaces, Redaction.none(), clock),
            new ReconcileSteps(caller, workspaces, clock),
            new WaitSteps(clock));
    return new Software(loop, new Compatibility(tools, models));
  }
}
