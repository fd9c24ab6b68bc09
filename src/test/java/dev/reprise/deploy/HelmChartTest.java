package dev.reprise.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.TemplateCommand;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.reprise.platform.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The chart makes the objects of Kustomize, and the schema of its values refuses what cannot work.
 */
class HelmChartTest {

  private static final Path VALUES = Deployment.CHART.resolve("values.yaml");
  private static final Path STATEFUL_SET = Deployment.KUBERNETES.resolve("base/statefulset.yaml");

  /** Kinds of objects that Kustomize changes, or that the chart does not make. */
  private static final Set<String> OF_THEIR_OWN =
      Set.of("ConfigMap", "StatefulSet", "OpenLibertyApplication");

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

  /** Helm itself renders the chart: what differs from the files of Kustomize would be a mistake. */
  @Test
  void makesTheObjectsOfTheOverlayAndItsComponents() {
    Map<String, JsonNode> files =
        byName(
            KubernetesObjects.ofFiles().stream()
                .filter(it -> !OF_THEIR_OWN.contains(it.path("kind").asText()))
                .toList());
    Map<String, JsonNode> made =
        byName(
            rendered("monitoring.enabled=true", "autoscaling.enabled=true").stream()
                .filter(it -> !OF_THEIR_OWN.contains(it.path("kind").asText()))
                .toList());

    assertThat(made).isEqualTo(files);
  }

  @Test
  void makesTheSamePods() {
    var file = (ObjectNode) Deployment.document(STATEFUL_SET).at("/spec/template/spec");
    JsonNode made = statefulSet(rendered()).at("/spec/template/spec");
    ((ObjectNode) file.at("/containers/0")).set("image", made.at("/containers/0/image"));

    assertThat(made).isEqualTo(file);
  }

  @Test
  void makesTheSameSettings() {
    JsonNode settings =
        rendered().stream()
            .filter(it -> it.path("kind").asText().equals("ConfigMap"))
            .findFirst()
            .orElseThrow()
            .path("data");

    Map<String, String> made = new TreeMap<>();
    settings.properties().forEach(it -> made.put(it.getKey(), it.getValue().asText()));
    assertThat(made).isEqualTo(SettingsOfDeploymentsTest.kustomize().variables());
  }

  @Test
  void keepsTheDatabaseOfDerbyOnTheSameVolume() {
    Path patch = Deployment.KUBERNETES.resolve("overlays/derby/volume.yaml");
    JsonNode file = Deployment.document(patch).path("spec");
    JsonNode made = statefulSet(rendered("database.kind=derby", "replicas=1")).path("spec");

    assertThat(made.path("volumeClaimTemplates")).isEqualTo(file.path("volumeClaimTemplates"));
    assertThat(made.at("/template/spec/containers/0/volumeMounts"))
        .containsAll(file.at("/template/spec/containers/0/volumeMounts"));
  }

  @Test
  void passesTheApplicationToItsProxyAndNothingElse() {
    List<JsonNode> objects =
        rendered(
            "ingress.enabled=true",
            "ingress.className=c",
            "ingress.host=reprise.example.org",
            "ingress.tlsSecret=t");

    assertThat(
            objects.stream()
                .filter(it -> it.path("kind").asText().equals("Ingress"))
                .flatMap(it -> it.findValuesAsText("path").stream()))
        .containsExactly("/api", "/console");
  }

  private static List<JsonNode> rendered(String... values) {
    TemplateCommand command = new Helm(Deployment.CHART).template().withName("reprise");
    for (String value : values) {
      String[] parts = value.split("=", 2);
      command = command.set(parts[0], parts[1]);
    }
    return Deployment.documents(command.call());
  }

  private static JsonNode statefulSet(List<JsonNode> objects) {
    return Objects.requireNonNull(byName(objects).get("StatefulSet reprise"));
  }

  private static Map<String, JsonNode> byName(List<JsonNode> objects) {
    Map<String, JsonNode> byName = new TreeMap<>();
    objects.forEach(
        it -> byName.put(it.path("kind").asText() + " " + it.at("/metadata/name").asText(), it));
    return byName;
  }
}
