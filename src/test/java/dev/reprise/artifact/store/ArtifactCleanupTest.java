package dev.reprise.artifact.store;

import static dev.reprise.artifact.FeedReader.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.artifact.ArtifactKey;
import dev.reprise.artifact.ArtifactSummary;
import dev.reprise.artifact.FeedReader;
import dev.reprise.artifact.Stage;
import dev.reprise.artifact.store.ArtifactCleanup.Scope;
import dev.reprise.fixture.TestConfig;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.platform.jdbc.Database;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What becomes of artifacts that are not called. */
class ArtifactCleanupTest {

  private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);

  private final String tenant = UUID.randomUUID().toString();
  private final Scope all = new Scope(tenant, Optional.empty());
  private final ArtifactStore store = new ArtifactStore(new Database(TestDatabases.derby()), CLOCK);
  private final ArtifactHistory history = new ArtifactHistory(new Database(TestDatabases.derby()));
  private final ArtifactCleanup cleanup = new ArtifactCleanup(store, TestConfig.empty(), CLOCK);

  @Test
  void archivesWhatHasHadNoCallForAMonthAndRemovesItAfterThree() throws SQLException {
    idle("new", 0);
    idle("month", 31);
    idle("season", 91);

    assertThat(methods(cleanup.archivable(all))).containsExactlyInAnyOrder("month", "season");
    assertThat(methods(cleanup.removable(all))).containsExactly("season");
    assertThat(stage("month")).isEqualTo(Stage.STAGED);

    assertThat(methods(cleanup.archive(all, "ada", "unused")))
        .containsExactlyInAnyOrder("month", "season");
    assertThat(stage("month")).isEqualTo(Stage.ARCHIVED);
    assertThat(cleanup.archive(all, "ada", "unused")).isEmpty();

    assertThat(methods(cleanup.remove(all, "ada", "unused"))).containsExactly("season");
    assertThat(store.find(key("season"))).isEmpty();
    assertThat(store.find(key("new"))).isPresent();
  }

  /** Without it, the next call would have new code written. */
  @Test
  void leavesQuarantinedToolsWhereTheyAre() throws SQLException {
    idle("season", 91);
    store.put(key("season"), it -> it.orElseThrow().quarantined("ada", "suspect", NOW));

    assertThat(cleanup.archive(all, "ada", "unused")).isEmpty();
    assertThat(cleanup.remove(all, "ada", "unused")).isEmpty();
    assertThat(stage("season")).isEqualTo(Stage.QUARANTINED);
  }

  @Test
  void looksAtOneRoleAndOneTenantAlone() throws SQLException {
    idle("season", 91);

    assertThat(cleanup.remove(new Scope(tenant, Optional.of("other")), "ada", "unused")).isEmpty();
    assertThat(cleanup.remove(new Scope("other", Optional.empty()), "ada", "unused")).isEmpty();
    assertThat(store.find(key("season"))).isPresent();
  }

  @Test
  void keepsWhatItRemovesAndWhoDecidedIt() throws SQLException {
    idle("season", 91);
    var before = store.find(key("season")).orElseThrow();

    cleanup.remove(all, "ada", "unused");

    ArtifactChange change = history.changes(key("season")).getFirst();
    assertThat(change.decision().action()).isEqualTo("removed");
    assertThat(change.decision().by()).isEqualTo("ada");
    assertThat(change.decision().reason()).isEqualTo("unused");
    assertThat(store.before(key("season"), change.id())).contains(before);
  }

  private void idle(String method, int days) throws SQLException {
    store.put(
        key(method),
        none -> FeedReader.artifact(key(method)).succeeded(NOW.minus(Duration.ofDays(days))));
  }

  private Stage stage(String method) throws SQLException {
    return store.find(key(method)).orElseThrow().standing().stage();
  }

  private ArtifactKey key(String method) {
    return new ArtifactKey(tenant, "feed_reader", method);
  }

  private static List<String> methods(List<ArtifactSummary> tools) {
    return tools.stream().map(it -> it.key().method()).toList();
  }
}
