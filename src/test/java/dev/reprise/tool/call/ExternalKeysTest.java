package dev.reprise.tool.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.journal.store.TestDatabases;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.server.SharedSecrets;
import dev.reprise.tool.ToolException;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the outside knows calls by. */
class ExternalKeysTest {

  private static final String RUN = "11111111-2222-3333-4444-555555555555";
  private static final String KEY = RUN + "/only/1/call_1";

  private final ExternalKeys keys =
      new ExternalKeys(new SharedSecrets(new Database(TestDatabases.derby())));

  @Test
  void areTheSameAtEachAttemptOfWhateverServer() throws ToolException {
    var another = new ExternalKeys(new SharedSecrets(new Database(TestDatabases.derby())));

    assertThat(another.of("acme", KEY)).isEqualTo(keys.of("acme", KEY)).matches("[0-9a-f]{64}");
  }

  @Test
  void areThoseOfNoOtherCallAndNoOtherTenant() throws ToolException {
    assertThat(
            Set.of(
                keys.of("acme", KEY),
                keys.of("globex", KEY),
                keys.of("acme", RUN + "/only/2/call_1"),
                keys.of("acme", KEY + "/1")))
        .hasSize(4);
  }

  @Test
  void cannotBeComputedFromTheCallAlone() throws ToolException {
    var elsewhere = new ExternalKeys(() -> new byte[32]);

    assertThat(elsewhere.of("acme", KEY)).isNotEqualTo(keys.of("acme", KEY));
  }

  @Test
  void callsAreNotMadeWhileTheDatabaseDoesNotGiveTheSecret() throws ToolException {
    var answers = new ArrayDeque<Boolean>(List.of(false, true));
    var shaky =
        new ExternalKeys(
            () -> {
              if (answers.remove()) {
                return new byte[32];
              }
              throw new DatabaseException(new SQLException("it is away"));
            });

    assertThatThrownBy(() -> shaky.of("acme", KEY))
        .isInstanceOf(ToolException.class)
        .hasMessageContaining("store_unavailable");
    assertThat(shaky.of("acme", KEY)).isEqualTo(shaky.of("acme", KEY));
  }

  @Test
  void serversThatBeginTogetherHaveOneSecret() throws Exception {
    Callable<String> asked = () -> new ExternalKeys(() -> secret("begun-together")).of("acme", KEY);
    Set<String> found = new HashSet<>();
    try (var threads = Executors.newFixedThreadPool(4)) {
      for (Future<String> key : threads.invokeAll(Stream.generate(() -> asked).limit(4).toList())) {
        found.add(key.get());
      }
    }

    assertThat(found).hasSize(1);
  }

  private static byte[] secret(String name) {
    return new SharedSecrets(new Database(TestDatabases.derby())).named(name);
  }
}
