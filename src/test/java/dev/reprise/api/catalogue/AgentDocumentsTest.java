package dev.reprise.api.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reprise.api.http.FieldError;
import dev.reprise.api.http.ProblemException;
import dev.reprise.definition.AgentCatalogue;
import dev.reprise.definition.AgentReader;
import dev.reprise.definition.ServerCapabilities;
import dev.reprise.fixture.TestConfig;
import dev.reprise.model.catalogue.ChatModels;
import dev.reprise.model.script.ScriptedModel;
import dev.reprise.platform.TenantScope;
import dev.reprise.platform.document.DocumentPlace;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.secret.WithheldTool;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AgentDocumentsTest {

  private static final String AGENT =
      """
      name: clerk
      description: Looks.
      model: {provider: scripted, script: {one: [{text: done}]}}
      tools: [look, odd]
      phases: [{name: one, prompt: Look.}]
      """;

  /** Of the second tool. */
  private static final Optional<DocumentPlace> PLACE = Optional.of(new DocumentPlace(4, 15));

  private static List<FieldError> errors(TenantScope tenants) {
    var tools = ToolFixture.catalogue(ToolFixture.stubs("look"));
    tools.offer(
        "mcp/odd", List.of(), Map.of("odd", new WithheldTool("its schema is odd", tenants)));
    var config = TestConfig.empty();
    var reader = new AgentReader();
    var models = new ChatModels(List.of(new ScriptedModel()));
    var here =
        new ServerCapabilities(
            tools.tenants(), List.of(), tools.withheld(), models, TenantScope.ALL);
    var agents = new AgentCatalogue(reader, Optional.empty(), () -> here);
    var documents =
        new AgentDocuments(reader, models, tools, new TrialRights(agents, tools, config), config);
    return catchThrowableOfType(ProblemException.class, () -> documents.read("acme", AGENT))
        .errors();
  }

  @Test
  void saysWhyAToolIsNotOffered() {
    assertThat(errors(TenantScope.ALL))
        .containsExactly(new FieldError("tools[1]", "its schema is odd", PLACE, Optional.empty()));
  }

  @Test
  void tellsNothingOfToolsOfOtherTenants() {
    assertThat(errors(new TenantScope(Set.of("beta"))))
        .containsExactly(
            new FieldError(
                "tools[1]",
                "there is no tool 'odd' here; there are ask_human, delegate, look, wait_until",
                PLACE,
                Optional.empty()));
  }
}
