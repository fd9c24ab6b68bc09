package dev.reprise.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Phase;
import dev.reprise.model.catalogue.ChatModels;
import dev.reprise.model.script.ScriptedModel;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The built-in agent that surveys a source tree. */
class SurveyorTest {

  static final Set<String> TOOLS =
      Set.of("list_files", "read_file", "search_files", "count_lines", "write_file");

  @Test
  void isValidWithTheWorkspaceTools() {
    var catalogue =
        new AgentCatalogue(
            Documents.reader(),
            Optional.empty(),
            () -> new ServerCapabilities(TOOLS, new ChatModels(List.of(new ScriptedModel()))));

    assertThat(catalogue.find("acme", "surveyor"))
        .isInstanceOfSatisfying(
            CatalogueEntry.Found.class, found -> assertPhases(found.version().definition()));
  }

  private static void assertPhases(AgentDefinition surveyor) {
    assertThat(surveyor.phases())
        .extracting(Phase::name)
        .containsExactly("inventory", "inspect", "history", "report");
    assertThat(surveyor.phase("history").critical()).isFalse();
    assertThat(surveyor.phase("report").tools()).containsExactly("write_file");
  }
}
