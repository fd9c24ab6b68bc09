package dev.reprise.operations.killswitch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reprise.operations.killswitch.KillSwitch.Kind;
import dev.reprise.platform.jdbc.RecentRows;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every database must do for kill switches. */
abstract class KillSwitchesContract {

  private KillSwitches switches;

  abstract DataSource database();

  @BeforeEach
  @AfterEach
  void emptyDatabase() throws SQLException {
    try (Connection connection = database().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("DELETE FROM kill_switch");
    }
    switches = new KillSwitches(database(), System::nanoTime);
  }

  @Test
  void nothingIsStoppedWithoutOne() {
    assertThat(switches.onSubmission("acme", "clerk")).isEmpty();
    assertThat(switches.onModelCall("acme", "clerk")).isEmpty();
    assertThat(switches.onToolCall("acme", "clerk", "delete_file", true)).isEmpty();
  }

  @Test
  void oneOfModelsStopsTheirCallsInItsTenant() {
    KillSwitch set = set("acme", Kind.MODEL_CALLS, "");

    assertThat(switches.onModelCall("acme", "clerk")).contains(set);
    assertThat(switches.onModelCall("beta", "clerk")).isEmpty();
    assertThat(switches.onSubmission("acme", "clerk")).isEmpty();
    assertThat(switches.onToolCall("acme", "clerk", "read_file", false)).isEmpty();
  }

  @Test
  void oneOfDangerousToolsLeavesTheOthers() {
    KillSwitch set = set("acme", Kind.DANGEROUS_TOOLS, "");

    assertThat(switches.onToolCall("acme", "clerk", "delete_file", true)).contains(set);
    assertThat(switches.onToolCall("acme", "clerk", "read_file", false)).isEmpty();
  }

  @Test
  void oneOfAToolLeavesTheOthers() {
    KillSwitch set = set("acme", Kind.TOOL, "read_file");

    assertThat(switches.onToolCall("acme", "clerk", "read_file", false)).contains(set);
    assertThat(switches.onToolCall("acme", "clerk", "list_files", false)).isEmpty();
  }

  @Test
  void oneOfSubmissionsLeavesWhatWasSubmitted() {
    KillSwitch set = set("acme", Kind.SUBMISSIONS, "");

    assertThat(switches.onSubmission("acme", "clerk")).contains(set);
    assertThat(switches.onModelCall("acme", "clerk")).isEmpty();
  }

  @Test
  void oneOfAnAgentStopsAllThatItDoes() {
    KillSwitch set = set("acme", Kind.AGENT, "clerk");

    assertThat(switches.onSubmission("acme", "clerk")).contains(set);
    assertThat(switches.onModelCall("acme", "clerk")).contains(set);
    assertThat(switches.onToolCall("acme", "clerk", "read_file", false)).contains(set);
    assertThat(switches.onModelCall("acme", "surveyor")).isEmpty();
  }

  @Test
  void oneOfATenantStopsAllOfIt() {
    KillSwitch set = set("acme", Kind.TENANT, "");

    assertThat(switches.onSubmission("acme", "clerk")).contains(set);
    assertThat(switches.onModelCall("acme", "clerk")).contains(set);
    assertThat(switches.onModelCall("beta", "clerk")).isEmpty();
  }

  @Test
  void oneOfAllTenantsStopsEachOfThem() {
    KillSwitch set = set(KillSwitch.ALL, Kind.MODEL_CALLS, "");

    assertThat(switches.onModelCall("acme", "clerk")).contains(set);
    assertThat(switches.onModelCall("beta", "clerk")).contains(set);
  }

  @Test
  void itCountsOnAnotherServerWithinASecondAndNoLongerThanItIsSet() {
    var elsewhere = new KillSwitches(database(), System::nanoTime);
    assertThat(elsewhere.onModelCall("acme", "clerk")).isEmpty();

    KillSwitch set = set("acme", Kind.MODEL_CALLS, "");
    await()
        .atMost(Duration.ofSeconds(1))
        .until(() -> elsewhere.onModelCall("acme", "clerk").isPresent());

    assertThat(switches.release(set.id())).isTrue();
    assertThat(switches.release(set.id())).isFalse();
    assertThat(switches.onModelCall("acme", "clerk")).isEmpty();
    await()
        .atMost(Duration.ofSeconds(1))
        .until(() -> elsewhere.onModelCall("acme", "clerk").isEmpty());
  }

  @Test
  void itStillCountsWhileTheDatabaseDoesNotAnswer() {
    var isDown = new AtomicBoolean();
    var asked = new AtomicInteger();
    var nanos = new AtomicLong();
    var server = new KillSwitches(failing(isDown, asked), nanos::get);
    KillSwitch set = set("acme", Kind.MODEL_CALLS, "");
    assertThat(server.onModelCall("acme", "clerk")).contains(set);

    isDown.set(true);
    asked.set(0);
    nanos.addAndGet(RecentRows.FRESH.toNanos());

    assertThat(server.onModelCall("acme", "clerk")).contains(set);
    assertThat(server.onModelCall("acme", "clerk")).contains(set);
    assertThat(asked).as("once in a while").hasValue(1);
  }

  private DataSource failing(AtomicBoolean isDown, AtomicInteger asked) {
    return (DataSource)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) -> {
              asked.incrementAndGet();
              if (isDown.get()) {
                throw new SQLException("down");
              }
              return method.invoke(database(), arguments);
            });
  }

  @Test
  void itSaysWhatItStopsByWhomSinceWhenAndWhy() {
    assertThat(set("acme", Kind.TOOL, "read_file").refusal())
        .isEqualTo("tool 'read_file' is switched off by ana since 2026-03-01T08:00:00Z: it leaks");
  }

  private KillSwitch set(String tenant, Kind kind, String name) {
    var it =
        new KillSwitch(
            UUID.randomUUID(),
            tenant,
            kind,
            name,
            "ana",
            "it leaks",
            Instant.parse("2026-03-01T08:00:00Z"));
    switches.set(it);
    return it;
  }
}
