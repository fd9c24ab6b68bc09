package dev.reprise.submission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.PinnedTool;
import dev.reprise.agent.Role;
import dev.reprise.definition.AgentReader;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.operations.killswitch.KillSwitch;
import dev.reprise.operations.killswitch.KillSwitch.Kind;
import dev.reprise.operations.killswitch.KillSwitches;
import dev.reprise.platform.TenantScope;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.submission.SubmissionGate.Admission;
import dev.reprise.submission.SubmissionGate.Admitted;
import dev.reprise.submission.SubmissionGate.Refusal;
import dev.reprise.submission.SubmissionGate.Work;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.call.ExpectedTools;
import dev.reprise.tool.call.ToolCatalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each reason for which a run may not be submitted is one alone. */
class SubmissionGateTest {

  private static final AgentDefinition CLERK =
      new AgentReader()
          .read(
              """
              name: clerk
              description: d
              tools: [look, drop]
              phases: [{name: only, prompt: x}]
              model: {provider: scripted, script: {only: [{text: x}]}}
              """)
          .definition();

  private final KillSwitches switches =
      new KillSwitches(new Database(TestDatabases.derby()), System::nanoTime);
  private final Path directory;
  private final ToolCatalogue catalogue =
      new ToolCatalogue(
          List.of(),
          Map.of("slow", new ExpectedTools("slow__", TenantScope.ALL, "its server is slow")));
  private SubmissionGate gate;

  SubmissionGateTest(@TempDir Path directory) {
    this.directory = directory;
  }

  private static List<String> names(Admission admission) {
    return admission instanceof Admitted(List<PinnedTool> tools)
        ? tools.stream().map(PinnedTool::name).toList()
        : List.of();
  }

  private Optional<Refusal> refusal(Work work) {
    return gate.admission(work) instanceof Refusal refusal
        ? Optional.of(refusal)
        : Optional.empty();
  }

  @BeforeEach
  void aToolForOperators() throws IOException {
    Path rules = directory.resolve("tools.yaml");
    Files.writeString(rules, "- {name: drop, roles: [operator]}");
    gate =
        new SubmissionGate(
            switches,
            catalogue,
            ToolFixture.rights(catalogue, ToolFixture.policy(rules)),
            ToolFixture.workspaces("desk", directory));
    catalogue.offer("far", ToolFixture.stubs("look", "drop"));
  }

  @Test
  void whatNothingSpeaksAgainstMayBeSubmitted() {
    assertThat(names(gate.admission(work(Role.OPERATOR, "desk"))))
        .as("the run pins all that it may call")
        .containsExactly("drop", "look");
    assertThat(gate.switchedOff("acme", "clerk")).isEmpty();
  }

  @Test
  void aToolBeyondTheRoleIsRefused() {
    assertThat(refusal(work(Role.SUBMITTER, "desk")))
        .containsInstanceOf(Refusal.ToolsNotPermitted.class)
        .get()
        .extracting(Refusal::words)
        .asString()
        .contains("'drop'");
  }

  @Test
  void aWorkspaceThatTheTenantDoesNotHaveIsRefused() {
    assertThat(refusal(work(Role.OPERATOR, "vault")))
        .contains(new Refusal.UnknownWorkspace("vault"));
  }

  @ParameterizedTest
  @CsvSource({
    "acme, SUBMISSIONS, '', true",
    "acme, AGENT, clerk, true",
    "acme, TENANT, '', true",
    "*, TENANT, '', true",
    "beta, TENANT, '', false",
    "acme, AGENT, other, false",
    "acme, MODEL_CALLS, '', false",
    "acme, DANGEROUS_TOOLS, '', false",
    "acme, TOOL, look, false"
  })
  void whatIsSwitchedOffIsRefusedWithTheWordsOfTheSwitch(
      String tenant, Kind kind, String name, boolean isRefused) {
    UUID id = UUID.randomUUID();
    switches.set(new KillSwitch(id, tenant, kind, name, "eve", "it errs", Instant.EPOCH));
    try {
      for (Optional<Refusal> refusal :
          List.of(refusal(work(Role.OPERATOR, "desk")), gate.switchedOff("acme", "clerk"))) {
        assertThat(refusal.map(Refusal::words).filter(it -> it.endsWith(": it errs")).isPresent())
            .isEqualTo(isRefused);
      }
    } finally {
      switches.release(id);
    }
  }

  @Test
  void aToolThatIsGoneIsRefusedUntilItIsThereAgain() {
    catalogue.offer("far", ToolFixture.stubs("look"));
    assertThat(refusal(work(Role.OPERATOR, "desk")).map(Refusal::words))
        .contains("tools.drop is not there");
    assertThat(gate.admission(work(Role.OPERATOR, "desk", Set.of("look"))))
        .as("a fork that does not call it any more")
        .isInstanceOf(Admitted.class);

    catalogue.offer("far", ToolFixture.stubs("look", "drop"));
    assertThat(gate.admission(work(Role.OPERATOR, "desk"))).isInstanceOf(Admitted.class);
  }

  @Test
  void aToolThatIsNotThereYetIsRefusedWithTheReason() {
    Work later = work(Role.OPERATOR, "desk", Set.of("look", "slow__read"));
    assertThat(refusal(later).map(Refusal::words))
        .contains("tools.slow__read is not there yet: its server is slow");

    catalogue.offer("slow", ToolFixture.stubs("slow__read"));
    assertThat(names(gate.admission(later))).containsExactly("look", "slow__read");

    catalogue.offer("slow", List.of());
    assertThat(refusal(later).map(Refusal::words))
        .as("its server has said what it has")
        .contains("tools.slow__read is not there");
  }

  private static Work work(Role role, String workspace, Set<String> tools) {
    return new Work("acme", CLERK, Optional.of(role), workspace, tools);
  }

  private static Work work(Role role, String workspace) {
    return new Work("acme", CLERK, Optional.of(role), workspace);
  }
}
