package dev.reprise.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.JsonValue;
import dev.reprise.agent.Limits;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.Phase;
import dev.reprise.agent.Role;
import dev.reprise.agent.Template;
import dev.reprise.tool.ToolFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may have runs of an agent is told which tools stand in the way. */
class ToolAccessTest {

  private static final Limits LIMITS = new Limits(9, Duration.ofMinutes(1));

  private static final Submitter ANA = new Submitter("acme", "ana", Optional.of(Role.OPERATOR));

  private final Path file;

  ToolAccessTest(@TempDir Path directory) {
    this.file = directory.resolve("tools.yaml");
  }

  @Test
  void namesEachToolAndWhoMayHaveIt() throws IOException {
    ToolAccess access =
        access(
            """
            - {name: put, roles: [admin]}
            - {name: look, tenants: [umbra]}
            - {name: add, agents: [boss]}
            """);
    AgentDefinition agent = agent(List.of("put"), List.of("put", "look", "gone"), List.of("add"));

    assertThatThrownBy(() -> access.check(agent, ANA))
        .isInstanceOfSatisfying(
            Refusal.class,
            refusal -> {
              assertThat(refusal.type()).isEqualTo(ProblemType.FORBIDDEN);
              assertThat(refusal.errors())
                  .containsExactly(
                      error("this server does not let agent 'clerk' use 'add'"),
                      error("this server does not let your tenant use 'look'"),
                      error("'put' is only for runs of people with one of the roles [admin]"));
            });
  }

  @Test
  void whoHasNoKnownRoleHasNone() throws IOException {
    AgentDefinition agent = agent(List.of("put"));
    var unknown = new Submitter("acme", "schedule nightly", Optional.empty());

    assertThatCode(() -> access("- {roles: [viewer]}").check(agent, ANA))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> access("- {roles: [viewer]}").check(agent, unknown))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("only for runs of people with one of the roles [viewer]");
  }

  private static FieldError error(String why) {
    return new FieldError("agent", "may not be run: " + why);
  }

  private ToolAccess access(String rules) throws IOException {
    Files.writeString(file, rules);
    return new ToolAccess(
        ToolFixture.rights(
            ToolFixture.catalogue(ToolFixture.stubs("look", "put", "add")),
            ToolFixture.policy(file)));
  }

  @SafeVarargs
  private static AgentDefinition agent(List<String>... toolsOfPhases) {
    List<Phase> phases = new ArrayList<>();
    for (List<String> tools : toolsOfPhases) {
      phases.add(new Phase("phase-" + phases.size(), new Template(""), tools, true, LIMITS));
    }
    var model = new ModelChoice("scripted", "default", JsonValue.EMPTY_OBJECT);
    return new AgentDefinition("clerk", "", model, "", phases, LIMITS);
  }
}
