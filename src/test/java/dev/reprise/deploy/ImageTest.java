package dev.reprise.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The image is made of what the build makes, downloads nothing, and runs without rights. */
class ImageTest {

  private static final Path DIRECTORY = Deployment.ROOT.resolve("image");
  private static final String TEXT = Deployment.text(DIRECTORY.resolve("Containerfile"));
  private static final Containerfile FILE = Containerfile.read();

  @Test
  void copiesWhatIsThereOrTheBuildMakes() {
    String descriptor = Deployment.text(Path.of("src/build/server.xml"));
    String build = Deployment.text(Path.of("pom.xml"));
    String packed =
        "target/%s-%s.%s"
            .formatted(
                Deployment.found("<finalName>(\\w+)</finalName>\n +<attach>", build),
                Deployment.found("<id>(\\w+)</id>", descriptor),
                Deployment.found("<format>([\\w.]+)</format>", descriptor));

    List<String> sources =
        Stream.concat(FILE.all("COPY"), FILE.all("ADD"))
            .filter(it -> it.option("from").isEmpty())
            .map(Containerfile.Instruction::words)
            .flatMap(it -> it.subList(0, it.size() - 1).stream())
            .toList();

    assertThat(sources)
        .contains(packed)
        .allMatch(it -> it.equals(packed) || Files.isRegularFile(Path.of(it)));
  }

  @Test
  void copiesFromStagesWhatTheyMake() {
    assertThat(FILE.all("COPY").filter(it -> it.option("from").isPresent()))
        .allSatisfy(
            it -> {
              assertThat(TEXT).contains(" AS " + it.option("from").get() + "\n");
              assertThat(FILE.of("RUN")).anyMatch(run -> run.contains(it.words().getFirst()));
            });
  }

  @Test
  void takesEachStageFromThePinnedBaseOrAnEarlierStage() {
    List<String> stages = new ArrayList<>(List.of("${BASE}"));
    for (Containerfile.Instruction from : FILE.all("FROM").toList()) {
      assertThat(stages).contains(from.words().getFirst());
      stages.add(from.words().getLast());
    }

    assertThat(FILE.of("ARG").findFirst())
        .hasValueSatisfying(it -> assertThat(it).matches("BASE=[\\w./-]+:\\d+\\.\\d+[\\w.-]+"));
  }

  @Test
  void downloadsNothing() {
    assertThat(FILE.of("ADD")).noneMatch(it -> it.contains("://"));
    assertThat(FILE.of("RUN"))
        .noneMatch(it -> it.matches(".*\\b(curl|wget|apt|apt-get|dnf|microdnf|apk)\\b.*"));
  }

  @Test
  void runsAsAUserWithoutRights() {
    assertThat(FILE.of("USER")).isNotEmpty().allMatch(it -> it.matches("[1-9]\\d*:\\d+"));
  }

  @Test
  void saysWhetherItIsAlive() {
    String script = Deployment.text(DIRECTORY.resolve("healthy.sh"));

    assertThat(FILE.of("HEALTHCHECK").toList())
        .singleElement()
        .asString()
        .contains("[\"/opt/reprise/bin/healthy\", \"live\"]");
    assertThat(TEXT)
        .contains("healthy.sh /opt/reprise/bin/healthy\n", "serve.sh /opt/reprise/bin/serve\n");
    assertThat(FILE.of("ENTRYPOINT")).containsExactly("[\"/opt/reprise/bin/serve\"]");
    assertThat(script)
        .contains("REPRISE_HTTP_PORT:-%s}".formatted(Deployment.port("reprise.http.port")))
        .contains("GET /health/%s ");
  }

  @Test
  void opensThePortOfHttpsAlone() {
    assertThat(FILE.of("EXPOSE")).containsExactly(Deployment.port("reprise.https.port"));
  }

  @Test
  void writesToVolumes() {
    String volumes = FILE.of("VOLUME").findFirst().orElseThrow();

    assertThat(Deployment.all("(?:LOG_DIR|REPRISE_DATA_DIR|WLP_OUTPUT_DIR)=(\\S+)", TEXT))
        .hasSize(3)
        .allMatch(it -> volumes.contains("\"" + it + "\""));
  }

  @Test
  void startsFromItsArchiveOfClasses() {
    String options = Deployment.text(DIRECTORY.resolve("jvm.options"));
    String archive = Deployment.found("^-XX:SharedArchiveFile=(\\S+)$", options);

    assertThat(FILE.of("COPY")).anyMatch(it -> it.endsWith(" " + archive));
  }

  @Test
  void isDeployedInTheVersionOfTheBuild() {
    String version =
        Deployment.found(
            "<version>([\\d.]+)(?:-SNAPSHOT)?</version>", Deployment.text(Path.of("pom.xml")));

    for (Path file : Deployment.files()) {
      assertThat(
              Deployment.all(
                  "(?:example\\.org/reprise:|newTag: |appVersion: |VERSION=)(\\d[^\\s\"]*)",
                  Deployment.text(file)))
          .as(file.toString())
          .allMatch(version::equals);
    }
  }

  /** Beside its heap, a server needs about as much again. */
  @Test
  void hasAHeapOfHalfAContainer() {
    String options = Deployment.text(DIRECTORY.resolve("jvm.options"));

    assertThat(Integer.parseInt(Deployment.found("^-Xmx(\\d+)m$", options)))
        .isLessThanOrEqualTo(512);
  }
}
