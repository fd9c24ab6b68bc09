package dev.reprise.operations.killswitch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.reprise.journal.store.EachDatabase;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.operations.killswitch.KillSwitch.Kind;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.RecentRows;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What every database must do for kill switches. */
@EachDatabase
class KillSwitchesTest {

  private KillSwitches switches;

  private static DataSource database() {
    return TestDatabases.current();
  }

  @BeforeEach
  @AfterEach
  void emptyDatabase() throws SQLException {
    try (Connection connection = database().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("DELETE FROM kill_switch");
    }
    switches = new KillSwitches(new Database(database()), System::nanoTime);
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

  @ParameterizedTest
  @CsvSource({"STORED_CODE, true, false", "CODE_REPAIRS, false, true", "CODE_REUSE, true, true"})
  void thoseOfGeneratedToolsStopUsesOfTheirCode(Kind kind, boolean runs, boolean repairs) {
    KillSwitch set = set("acme", kind, "");

    assertThat(switches.onStoredCode("acme")).isEqualTo(Optional.of(set).filter(it -> runs));
    assertThat(switches.onCodeRepair("acme")).isEqualTo(Optional.of(set).filter(it -> repairs));
    assertThat(switches.onStoredCode("beta")).isEmpty();
    assertThat(switches.onCodeRepair("beta")).isEmpty();
    assertThat(switches.onToolCall("acme", "clerk", "call_artifact", false)).isEmpty();
    assertThat(switches.onSubmission("acme", "clerk")).isEmpty();
  }

  @Test
  void theOldestOfSeveralIsNamed() {
    KillSwitch first = set(KillSwitch.ALL, Kind.MODEL_CALLS, "", 1);
    set("acme", Kind.TENANT, "", 2);
    set("acme", Kind.MODEL_CALLS, "", 3);

    assertThat(switches.onModelCall("acme", "clerk")).contains(first);
  }

  @Test
  void aTenantHasAMaximum() {
    for (int i = 0; i < KillSwitches.MAX_OF_TENANT; i++) {
      set("acme", Kind.TOOL, "tool_" + i);
    }

    assertThatThrownBy(() -> set("acme", Kind.TOOL, "one_more"))
        .isInstanceOf(TooManyKillSwitchesException.class)
        .hasMessageContaining("The tenant 'acme' has 200 kill switches, the maximum");
    assertThat(switches.onToolCall("acme", "clerk", "one_more", false)).isEmpty();
    assertThat(switches.onToolCall("acme", "clerk", "tool_199", false)).isPresent();
    set("beta", Kind.TOOL, "read_file");
    set(KillSwitch.ALL, Kind.TOOL, "list_files");
  }

  @Test
  void adminsWhoSetThemAtTheSameTimeAllSucceed() throws Exception {
    Callable<KillSwitch> admin = () -> set("acme", Kind.STORED_CODE, "");
    List<KillSwitch> set = new ArrayList<>();
    try (var threads = Executors.newFixedThreadPool(8)) {
      for (Future<KillSwitch> each : threads.invokeAll(Collections.nCopies(8, admin))) {
        set.add(each.get());
      }
    }

    assertThat(switches.list(Optional.of("acme"), Optional.empty(), 9))
        .containsExactlyInAnyOrderElementsOf(set);
  }

  @Test
  void theyAreListedInPagesForOneTenantOrAll() {
    KillSwitch first = set("acme", Kind.TOOL, "read_file", 1);
    KillSwitch second = set(KillSwitch.ALL, Kind.TOOL, "read_file", 2);
    KillSwitch third = set("beta", Kind.TOOL, "read_file", 3);
    KillSwitch fourth = set("acme", Kind.AGENT, "clerk", 3);
    Optional<String> acme = Optional.of("acme");

    assertThat(switches.list(acme, Optional.empty(), 9)).containsExactly(first, second, fourth);
    assertThat(switches.list(acme, Optional.empty(), 2)).containsExactly(first, second);
    var place = new KillSwitches.Place(second.at(), second.id());
    assertThat(switches.list(acme, Optional.of(place), 9)).containsExactly(fourth);
    assertThat(switches.list(Optional.empty(), Optional.of(place), 9))
        .containsExactlyInAnyOrder(third, fourth);
    assertThat(switches.find(third.id())).contains(third);
    assertThat(switches.find(UUID.randomUUID())).isEmpty();
  }

  @Test
  void itCountsOnAnotherServerWithinASecondAndNoLongerThanItIsSet() {
    var elsewhere = new KillSwitches(new Database(database()), System::nanoTime);
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
    var server = new KillSwitches(new Database(failing(isDown, asked)), nanos::get);
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
    return set(tenant, kind, name, 0);
  }

  private KillSwitch set(String tenant, Kind kind, String name, int second) {
    var it =
        new KillSwitch(
            UUID.randomUUID(),
            tenant,
            kind,
            name,
            "ana",
            "it leaks",
            Instant.parse("2026-03-01T08:00:00Z").plusSeconds(second));
    switches.set(it);
    return it;
  }
}
