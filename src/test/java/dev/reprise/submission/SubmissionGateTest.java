package dev.reprise.submission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Role;
import dev.reprise.definition.AgentReader;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.operations.killswitch.KillSwitch;
import dev.reprise.operations.killswitch.KillSwitch.Kind;
import dev.reprise.operations.killswitch.KillSwitches;
import dev.reprise.submission.SubmissionGate.Refusal;
import dev.reprise.submission.SubmissionGate.Work;
import dev.reprise.tool.ToolFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
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

  private final KillSwitches switches = new KillSwitches(TestDatabases.derby(), System::nanoTime);
  private final Path directory;
  private SubmissionGate gate;

  SubmissionGateTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @BeforeEach
  void aToolForOperators() throws IOException {
    Path rules = directory.resolve("tools.yaml");
    Files.writeString(rules, "- {name: drop, roles: [operator]}");
    var catalogue = ToolFixture.catalogue(ToolFixture.stubs("look", "drop"));
    gate =
        new SubmissionGate(
            switches,
            ToolFixture.rights(catalogue, ToolFixture.policy(rules)),
            ToolFixture.workspaces("desk", directory));
  }

  @Test
  void whatNothingSpeaksAgainstMayBeSubmitted() {
    assertThat(gate.refusal(work(Role.OPERATOR, "desk"))).isEmpty();
    assertThat(gate.switchedOff("acme", "clerk")).isEmpty();
  }

  @Test
  void aToolBeyondTheRoleIsRefused() {
    assertThat(gate.refusal(work(Role.SUBMITTER, "desk")))
        .containsInstanceOf(Refusal.ToolsNotPermitted.class)
        .get()
        .extracting(Refusal::words)
        .asString()
        .contains("'drop'");
  }

  @Test
  void aWorkspaceThatTheTenantDoesNotHaveIsRefused() {
    assertThat(gate.refusal(work(Role.OPERATOR, "vault")))
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
          List.of(gate.refusal(work(Role.OPERATOR, "desk")), gate.switchedOff("acme", "clerk"))) {
        assertThat(refusal.map(Refusal::words).filter(it -> it.endsWith(": it errs")).isPresent())
            .isEqualTo(isRefused);
      }
    } finally {
      switches.release(id);
    }
  }

  private static Work work(Role role, String workspace) {
    return new Work("acme", CLERK, Optional.of(role), workspace);
  }
}
