package dev.reprise.api.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Limits;
import dev.reprise.agent.Phase;
import dev.reprise.agent.Role;
import dev.reprise.agent.Template;
import dev.reprise.agent.ToolGrant;
import dev.reprise.api.http.FieldError;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.identity.Submitter;
import dev.reprise.definition.AgentCatalogue;
import dev.reprise.definition.AgentVersion;
import dev.reprise.definition.AgentVersions;
import dev.reprise.definition.CatalogueEntry;
import dev.reprise.fixture.Agents;
import dev.reprise.platform.TenantScope;
import dev.reprise.queue.row.Run;
import dev.reprise.tool.ToolFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A refused user is told which tools are the reason. */
class ToolAccessCheckTest {

  private static final Limits LIMITS = new Limits(9, Duration.ofMinutes(1));

  private static final String PUT_IS_FOR_ADMINS = "- {name: put, roles: [admin]}";
  private static final Optional<Role> OPERATOR = Optional.of(Role.OPERATOR);
  private static final AgentDefinition CARRIER = agent(List.of("look", "put"));

  private static final Submitter ANA = new Submitter("acme", "ana", Optional.of(Role.OPERATOR));

  private final Path file;

  ToolAccessCheckTest(@TempDir Path directory) {
    this.file = directory.resolve("tools.yaml");
  }

