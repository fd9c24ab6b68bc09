package dev.reprise.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The objects that are given to a cluster. */
final class KubernetesObjects {

  private static final Map<String, BigDecimal> UNITS =
      Map.of(
          "", BigDecimal.ONE,
          "m", new BigDecimal("0.001"),
          "Ki", BigDecimal.valueOf(1L << 10),
          "Mi", BigDecimal.valueOf(1L << 20),
          "Gi", BigDecimal.valueOf(1L << 30));

  private KubernetesObjects() {}

  /**
   * What runs servers. The operator's object is pod and container in one.
   *
   * @param source for messages
   */
  record Workload(String source, JsonNode pod, JsonNode container) {

    /** Returns a member of the security context, of the container or else of its pod. */
    JsonNode security(String member) {
      JsonNode own = container.path("securityContext").path(member);
      return own.isMissingNode() ? pod.path("securityContext").path(member) : own;
    }

    JsonNode probe(String kind) {
      return container.path(kind + "Probe").isObject()
          ? container.path(kind + "Probe")
          : container.path("probes").path(kind);
    }

    /** Returns the number of a port, which a name may stand for. */
    String port(JsonNode port) {
      return container
          .path("ports")
          .valueStream()
          .filter(it -> it.path("name").equals(port))
          .findFirst()
          .map(it -> it.path("containerPort"))
          .orElse(port)
          .asText();
    }

    List<String> mounts() {
      return container
          .path("volumeMounts")
          .valueStream()
          .map(it -> it.path("mountPath").asText())
          .toList();
    }

    @Override
    public String toString() {
      return source;
    }
  }

  /** Returns the objects of all files; files of Kustomize itself have none. */
  static List<JsonNode> ofFiles() {
    return Deployment.yamlFiles().stream()
        .filter(it -> it.startsWith(Deployment.KUBERNETES) && !it.endsWith("kustomization.yaml"))
        .flatMap(it -> Deployment.documents(it).stream())
        .toList();
  }

  /** Returns what runs servers; a patch of an overlay has no image. */
  static Stream<Workload> workloads(List<JsonNode> objects) {
    return objects.stream()
        .flatMap(
            it ->
                it.at("/spec/applicationImage").isTextual()
                    ? Stream.of(workload(it, it.path("spec"), it.path("spec")))
                    : it.at("/spec/template/spec/containers")
                        .valueStream()
                        .filter(container -> container.path("image").isTextual())
                        .map(container -> workload(it, it.at("/spec/template/spec"), container)));
  }

  private static Workload workload(JsonNode object, JsonNode pod, JsonNode container) {
    return new Workload(object.path("kind").asText(), pod, container);
  }

  /** Returns a quantity of processors or bytes. */
  static BigDecimal amount(String quantity) {
    String unit = quantity.replaceFirst("[\\d.]+", "");
    return new BigDecimal(quantity.substring(0, quantity.length() - unit.length()))
        .multiply(UNITS.get(unit));
  }
}
