package dev.reprise.api.migration;

import dev.reprise.agent.AgentComparison;
import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Difference;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.submission.SubmissionCheck;
import dev.reprise.api.submission.SubmissionValidator;
import dev.reprise.definition.AgentCatalogue;
import dev.reprise.definition.AgentVersions;
import dev.reprise.definition.CatalogueEntry;
import dev.reprise.definition.CompatibilityCheck;
import dev.reprise.journal.ControlEvent;
import dev.reprise.queue.RunQueue;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.Runs;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.decision.Migration;
import dev.reprise.tool.Workspaces;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Plans migrations of runs, and carries them out. Tested by {@code MigrationIT}. */
@ApplicationScoped
public class Migrations {

  private final Runs runs;
  private final AgentVersions versions;
  private final AgentCatalogue agents;
  private final CompatibilityCheck compatibility;
  private final Workspaces workspaces;
  private final SubmissionCheck check;
  private final RunQueue queue;
  private final Clock clock;

  @Inject
  Migrations(
      Runs runs,
      AgentVersions versions,
      AgentCatalogue agents,
      CompatibilityCheck compatibility,
      Workspaces workspaces,
      SubmissionCheck check,
      RunQueue queue,
      Clock clock) {
    this.runs = runs;
    this.versions = versions;
    this.agents = agents;
    this.compatibility = compatibility;
    this.workspaces = workspaces;
    this.check = check;
    this.queue = queue;
    this.clock = clock;
  }

  /**
   * Returns what a migration would do, and changes nothing.
   *
   * @throws ProblemException if the request names the agent's present version and there is none
   */
  public MigrationPlan plan(Run run, MigrationRequest request) {
    AgentDefinition kept = versions.load(run.tenant(), run.agentVersion());
    ReplayedRun folded = runs.fold(run, kept);
    var state = folded.state();
    Optional<MigrationPlan.AgentChange> change =
        request.takesCurrentAgent() ? Optional.of(change(run, kept)) : Optional.empty();
    AgentDefinition to = change.map(it -> it.version().definition()).orElse(kept);
    var tools = compatibility.pins(run.tenant(), to);
    List<Difference> obstacles = new ArrayList<>(standing(run));
    obstacles.addAll(workspace(run));
    obstacles.addAll(new Migration(state, to, tools).obstacles());
    obstacles.addAll(compatibility.modelDifferences(to));
    return new MigrationPlan(
        folded.head(),
        tools,
        compatibility.differences(
            run.tenant(), kept, state.assignment().tools(), state.neededTools()),
        change,
        obstacles);
  }

  private MigrationPlan.AgentChange change(Run run, AgentDefinition kept) {
    return switch (agents.find(run.tenant(), run.agent())) {
      case CatalogueEntry.Found(var name, var source, var version, var tenants) ->
          new MigrationPlan.AgentChange(
              run.agentVersion(), version, AgentComparison.of(kept, version.definition()));
      case CatalogueEntry.Broken broken -> throw SubmissionValidator.broken(broken);
      case CatalogueEntry.NotReady notReady -> throw SubmissionValidator.notReady(notReady);
      case CatalogueEntry.Unknown unknown ->
          throw new ProblemException(
              ProblemType.UNKNOWN_AGENT,
              "This server does not have agent '%s' any more.".formatted(unknown.name()));
    };
  }

  private List<Difference> workspace(Run run) {
    return workspaces.find(run.tenant(), run.workspace()).isPresent()
        ? List.of()
        : List.of(
            new Difference("workspace", "'%s' does not exist any more".formatted(run.workspace())));
  }

  private static List<Difference> standing(Run run) {
    String obstacle =
        switch (run.status()) {
          case RUNNING -> "is RUNNING; pause it first";
          case COMPLETED, CANCELLED -> "has ended as " + run.status();
          case QUEUED, WAITING, PAUSED, FAILED, DEAD_LETTER -> "";
        };
    return obstacle.isEmpty() ? List.of() : List.of(new Difference("run", obstacle));
  }

  /**
   * Records the migration and queues the run.
   *
   * @throws ProblemException if an admin has stopped runs of the agent, the plan changes nothing or
   *     has obstacles, or the run changes at the same time
   */
  public void carryOut(Run run, MigrationPlan plan, String by, String reason) {
    check.checkSwitches(run.tenant(), run.agent());
    refuseImpossible(run, plan);
    Optional<ControlEvent.Migrated.Version> version =
        plan.newVersion()
            .map(to -> new ControlEvent.Migrated.Version(run.agentVersion(), to.hash()));
    plan.newVersion().ifPresent(to -> versions.keep(run.tenant(), to));
    var migrated =
        new ControlEvent.Migrated(
            by,
            clock.instant(),
            reason,
            plan.tools(),
            version,
            plan.accepted().stream().map(Difference::toString).toList());
    if (!queue.migrate(run.id(), plan.head(), migrated)) {
      throw new ProblemException(
          ProblemType.RUN_HELD,
          "Run %s changed at the same time; make another dry run.".formatted(run.id()));
    }
  }

  private static void refuseImpossible(Run run, MigrationPlan plan) {
    switch (run.status()) {
      case RUNNING ->
          throw new ProblemException(
              ProblemType.RUN_HELD, "Run %s is RUNNING; pause it first.".formatted(run.id()));
      case COMPLETED, CANCELLED ->
          throw new ProblemException(
              ProblemType.RUN_ENDED, "Run %s has ended as %s.".formatted(run.id(), run.status()));
      case QUEUED, WAITING, PAUSED, FAILED, DEAD_LETTER -> {}
    }
    if (!plan.obstacles().isEmpty()) {
      throw new ProblemException(
          ProblemType.MIGRATION_IMPOSSIBLE,
          "Run %s cannot be migrated; see errors.".formatted(run.id()),
          MigrationView.errors(plan.obstacles()));
    }
    if (!plan.changesSomething()) {
      throw new ProblemException(
          ProblemType.NOTHING_TO_MIGRATE,
          "This server has everything that run %s is pinned to.".formatted(run.id()));
    }
  }
}