  @Test
  void namesEachToolAndTheRolesThatMayUseIt() throws IOException {
    ToolAccessCheck access =
        access(
            """
            - {name: put, roles: [admin]}
            - {name: look, tenants: [umbra]}
            - {name: add, agents: [boss]}
            """);
    AgentDefinition agent = agent(List.of("put"), List.of("put", "look", "gone"), List.of("add"));

    assertThatThrownBy(() -> access.check(agent, ANA))
        .isInstanceOfSatisfying(
            ProblemException.class,
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
  void aUserWithoutAKnownRoleIsRefused() throws IOException {
    AgentDefinition agent = agent(List.of("put"));
    var unknown = new Submitter("acme", "schedule nightly", Optional.empty());

    assertThatCode(() -> access("- {roles: [viewer]}").check(agent, ANA))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> access("- {roles: [viewer]}").check(agent, unknown))
        .isInstanceOf(ProblemException.class)
        .hasMessageContaining("only for runs of people with one of the roles [viewer]");
  }

  @Test
  void aUserWithoutTheRoleForAToolMustNotActOnTheRun() throws IOException {
    ToolAccessCheck access = access(PUT_IS_FOR_ADMINS, agent(List.of("look", "put")));

    assertThatThrownBy(() -> access.checkActing(run(Role.ADMIN), OPERATOR))
        .isInstanceOfSatisfying(
            ProblemException.class,
            refusal -> {
              assertThat(refusal.type()).isEqualTo(ProblemType.FORBIDDEN);
              assertThat(refusal.errors())
                  .containsExactly(
                      new FieldError(
                          "run",
                          "belongs to a user with more rights: 'put' is only for runs of people"
                              + " with one of the roles [admin]"));
            });
    assertThatThrownBy(() -> access.checkActing(run(Role.ADMIN), Optional.empty()))
        .isInstanceOf(ProblemException.class);
    assertThatCode(() -> access.checkActing(run(Role.ADMIN), Optional.of(Role.ADMIN)))
        .doesNotThrowAnyException();
  }

  @Test
  void aUserMayActOnAnotherUsersRunWithoutSuchATool() throws IOException {
    ToolAccessCheck access = access(PUT_IS_FOR_ADMINS, agent(List.of("look")));

    assertThatCode(() -> access.checkActing(run(Role.ADMIN), OPERATOR)).doesNotThrowAnyException();
  }

  @Test
  void theLeastRoleToActReachesAllTools() throws IOException {
    ToolAccessCheck access = access(PUT_IS_FOR_ADMINS, agent(List.of("look", "put")));
    ToolAccessCheck open = access("[]", agent(List.of("look", "put")));

    assertThat(access.leastActing(run(Role.ADMIN), Role.APPROVER)).contains(Role.ADMIN);
    assertThat(access.leastActing(run(Role.OPERATOR), Role.APPROVER)).contains(Role.APPROVER);
    assertThat(open.leastActing(run(Role.ADMIN), Role.APPROVER)).contains(Role.APPROVER);
    assertThat(open.leastActing(run(Role.ADMIN), Role.OPERATOR)).contains(Role.OPERATOR);
  }

  @Test
  void aToolThatTheRunMustNotCallIsNoReason() throws IOException {
    ToolAccessCheck access = access(PUT_IS_FOR_ADMINS, agent(List.of("put", "delegate")));

    assertThatCode(
            () -> {
              access.checkActing(run(Role.OPERATOR), OPERATOR);
              access.checkActing(new OwnedRun(Optional.empty()), OPERATOR);
            })
        .doesNotThrowAnyException();
  }

  @Test
  void toolsOfAgentsThatTheRunMayDelegateToCount() throws IOException {
    AgentDefinition chief = agent(List.of("delegate"));
    ToolAccessCheck access = access(PUT_IS_FOR_ADMINS, chief);
    ToolAccessCheck elsewhere = access(PUT_IS_FOR_ADMINS, narrowed(chief, "lame"));

    assertThatThrownBy(() -> access.checkActing(run(Role.ADMIN), OPERATOR))
        .hasMessageContaining("'put' is only for");
    assertThatCode(() -> elsewhere.checkActing(run(Role.ADMIN), OPERATOR))
        .doesNotThrowAnyException();
  }

  @Test
  void aRunIsNotMigratedToAnAgentThatItsSubmitterMustNotRun() throws IOException {
    ToolAccessCheck access = access(PUT_IS_FOR_ADMINS);
    var boss = new Submitter("acme", "boss", Optional.of(Role.ADMIN));

    assertThatThrownBy(() -> access.checkMigration(run(Role.OPERATOR), CARRIER, boss))
        .hasMessageContaining(
            "may not be that of a run submitted as operator: 'put' is only for runs of people with"
                + " one of the roles [admin]");
    assertThatThrownBy(() -> access.checkMigration(run(Role.ADMIN), CARRIER, ANA))
        .hasMessageContaining("may not be run: 'put' is only for");
    assertThatCode(() -> access.checkMigration(run(Role.ADMIN), CARRIER, boss))
        .doesNotThrowAnyException();
  }

  @Test
  void aTrialIsForAdmins() throws IOException {
    ToolAccessCheck access = access("[]");
    AgentDefinition trial = Agents.agent(AgentDefinition.TRIAL).phase("one", "look").build();

    assertThatThrownBy(() -> access.check(trial, ANA))
        .hasMessageContaining(
            "it is a trial of a document, which is for users with the role admin");
    assertThatCode(
            () -> access.check(trial, new Submitter("acme", "boss", Optional.of(Role.ADMIN))))
        .doesNotThrowAnyException();
  }

  private static Run run(Role owner) {
    return new OwnedRun(Optional.of(owner));
  }

  private static AgentDefinition narrowed(AgentDefinition agent, String delegate) {
    var grant = new ToolGrant(Set.of(delegate), Optional.empty(), Optional.empty(), false);
    return Agents.from(agent).grant("delegate", grant).build();
  }

  private static FieldError error(String why) {
    return new FieldError("agent", "may not be run: " + why);
  }

  private ToolAccessCheck access(String rules) throws IOException {
    return access(rules, agent(List.of("look")));
  }

  /**
   * @param kept the agents that runs are pinned to
   */
  private ToolAccessCheck access(String rules, AgentDefinition kept) throws IOException {
    Files.writeString(file, rules);
    var catalogue = ToolFixture.catalogue(ToolFixture.stubs("look", "put", "add"));
    return new ToolAccessCheck(
        ToolFixture.rights(catalogue, ToolFixture.policy(file)), AGENTS, keeping(kept));
  }

  /** Has an agent that an admin's run may delegate to, and one that is broken. */
  @SuppressWarnings("NullAway") // nothing is read from files
  private static final AgentCatalogue AGENTS =
      new AgentCatalogue(null, Optional.empty(), () -> null) {
        @Override
        public List<CatalogueEntry> list(String tenant) {
          return List.of(
              new CatalogueEntry.Found(
                  "carrier", "here", new AgentVersion("v", CARRIER, "{}"), TenantScope.ALL),
              new CatalogueEntry.Broken("lame", "here", List.of(), TenantScope.ALL));
        }
      };

  @SuppressWarnings("NullAway") // nothing that is overridden uses them
  private static AgentVersions keeping(AgentDefinition agent) {
    return new AgentVersions(null, null) {
      @Override
      public AgentDefinition load(String tenant, String hash) {
        return agent;
      }
    };
  }

  @SafeVarargs
  private static AgentDefinition agent(List<String>... toolsOfPhases) {
    List<Phase> phases = new ArrayList<>();
    for (List<String> tools : toolsOfPhases) {
      phases.add(new Phase("phase-" + phases.size(), new Template(""), tools, true, LIMITS));
    }
    return Agents.agent("clerk").phases(phases).limits(LIMITS).build();
  }

  /** Returns the row of a run of a user with this role. */
  private static final class OwnedRun extends Run {

    private final Optional<Role> owner;

    OwnedRun(Optional<Role> owner) {
      this.owner = owner;
    }

    @Override
    public Optional<Role> submitterRole() {
      return owner;
    }

    @Override
    public String tenant() {
      return "acme";
    }

    @Override
    public String agentVersion() {
      return "v";
    }
  }
}
