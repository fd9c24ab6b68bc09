package dev.reprise.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.reprise.platform.Json;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The values of the chart are as their schema says, which refuses what cannot work. */
class HelmChartTest {

  private static final Path VALUES = Deployment.CHART.resolve("values.yaml");
  private static final Schema SCHEMA =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7)
          .getSchema(Json.read(Deployment.text(Deployment.CHART.resolve("values.schema.json"))));

  @Test
  void hasValuesThatFit() {
    assertThat(SCHEMA.validate(Deployment.document(VALUES))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "/database, kind, \"mysql\"",
    "/database, kind, \"derby\"",
    "/image, tag, \"latest\"",
    "/env, REPRISE_DATABASE_PASSWORD, \"a\"",
    "/ingress, enabled, true",
    "'', replicas, 0",
    "'', replica, 2",
  })
  void refuses(String object, String member, String value) {
    JsonNode values = Deployment.document(VALUES);
    ((ObjectNode) values.at(object)).set(member, Json.read(value));

    assertThat(SCHEMA.validate(values)).isNotEmpty();
  }

  @Test
  void takesOneServerWithDerby() {
    var values = (ObjectNode) Deployment.document(VALUES);
    values.put("replicas", 1);
    ((ObjectNode) values.path("database")).put("kind", "derby");

    assertThat(SCHEMA.validate(values)).isEmpty();
  }
}
