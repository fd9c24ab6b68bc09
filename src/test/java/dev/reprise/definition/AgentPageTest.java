package dev.reprise.definition;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.Limits;
import dev.reprise.platform.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page of agents names all of their members, and its example is a good agent. */
class AgentPageTest {

  private static String page = "";
  private static JsonNode schema = Json.read("{}");

  @BeforeAll
  static void read() throws IOException {
    page = Files.readString(Path.of("src/docs/agents.md"));
    try (InputStream file =
        Objects.requireNonNull(
            AgentPageTest.class.getResourceAsStream("/META-INF/schemas/agent.json"))) {
      schema = Json.mapper().readTree(file);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/properties", "/$defs/phase/properties", "/$defs/limits/properties"})
  void namesEachMember(String members) {
    List<String> names = schema.at(members).propertyStream().map(it -> it.getKey()).toList();

    assertThat(names).isNotEmpty().allSatisfy(it -> assertThat(page).contains("`" + it + "`"));
  }

  @Test
  void hasTheDefaultsOfLimits() {
    assertThat(page)
        .containsPattern(
            "`maxIterations` .*\\| %d \\| %d \\|"
                .formatted(Limits.OF_A_PHASE.maxIterations(), Limits.OF_A_RUN.maxIterations()))
        .containsPattern(
            "`deadline` .*\\| `%s` \\| `%s` \\|"
                .formatted(Limits.OF_A_PHASE.deadline(), Limits.OF_A_RUN.deadline()));
  }

  @Test
  void beginsWithAGoodAgent() {
    var block = Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL).matcher(page);
    assertThat(block.find()).isTrue();

    AgentVersion greeter = Documents.reader().read(block.group(1));

    assertThat(greeter.definition().phases()).extracting(it -> it.critical()).contains(true, false);
  }
}
