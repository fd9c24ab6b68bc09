package dev.reprise.api.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.ToolGrant;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.api.http.FieldError;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.definition.AgentCatalogue;
import dev.reprise.definition.AgentVersion;
import dev.reprise.definition.CatalogueEntry;
import dev.reprise.fixture.Agents;
import dev.reprise.platform.Json;
import dev.reprise.platform.TenantScope;
import dev.reprise.tool.StubTool;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolFixture;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A trial has no more rights than the deployed agent of its name. */
@Tag("door")
class TrialRightsTest {

  /** May post to one host, after an approval, without secrets. */
  private static final AgentDefinition CLERK =
      Agents.agent("clerk")
          .phase("one", "post")
          .grant(
              "post", new ToolGrant(Set.of("erp"), Optional.of(Set.of()), Optional.empty(), true))
          .build();

  @Test
  void runUnderANameOfItsOwn() {
    assertThat(narrowed(false, "clerk", "post", "{}").path("name").asText()).isEqualTo("trial");
    assertThat(narrowed(false, "other", "post", "{}").path("name").asText()).isEqualTo("trial");
  }

  @Test
  void hasTheGrantsOfTheDeployedAgent() {
    var deployed = "{\"only\": [\"erp\"], \"secrets\": [], \"approval\": true}";

    assertThat(grant(false, "clerk", "{}")).isEqualTo(Json.read(deployed));
    assertThat(grant(true, "clerk", "{\"only\": [\"erp\", \"else\"], \"secrets\": [\"key\"]}"))
        .isEqualTo(Json.read(deployed));
  }

  @Test
  void hasNoTargetThatTheDeployedAgentHasNot() {
    assertThat(refusal(false, "clerk", "post", "{\"only\": [\"else\"]}"))
        .isEqualTo(
            new FieldError(
                "grants.post.only",
                "must have something that the grant of the deployed agent 'clerk' has"));
  }

  @Test
  void hasNoToolThatTheDeployedAgentHasNot() {
    assertThat(refusal(false, "clerk", "write", "{}"))
        .isEqualTo(
            new FieldError(
                "tools[0]", "'write' is none of the tools of the deployed agent 'clerk': [post]"));
  }

  @Test
  void usesNoSecretsUnderAnotherName() {
    assertThat(grant(false, "other", "{\"secrets\": [\"key\"]}"))
        .isEqualTo(Json.read("{\"secrets\": [], \"approval\": false}"));
  }

  @Test
  void reachesNothingBeyondFilesAndNotesUnderAnotherNameWhereThereAreTenants() {
    assertThat(refusal(true, "other", "post", "{}").message())
        .startsWith("'post' reaches beyond files and notes");
    assertThat(narrowed(true, "other", "write", "{}").path("name").asText()).isEqualTo("trial");
  }

  private static ObjectNode grant(boolean isDivided, String name, String grant) {
    return (ObjectNode) narrowed(isDivided, name, "post", grant).path("grants").path("post");
  }

  private static FieldError refusal(boolean isDivided, String name, String tool, String grant) {
    var refused =
        catchThrowableOfType(ProblemException.class, () -> narrowed(isDivided, name, tool, grant));
    assertThat(refused.type()).isEqualTo(ProblemType.FORBIDDEN);
    return refused.errors().getFirst();
  }

  private static ObjectNode narrowed(boolean isDivided, String name, String tool, String grant) {
    var document = Json.mapper().createObjectNode().put("name", name);
    document.putArray("tools").add(tool);
    var given = Json.read(grant);
    document.putObject("grants").set(tool, given);
    var tried =
        Agents.agent(name)
            .phase("one", tool)
            .grant(
                tool,
                new ToolGrant(
                    Set.copyOf(given.path("only").valueStream().map(it -> it.asText()).toList()),
                    given.has("secrets")
                        ? Optional.of(
                            Set.copyOf(
                                given
                                    .path("secrets")
                                    .valueStream()
                                    .map(it -> it.asText())
                                    .toList()))
                        : Optional.empty(),
                    Optional.empty(),
                    false))
            .build();
    new TrialRights(
            DEPLOYED,
            ToolFixture.catalogue(List.of(tool("post", "web"), tool("write", "workspace"))),
            isDivided)
        .narrow("acme", tried, document);
    return document;
  }

  private static Tool tool(String name, String category) {
    return new StubTool(
        ToolDeclaration.named(name, EffectClass.ONCE).in(category).build(),
        request -> new ToolOutcome.Succeeded(""));
  }

  @SuppressWarnings("NullAway") // nothing is read from files
  private static final AgentCatalogue DEPLOYED =
      new AgentCatalogue(null, Optional.empty(), () -> null) {
        @Override
        public List<CatalogueEntry> list(String tenant) {
          return List.of(
              new CatalogueEntry.Found(
                  "clerk", "here", new AgentVersion("v", CLERK, "{}"), TenantScope.ALL));
        }
      };
}
