package dev.reprise.api.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.reprise.api.fixture.Client;
import dev.reprise.api.http.ProblemType;
import dev.reprise.fixture.Example;
import dev.reprise.platform.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An agent's author sees which tools exist, and under which rules they are called. */
class ToolsIT {

  private static final Client VIEWER = new Client("viewer");

  @Test
  void areListedByNameWithTheControlToolsAmongThem() {
    var names = VIEWER.get("tools").body().path("items").findValuesAsText("name");

    assertThat(names).contains("append_file", "delegate", "http_post", "run_code", "wait_until");
    assertThat(names).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void showWhatTheyDoAndOnWhatTerms() {
    var tool = VIEWER.get("tools/http_post").body();

    assertThat(tool.path("effect").asText()).isEqualTo("ONCE");
    assertThat(tool.path("dangerous").asBoolean()).isTrue();
    assertThat(tool.path("category").asText()).isEqualTo("web");
    assertThat(tool.at("/arguments/properties/url/type").asText()).isEqualTo("string");
    assertThat(tool.at("/terms/approval").asBoolean()).isTrue();
    assertThat(tool.at("/terms/timeout").asText()).startsWith("PT");
    assertThat(tool.at("/terms/resultLimit").asInt()).isEqualTo(65_536);
    assertThat(tool.at("/terms/secrets").toString()).isEqualTo("[]");
    assertThat(tool.path("terms").has("concurrency")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "artifacts.md, contract, call_artifact",
    "tools.md, call_id, read_result",
    "tools.md, secret:weather-key, http_fetch"
  })
  void takeTheArgumentsOfThePages(String page, String part, String tool) {
    JsonNode schema = VIEWER.get("tools/" + tool).body().path("arguments");

    assertThat(
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(schema)
                .validate(Json.read(Example.of(page, part).text())))
        .isEmpty();
  }

  @Test
  void areFoundByTheirNamesAlone() {
    VIEWER.get("tools/launch_rocket").isProblem(ProblemType.NOT_FOUND);
  }

  @Test
  void serversOfToolsAreListedAlsoWhereThereAreNone() {
    assertThat(VIEWER.get("mcp-servers").body().path("items").toString()).isEqualTo("[]");
  }
}
