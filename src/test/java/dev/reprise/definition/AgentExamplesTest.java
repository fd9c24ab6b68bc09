package dev.reprise.definition;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.fixture.Example;
import dev.reprise.platform.Json;
import dev.reprise.platform.document.DocumentParser;
import dev.reprise.platform.document.DocumentSchema;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Agents of the pages, and parts of them, are good agents. */
class AgentExamplesTest {

  private static final Set<String> MEMBERS =
      DocumentSchema.AGENT
          .content()
          .path("properties")
          .propertyStream()
          .map(it -> it.getKey())
          .collect(Collectors.toSet());

  static List<Example> examples() {
    return Example.in("yaml").stream().filter(it -> isOfAgent(parsed(it))).toList();
  }

  private static JsonNode parsed(Example example) {
    return DocumentParser.OF_AGENTS.parse(example.text());
  }

  private static boolean isOfAgent(JsonNode document) {
    return document.isObject()
        && document.propertyStream().allMatch(it -> MEMBERS.contains(it.getKey()));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void isRead(Example example) {
    ObjectNode agent =
        (ObjectNode)
            Json.read(
                """
                {"name": "example", "description": "An example.", "model": {"provider": "ollama"},
                 "phases": [{"name": "read", "prompt": "Read."}]}
                """);
    parsed(example).propertyStream().forEach(it -> agent.set(it.getKey(), it.getValue()));

    AgentVersion read = Documents.reader().read(Json.write(agent));

    assertThat(read.definition().phases()).isNotEmpty();
  }
}
