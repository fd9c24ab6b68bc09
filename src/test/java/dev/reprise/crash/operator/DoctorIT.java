package dev.reprise.crash.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.crash.fixture.Site;
import dev.reprise.platform.Json;
import dev.reprise.server.CommandLine;
import dev.reprise.server.ServerOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** The packed {@code reprise doctor} against a server: what it finds, and its exit codes. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class DoctorIT {

  private static final Path AGENTS = directory();

  private static final Site SITE =
      Site.named(
          "doctor",
          ServerOptions.DEFAULT
              .with("REPRISE_AGENTS_DIR", AGENTS.toString())
              .with("REPRISE_LEESE", "PT30S"));

  private static Path directory() {
    try {
      return Files.createTempDirectory("reprise-doctor-agents-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @BeforeAll
  static void start() {
    SITE.server().start();
  }

  @AfterAll
  static void close() {
    SITE.close();
  }

  @Test
  @Order(1)
  void aSettingWithoutEffectIsAWarningAndNothingElseIsWrong() throws Exception {
    CommandLine.Ended ended = doctor("admin");

    assertThat(ended.exitCode()).as("%s", ended).isZero();
    assertThat(findings(ended)).singleElement().asString().contains("REPRISE_LEESE");
    assertThat(ended.errors()).contains("logged in as admin of tenant default; roles: ", "admin");
  }

  @Test
  @Order(2)
  void aServerOfDevelopmentLacksWhatProductionNeeds() throws Exception {
    CommandLine.Ended ended = CommandLine.run(environment("admin"), "doctor", "--production");

    assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
    assertThat(
            findings(ended).stream()
                .map(it -> it.path("severity").asText() + ": " + it.path("finding").asText()))
        .satisfiesExactly(
            it -> assertThat(it).startsWith("warning: The certificate was not checked"),
            it -> assertThat(it).startsWith("warning: ").contains("REPRISE_LEESE"),
            it -> assertThat(it).startsWith("error: 'admin' is a user such as development"),
            it -> assertThat(it).startsWith("error: Records and the audit record are not sealed"),
            it -> assertThat(it).startsWith("warning: Records are not encrypted"),
            it -> assertThat(it).startsWith("error: Nothing limits what the runs"),
            it -> assertThat(it).startsWith("warning: It was not decided how long"),
            it -> assertThat(it).startsWith("warning: The database is Derby"),
            it -> assertThat(it).startsWith("warning: Telemetry is off"),
            it -> assertThat(it).startsWith("warning: No webhook"));
  }

  @Test
  @Order(3)
  void aLesserLoginIsToldWhatWasNotChecked() throws Exception {
    CommandLine.Ended ended = doctor("viewer");

    assertThat(ended.exitCode()).as("%s", ended).isZero();
    assertThat(findings(ended))
        .singleElement()
        .asString()
        .contains("may not see the configuration");
  }

  @Test
  @Order(4)
  void aLoginThatIsNotAcceptedIsAnError() throws Exception {
    Map<String, String> environment = new HashMap<>(environment("admin"));
    environment.put("REPRISE_PASSWORD", "wrong");

    CommandLine.Ended ended = CommandLine.run(environment, "doctor");

    assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
    assertThat(findings(ended)).singleElement().asString().contains("does not accept the login");
  }

  @Test
  @Order(5)
  void whatAdminsHaveStoppedIsSaidWithTheCommandThatEndsIt() throws Exception {
    as("kill-switch", "set", "tool", "read_file", "--reason", "It leaks.");
    as("maintenance", "start", "*", "--reason", "More memory.", "--wait");

    CommandLine.Ended ended = doctor("admin");

    assertThat(ended.exitCode()).as("%s", ended).isZero();
    assertThat(findings(ended).toString())
        .contains("in maintenance", "More memory.", "reprise maintenance end")
        .contains("kill switch tool read_file", "It leaks.", "reprise kill-switch release ");
  }

  @Test
  @Order(6)
  void anAgentThatCannotBeUsedIsAnError() throws Exception {
    Files.writeString(AGENTS.resolve("broken.yaml"), "name: broken\n");
    SITE.server().kill();
    SITE.server().startUntilLive();

    CommandLine.Ended ended = doctor("admin");

    assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
    assertThat(findings(ended).toString()).contains("Agent 'broken' cannot be used");
  }

  @Test
  @Order(7)
  void aServerThatIsGoneIsAFindingWithARemedy() throws Exception {
    SITE.server().kill();

    CommandLine.Ended ended = doctor("admin");

    assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
    assertThat(findings(ended))
        .singleElement()
        .asString()
        .contains("cannot be reached", "--server");
    assertThat(ended.errors()).isEmpty();
  }

  private static List<JsonNode> findings(CommandLine.Ended ended) {
    List<JsonNode> found = new ArrayList<>();
    Json.read(ended.output()).forEach(found::add);
    return found;
  }

  private static CommandLine.Ended doctor(String user) throws IOException, InterruptedException {
    return CommandLine.run(environment(user), "doctor");
  }

  private static void as(String... arguments) throws IOException, InterruptedException {
    CommandLine.Ended ended = CommandLine.run(environment("admin"), arguments);
    assertThat(ended.exitCode()).as("%s", ended).isZero();
  }

  private static Map<String, String> environment(String user) {
    return Map.of(
        "REPRISE_SERVER", SITE.server().baseUri().toString(),
        "REPRISE_USER", user,
        "REPRISE_PASSWORD", SITE.server().credentials().passwordOf(user));
  }
}
