package dev.reprise.api.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Limits;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.Phase;
import dev.reprise.agent.Template;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.api.http.ApiJson;
import dev.reprise.definition.AgentVersion;
import dev.reprise.definition.CatalogueEntry;
import dev.reprise.platform.TenantScope;
import dev.reprise.platform.document.DocumentError;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An agent is one flat object in JSON, whether its definition is usable or not. */
class AgentViewTest {

  private static final AgentDefinition AGENT =
      new AgentDefinition(
          "clerk",
          "Files letters.",
          new ModelChoice("scripted", "default", JsonValue.EMPTY_OBJECT),
          "",
          List.of(new Phase("file", new Template("go"), List.of("look"), true, Limits.OF_A_PHASE)),
          Limits.OF_A_RUN);

  @Test
  void showsTheMembersOfTheDefinitionBesideItsOwn() {
    var found =
        new CatalogueEntry.Found(
            "clerk", "clerk.yaml", new AgentVersion("v1", AGENT, "{}"), TenantScope.ALL);

    JsonNode shown = ApiJson.mapper().valueToTree(AgentView.of(found));

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
  void leavesOutTheDefinitionOfAnUnusableAgent() {
    var broken =
        new CatalogueEntry.Broken(
            "clerk",
            "clerk.yaml",
            List.of(new DocumentError("phases", "is missing")),
            TenantScope.ALL);

    JsonNode shown = ApiJson.mapper().valueToTree(AgentView.of(broken));

    assertThat(shown)
        .hasToString(
            "{\"name\":\"clerk\",\"usable\":false,\"source\":\"clerk.yaml\","
                + "\"problems\":[{\"path\":\"phases\",\"message\":\"is missing\"}]}");
  }
}
