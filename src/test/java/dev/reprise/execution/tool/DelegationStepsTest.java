package dev.reprise.execution.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.PinnedTool;
import dev.reprise.agent.Role;
import dev.reprise.agent.Usage;
import dev.reprise.agent.budget.Budget;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.agent.task.AgentTask;
import dev.reprise.definition.AgentCatalogue;
import dev.reprise.definition.AgentReader;
import dev.reprise.definition.AgentVersion;
import dev.reprise.definition.AgentVersions;
import dev.reprise.definition.CatalogueEntry;
import dev.reprise.definition.CompatibilityCheck;
import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.Engine;
import dev.reprise.execution.Leases;
import dev.reprise.execution.StopCause;
import dev.reprise.fixture.Agents;
import dev.reprise.fixture.Budgets;
import dev.reprise.journal.ChildRunEvent;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.Replies;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Submissions;
import dev.reprise.journal.Writer;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.model.catalogue.ChatModels;
import dev.reprise.operations.killswitch.KillSwitch;
import dev.reprise.operations.killswitch.KillSwitches;
import dev.reprise.platform.TenantScope;
import dev.reprise.platform.document.DocumentError;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.queue.KeptQueue;
import dev.reprise.queue.row.Claim;
import dev.reprise.queue.row.NewRun;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.Runs;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.decision.NextStep;
import dev.reprise.run.state.CallKey;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.RunStatus;
import dev.reprise.submission.SubmissionGate;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.call.ToolCatalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * No run reaches through other agents a tool that the policy denies to its role, and only the child
 * run of a call answers it.
 */
class DelegationStepsTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final AgentDefinition CHIEF = agent("chief", "delegate");

  private static final Map<String, AgentDefinition> AGENTS =
      Map.of(
          "chief",
          CHIEF,
          "warden",
          agent("warden", "look", "drop"),
          "clerk",
          agent("clerk", "look"),
          "teller",
          Agents.agent("teller")
              .inputSchema(Optional.of(new JsonValue("{\"required\":[\"sum\",\"of\"]}")))
              .phase("only")
              .build());

  private static final List<DocumentError> NOT_YET =
      List.of(new DocumentError("tools[0]", "'far__look' is to come"));

  /** The child run of the only call of these tests. */
  private static final UUID OWN_CHILD =
      CallKey.child(CallKey.of(Engine.RUN, new CallLocation("only", 1, "c")));

  private final KeptQueue queue = new KeptQueue();
  private final KillSwitches switches =
      new KillSwitches(new Database(TestDatabases.derby()), System::nanoTime);
  private final Path directory;
  private final Path rules;

  private final MemoryJournal journal = asked();

  private ActiveRun run = inHand(Optional.empty());
  private DelegationSteps delegations;
  private final ToolCatalogue catalogue = ToolFixture.catalogue(List.of());
  private TenantScope tenants = TenantScope.ALL;
  private List<DocumentError> absent = List.of();
  private List<Run> others = List.of();
  private Optional<RunState> child = Optional.empty();

  private ActiveRun inHand(Optional<Role> role) {
    return new ActiveRun(
        Leases.endless(new Claim(Engine.RUN, "acme", journal.claim())),
        role,
        journal,
        ReplayedRun.from(journal, Engine.RUN, CHIEF));
  }

  /** Makes the run that of a person with this role. */
  private void isFor(Role role) {
    run = inHand(Optional.of(role));
  }

  DelegationStepsTest(@TempDir Path directory) {
    this.directory = directory;
    this.rules = directory.resolve("tools.yaml");
  }

  @BeforeEach
  @SuppressWarnings("NullAway") // nothing that is overridden uses what the fakes lack
  void aToolForAdminsAlone() throws IOException {
    Files.writeString(rules, "- {name: drop, roles: [admin]}");
    catalogue.offer("far", ToolFixture.stubs("look", "drop"));
    var agents =
        new AgentCatalogue(null, Optional.empty(), () -> null) {
          @Override
          public CatalogueEntry find(String tenant, String name) {
            if (!tenants.includes(tenant)) {
              return new CatalogueEntry.Unknown(name);
            }
            return absent.isEmpty()
                ? new CatalogueEntry.Found(name, "here", version(name), tenants)
                : new CatalogueEntry.NotReady(name, "here", absent, tenants);
          }

          @Override
          public List<CatalogueEntry> list(String tenant) {
            return List.of();
          }
        };
    var versions =
        new AgentVersions(null, null) {
          @Override
          public void keep(String tenant, AgentVersion version) {}

          @Override
          public AgentDefinition load(String tenant, String hash) {
            return CHIEF;
          }
        };
    var runs =
        new Runs(null, null) {
          @Override
          public Optional<Run> find(UUID id) {
            return id.equals(Engine.RUN)
                ? Optional.of(new ParentRow())
                : found(List.of(id)).stream().findFirst();
          }

          @Override
          public List<Run> find(String tenant, Collection<UUID> ids) {
            return found(ids).stream().filter(it -> it.tenant().equals(tenant)).toList();
          }

          @Override
          public ReplayedRun fold(Run ended, AgentDefinition agent) {
            return new ReplayedRun(child.orElseThrow(), Position.START, 0, "acme", 0);
          }

          private List<Run> found(Collection<UUID> ids) {
            return others.stream().filter(it -> ids.contains(it.id())).toList();
          }
        };
    var rights = ToolFixture.rights(catalogue, ToolFixture.policy(rules));
    var targets = new DelegationTargets(agents, rights);
    var gate =
        new SubmissionGate(switches, catalogue, rights, ToolFixture.workspaces("here", directory));
    var compatibility = new CompatibilityCheck(catalogue, new ChatModels(List.of()));
    delegations =
        new DelegationSteps(
            targets,
            new ChildRunSubmitter(
                gate,
                targets,
                new BuiltInAgents(versions, new AgentReader()),
                versions,
                compatibility,
                queue,
                runs),
            new ChildRunResults(runs, versions),
            runs,
            5);
  }

  @Test
  void anOperatorsRunDelegatesToNoAgentWithAToolForAdmins() throws ToolException {
    isFor(Role.OPERATOR);

    assertThat(refusal("warden"))
        .hasToString(
            "agent_not_allowed: this run may not delegate to agent 'warden':"
                + " 'drop' is only for runs of people with one of the roles [admin]");
    assertThat(delegated("clerk")).isInstanceOf(ChildRunEvent.Delegated.class);
  }

  @Test
  void theCallFailsIfItsInputDoesNotFitWhatTheAgentTakes() {
    assertThat(refusal("teller"))
        .hasToString(
            "invalid_input: the input does not fit what agent 'teller' takes:"
                + " input: required property 'sum' not found;"
                + " input: required property 'of' not found");
  }

  @Test
  void anAdminsRunDelegatesToAnAgentWithAToolForAdmins() throws ToolException {
    isFor(Role.ADMIN);

    assertThat(delegated("warden")).isInstanceOf(ChildRunEvent.Delegated.class);
  }

  @Test
  void aRunOfUnknownRoleDelegatesToNoAgentWithAToolForAdmins() throws ToolException {
    assertThat(refusal("warden").code()).isEqualTo("agent_not_allowed");
    assertThat(delegated("clerk")).isInstanceOf(ChildRunEvent.Delegated.class);
  }

  @Test
  void aChildRunHasItsParentsRoleAndReachesNoFurther() throws ToolException {
    isFor(Role.OPERATOR);
    run.append(List.of(delegated("chief")));

    assertThat(collect()).as("nothing has come yet").isFalse();

    assertThat(queue.runs()).extracting(child -> child.agent().name()).containsExactly("chief");
    assertThat(queue.runs().getFirst().submitter().role()).contains(Role.OPERATOR);
    assertThat(refusal("warden").code()).as("of the child").isEqualTo("agent_not_allowed");
  }

  /** Otherwise it would wait for a child run that asks each minute whether it may begin. */
  @Test
  void theCallFailsIfRunsOfTheAgentAreSwitchedOff() throws ToolException {
    run.append(List.of(delegated("clerk")));
    UUID id = UUID.randomUUID();
    switches.set(new KillSwitch(id, "acme", KillSwitch.Kind.AGENT, "clerk", "eve", "it errs", NOW));
    try {
      assertThat(collect()).isTrue();
    } finally {
      switches.release(id);
    }

    assertThat(queue.runs()).isEmpty();
    assertThat(journal.events().getLast())
        .isInstanceOf(ChildRunEvent.Returned.class)
        .asString()
        .contains("switched_off", "agent 'clerk' is switched off by eve since", ": it errs");
  }

  /** A delegation by an admin's run may become due in a fork, or after the rules have changed. */
  @Test
  void nothingIsSubmittedIfTheRoleNoLongerSuffices() throws ToolException {
    isFor(Role.ADMIN);
    run.append(List.of(delegated("warden")));
    isFor(Role.OPERATOR);

    assertThat(collect()).isTrue();

    assertThat(queue.runs()).isEmpty();
    assertThat(journal.events().getLast())
        .isInstanceOf(ChildRunEvent.Returned.class)
        .asString()
        .contains("agent_not_allowed", "'warden'", "'drop'", "[admin]");
  }

  @Test
  void anAgentOfAnotherTenantIsUnknown() throws ToolException {
    RunEvent begun = delegated("clerk");
    tenants = new TenantScope(Set.of("beta"));

    assertThat(refusal("clerk"))
        .hasToString("unknown_agent: there is no agent 'clerk'; there are []");
    run.append(List.of(begun));
    assertThat(collect()).as("it could be used when the call was made").isFalse();
    assertThatTheRunWaitsFor("agents.clerk is not there any more, or not yet");
  }

  /** After a restart, the tools of MCP servers come later than the first runs. */
  @Test
  void aCallWaitsWhileAnAgentIsNotReady() throws ToolException {
    absent = NOT_YET;

    assertThatThrownBy(() -> delegated("clerk"))
        .hasCauseInstanceOf(AgentNotThereException.class)
        .hasMessageEndingWith("agents.clerk cannot run yet: 'far__look' is to come");
  }

  @Test
  void aDelegatedCallWaitsWhileItsAgentIsNotReady() throws ToolException {
    run.append(List.of(delegated("clerk")));
    absent = NOT_YET;

    assertThat(collect()).isFalse();

    assertThatTheRunWaitsFor("agents.clerk cannot run yet: 'far__look' is to come");
    absent = List.of();
    run = inHand(Optional.empty());
    assertThat(collect()).as("nothing has come yet").isFalse();
    assertThat(queue.runs()).extracting(child -> child.agent().name()).containsExactly("clerk");
  }

  @Test
  void aChildRunPinsAllToolsOfItsAgentOrIsNotSubmitted() throws ToolException {
    run.append(List.of(delegated("clerk")));
    catalogue.offer("far", List.of());

    assertThat(collect()).isFalse();

    assertThatTheRunWaitsFor("agents.clerk lacks tools.look is not there");
    catalogue.offer("far", ToolFixture.stubs("look"));
    run = inHand(Optional.empty());
    assertThat(collect()).as("nothing has come yet").isFalse();
    assertThat(queue.runs().getFirst().options().tools())
        .extracting(PinnedTool::name)
        .containsExactly("look");
  }

  private void assertThatTheRunWaitsFor(String absentThing) {
    assertThat(queue.runs()).isEmpty();
    assertThat(journal.events()).noneMatch(ChildRunEvent.Returned.class::isInstance);
    assertThat(run.stopCause()).contains(StopCause.MISFIT);
    assertThat(run.mismatch().waiting(NOW).reason()).endsWith(": " + absentThing);
    assertThat(run.mismatch().waiting(NOW).until()).contains(NOW.plusSeconds(5));
  }

  @Test
  void anEndedRunOfAnotherTenantAnswersNoCall() throws ToolException {
    run.append(List.of(delegated("clerk")));
    others = List.of(new EndedRow(OWN_CHILD, "globex", Optional.of(Engine.RUN)));

    assertThat(collect()).isTrue();

    assertThatTheCallEndedWithoutAnAnswer();
  }

  @Test
  void anEndedChildOfAnotherRunAnswersNoCall() throws ToolException {
    run.append(List.of(delegated("clerk")));
    others = List.of(new EndedRow(OWN_CHILD, "acme", Optional.of(new UUID(0, 9))));

    assertThat(collect()).isTrue();

    assertThatTheCallEndedWithoutAnAnswer();
  }

  @Test
  void anEndedRunWithoutParentAnswersNoCall() throws ToolException {
    run.append(List.of(delegated("clerk")));
    others = List.of(new EndedRow(OWN_CHILD, "acme", Optional.empty()));

    assertThat(collect()).isTrue();

    assertThatTheCallEndedWithoutAnAnswer();
  }

  @Test
  void aRunThatOnlyTheRecordNamesAnswersNoCall() throws ToolException {
    var named = new UUID(0, 7);
    var begun = (ChildRunEvent.Delegated) delegated("clerk");
    run.append(
        List.of(
            new ChildRunEvent.Delegated(
                "only", 1, "c", named, "clerk", begun.input(), begun.limits())));
    others = List.of(new EndedRow(named, "acme", Optional.of(Engine.RUN)));

    assertThat(collect()).as("nothing has come yet").isFalse();

    assertThat(queue.runs()).extracting(NewRun::id).containsExactly(OWN_CHILD);
  }

  @Test
  void aRunOutOfTimeReturnsItsFinishedPhasesMarkedAsIncomplete() throws ToolException {
    run.append(List.of(delegated("clerk")));
    others = List.of(new EndedRow(OWN_CHILD, "acme", Optional.of(Engine.RUN)));
    child =
        Optional.of(
            outOfTime(new PhaseEvent.Completed("look", "The tide is low."), "look", "report"));

    assertThat(collect()).isTrue();

    assertThat(journal.events().getLast())
        .isInstanceOfSatisfying(
            ChildRunEvent.Returned.class,
            returned -> {
              assertThat(returned.output()).isEqualTo("## look\n\nThe tide is low.");
              assertThat(returned.failure().map(Failure::code)).contains("delegate_failed");
            });
    assertThat(told())
        .isInstanceOfSatisfying(
            ToolOutcome.Failed.class,
            failed ->
                assertThat(failed.failure().message())
                    .contains("deadline_exceeded: the run took longer than", "[Incomplete: ")
                    .endsWith("## look\n\nThe tide is low."));
  }

  @Test
  void aRunOutOfTimeInItsFirstPhaseReturnsNothing() throws ToolException {
    run.append(List.of(delegated("clerk")));
    others = List.of(new EndedRow(OWN_CHILD, "acme", Optional.of(Engine.RUN)));
    child = Optional.of(outOfTime(new LifecycleEvent.HandedOver("server"), "look", "report"));

    assertThat(collect()).isTrue();

    assertThat(told())
        .isInstanceOfSatisfying(
            ToolOutcome.Failed.class,
            failed -> assertThat(failed.failure().message()).doesNotContain("Incomplete"));
  }

  /** The run keeps as much as each child run gets. */
  @Test
  void dividesWhatIsLeftAmongTheRunAndItsChildRuns() throws ToolException {
    Budget limits =
        Budgets.usd("3").replacedBy(Budgets.modelCalls(10)).replacedBy(Budgets.toolCalls(9));
    run.append(new ControlEvent.BudgetSet("ana", limits));
    var step =
        new NextStep.DeferCalls(CHIEF.phase("only"), 1, List.of(asks("clerk"), asks("warden")));

    Budget share = delegations.share(run, step).budget().orElseThrow();

    assertThat(share.usd().orElseThrow()).isEqualByComparingTo("1");
    assertThat(share.modelCalls()).as("a call was made").contains(3);
    assertThat(share.toolCalls()).contains(3);
  }

  /** Only calls of the same tool may need an agent, too. */
  @Test
  void dividesWhatACallNeedsAmongTheCallsOfItsTool() throws ToolException {
    run.append(new ControlEvent.BudgetSet("ana", Budgets.toolCalls(9)));
    ToolCall needy = asks("clerk");
    var other = new ToolCall("d", "look", JsonValue.EMPTY_OBJECT);
    var step = new NextStep.CallTools(CHIEF.phase("only"), 1, List.of(needy, other, other, needy));

    var required =
        (ChildRunEvent.Delegated)
            delegations.required(run, step, needy, new AgentTask("clerk", JsonValue.EMPTY_OBJECT));

    assertThat(required.limits().budget().orElseThrow().toolCalls()).contains(3);
  }

  @Test
  void aChildRunHasNoMoreTimeThanItsParent() throws ToolException {
    run.append(new ControlEvent.BudgetSet("ana", Budgets.time(Duration.ofMinutes(10))));

    var delegated = (ChildRunEvent.Delegated) delegated("clerk");

    assertThat(delegated.limits().deadline()).isEqualTo(NOW.plus(Duration.ofMinutes(10)));
  }

  private ToolOutcome told() {
    var result =
        (Message.ToolResult) run.state().openPhase().orElseThrow().work().transcript().last();
    return result.outcome();
  }

  private static RunState outOfTime(RunEvent before, String... phases) {
    var agent = Agents.agent("clerk");
    Stream.of(phases).forEach(agent::phase);
    var late = new Failure("deadline_exceeded", "the run took longer than PT1H");
    return RunState.of(agent.build())
        .apply(Submissions.of("clerk", "v", JsonValue.EMPTY_OBJECT, "here", "ana"))
        .apply(new LifecycleEvent.Admitted("server", NOW))
        .apply(before)
        .apply(new LifecycleEvent.Failed(late));
  }

  private void assertThatTheCallEndedWithoutAnAnswer() {
    assertThat(queue.runs()).isEmpty();
    assertThat(journal.events().getLast())
        .isInstanceOfSatisfying(
            ChildRunEvent.Returned.class,
            returned -> {
              assertThat(returned.output()).isEmpty();
              assertThat(returned.failure().map(Failure::code)).contains("delegate_unavailable");
            });
  }

  private Failure refusal(String agent) {
    try {
      return fail("was delegated: " + delegated(agent));
    } catch (ToolException e) {
      return e.failure();
    }
  }

  private RunEvent delegated(String agent) throws ToolException {
    ToolCall call = asks(agent);
    var step = new NextStep.DeferCalls(CHIEF.phase("only"), 1, List.of(call));
    try {
      return delegations.delegated(run, step, call, new DelegationSteps.Share(5, Optional.empty()));
    } catch (AgentNotThereException e) {
      throw new IllegalStateException(e);
    }
  }

  private boolean collect() {
    return delegations.collect(
        run, new NextStep.AwaitChildren(CHIEF.phase("only"), 1, List.of(), Optional.empty()));
  }

  private static ToolCall asks(String agent) {
    return new ToolCall("c", "delegate", new JsonValue("{\"agent\": \"%s\"}".formatted(agent)));
  }

  /** Returns the journal of a run whose model has requested a delegation. */
  private static MemoryJournal asked() {
    var journal = new MemoryJournal(Engine.RUN);
    List<RunEvent> events =
        List.of(
            Submissions.of("chief", "v", JsonValue.EMPTY_OBJECT, "here", "ana"),
            new LifecycleEvent.Admitted("server", NOW),
            new PhaseEvent.Started("only", "go", NOW),
            Replies.of("only", 1, "", List.of(asks("warden")), new Usage(1, 1)));
    journal.append(new Writer(Engine.RUN, "acme", 0), Position.START, events).await();
    return journal;
  }

  private static AgentVersion version(String name) {
    return new AgentVersion("v", Objects.requireNonNull(AGENTS.get(name)), "{}");
  }

  private static AgentDefinition agent(String name, String... tools) {
    return Agents.agent(name).phase("only", tools).build();
  }

  /** The row of the parent run. */
  private static final class ParentRow extends Run {

    @Override
    public Optional<Role> submitterRole() {
      return Optional.of(Role.ADMIN); // which is not used: the active run's role counts
    }

    @Override
    public String tenant() {
      return "acme";
    }

    @Override
    public String workspace() {
      return "here";
    }

    @Override
    public String submittedBy() {
      return "ana";
    }
  }

  /** The row of an ended run. */
  private static final class EndedRow extends Run {

    private final UUID id;
    private final String tenant;
    private final Optional<UUID> worksFor;

    EndedRow(UUID id, String tenant, Optional<UUID> worksFor) {
      this.id = id;
      this.tenant = tenant;
      this.worksFor = worksFor;
    }

    @Override
    public UUID id() {
      return id;
    }

    @Override
    public String tenant() {
      return tenant;
    }

    @Override
    public Optional<UUID> parentRun() {
      return worksFor;
    }

    @Override
    public RunStatus status() {
      return RunStatus.COMPLETED;
    }

    @Override
    public String agent() {
      return "clerk";
    }

    @Override
    public String agentVersion() {
      return "v";
    }
  }
}
