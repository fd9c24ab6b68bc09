package dev.reprise.api.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.AgentDefinition;
import dev.reprise.api.http.ApiJson;
import dev.reprise.definition.AgentVersion;
import dev.reprise.definition.CatalogueEntry;
import dev.reprise.fixture.Agents;
import dev.reprise.platform.TenantScope;
import dev.reprise.platform.document.DocumentError;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An agent is one flat object in JSON, whether its definition is usable or not. */
class AgentViewTest {

  private static final AgentDefinition AGENT =
      Agents.agent("clerk").description("Files letters.").phase("file", "look").build();

  @Test
  void showsTheMembersOfTheDefinitionBesideItsOwn() {
    var found =
        new CatalogueEntry.Found(
            "clerk", "clerk.yaml", new AgentVersion("v1", AGENT, "{}"), TenantScope.ALL);

    JsonNode shown = ApiJson.mapper().valueToTree(AgentView.of(found, List.of()));

    assertThat(shown.fieldNames())
        .toIterable()
        .containsExactly(
            "name",
            "usable",
            "source",
            "description",
            "version",
            "model",
            "phases",
            "tools",
            "limits");
  }

  @Test
  void showsWarnings() {
    var found =
        new CatalogueEntry.Found(
            "clerk", "clerk.yaml", new AgentVersion("v1", AGENT, "{}"), TenantScope.ALL);

    JsonNode shown =
        ApiJson.mapper().valueToTree(AgentView.of(found, List.of("model a/b has no price")));

    assertThat(shown.path("warnings")).hasToString("[\"model a/b has no price\"]");
  }

  @Test
  void leavesOutTheDefinitionOfAnUnusableAgent() {
    var problems = List.of(new DocumentError("phases", "is missing"));

    JsonNode shown =
        ApiJson.mapper().valueToTree(AgentView.unusable("clerk", "clerk.yaml", problems));

    assertThat(shown)
        .hasToString(
            "{\"name\":\"clerk\",\"usable\":false,\"source\":\"clerk.yaml\","
                + "\"problems\":[{\"path\":\"phases\",\"message\":\"is missing\"}]}");
  }
}
