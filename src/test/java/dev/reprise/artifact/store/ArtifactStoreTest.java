package dev.reprise.artifact.store;

import static dev.reprise.artifact.FeedReader.NOW;
import static dev.reprise.artifact.FeedReader.written;
import static dev.reprise.artifact.Generation.Trigger.GENERATED;
import static dev.reprise.artifact.Generation.Trigger.REPAIRED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.artifact.Artifact;
import dev.reprise.artifact.ArtifactKey;
import dev.reprise.artifact.CallsOfDay;
import dev.reprise.artifact.Failure;
import dev.reprise.artifact.FailureCounts;
import dev.reprise.artifact.FeedReader;
import dev.reprise.artifact.Generation;
import dev.reprise.artifact.Provenance;
import dev.reprise.artifact.Selection;
import dev.reprise.artifact.Stage;
import dev.reprise.journal.store.EachDatabase;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.resilience.FailureClass;
import java.sql.SQLException;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the store of artifacts keeps, on each database. */
@EachDatabase
class ArtifactStoreTest {

  private static final int UPDATES = 200;

  private final String tenant = UUID.randomUUID().toString();
  private final ArtifactKey key = new ArtifactKey(tenant, "feed_reader", "titles");
  private final ArtifactStore store = store();
  private final ArtifactPages pages = new ArtifactPages(new Database(database()));

  private static DataSource database() {
    return TestDatabases.current();
  }

  private ArtifactStore store() {
    return new ArtifactStore(new Database(database()), Clock.fixed(NOW, ZoneOffset.UTC));
  }

  @Test
  void anotherServerReadsWhatWasStored() throws SQLException {
    var origin =
        new Generation.Origin(
            UUID.randomUUID(),
            GENERATED,
            Optional.of(Selection.Reason.MISSING),
            NOW,
            new Provenance(
                Optional.of("reporter"),
                Optional.of(UUID.randomUUID()),
                Optional.of("opus"),
                Optional.of("v7")));
    Artifact stored =
        written(
                Artifact.first(key, FeedReader.CONTRACT, FeedReader.PROGRAM, origin),
                REPAIRED,
                "return 1")
            .succeeded(NOW)
            .failed(FeedReader.failure(FailureClass.ADAPTIVE));

    store.put(key, before -> stored);

    assertThat(store().find(key)).contains(stored);
    assertThat(pages.keys(all(tenant))).containsExactly(key);
    assertThat(pages.keys(all("another"))).isEmpty();
  }

  private static ArtifactPages.Query all(String tenant) {
    return new ArtifactPages.Query(
        tenant, Optional.empty(), Optional.empty(), Optional.empty(), 100);
  }

  @Test
  void pagesAreByTheCodesOfCharacters() throws SQLException {
    List<ArtifactKey> inOrder =
        Stream.of("a", "a1", "a_b", "ab", "b")
            .map(it -> new ArtifactKey(tenant, "feed_reader", it))
            .toList();
    for (ArtifactKey each : inOrder.reversed()) {
      store.put(each, none -> FeedReader.artifact(each));
    }
    store.put(inOrder.getLast(), it -> it.orElseThrow().quarantined("ada", "suspect", NOW));

    assertThat(pages.keys(all(tenant))).isEqualTo(inOrder);
    assertThat(pages.keys(query("feed_reader", Stage.STAGED, inOrder.get(1), 2)))
        .isEqualTo(inOrder.subList(2, 4));
    assertThat(pages.keys(query("feed_reader", Stage.STAGED, inOrder.get(3), 2))).isEmpty();
    assertThat(pages.keys(query("feed", Stage.STAGED, inOrder.get(1), 2))).isEmpty();
  }

  private ArtifactPages.Query query(String role, Stage stage, ArtifactKey after, int limit) {
    return new ArtifactPages.Query(
        tenant, Optional.of(role), Optional.of(stage), Optional.of(after), limit);
  }

  @Test
  void aTenantHasAtMostItsMaximum() throws SQLException {
    var bounded =
        new ArtifactStore(
            new Database(database()),
            new ArtifactSeal(KeySource.of(KeyRing.EMPTY)),
            1,
            Clock.fixed(NOW, ZoneOffset.UTC));
    var other = new ArtifactKey(tenant, "feed_reader", "other");
    bounded.put(key, none -> FeedReader.artifact(key));

    assertThatThrownBy(() -> bounded.put(other, none -> FeedReader.artifact(other)))
        .isInstanceOf(TooManyArtifactsException.class)
        .hasMessageContaining("reprise.artifacts.max-of-tenant");
    assertThat(store.find(other)).isEmpty();
    assertThat(bounded.put(key, it -> it.orElseThrow().succeeded(NOW)).usage().calls())
        .isEqualTo(1);
  }

  @Test
  void thereIsNothingToUpdateWhereNothingIsStored() throws SQLException {
    assertThat(store.called(key, Optional.empty(), it -> it.succeeded(NOW))).isEmpty();
    assertThat(store.find(key)).isEmpty();
  }

  @Test
  void countsCallsByDayAndClass() throws SQLException {
    store.put(key, none -> FeedReader.artifact(key));
    Failure failure = FeedReader.failure(FailureClass.EXTRINSIC);
    for (int n = 0; n < 3; n++) {
      store.called(key, Optional.empty(), it -> it.succeeded(NOW));
    }
    store.called(key, Optional.of(failure), it -> it.failed(failure));

    LocalDate today = LocalDate.ofInstant(NOW, ZoneOffset.UTC);
    CallsOfDay expected = new CallsOfDay(today, 3, new FailureCounts(0, 0, 1));
    assertThat(trends(today, Optional.of(key.role()), Optional.of(key.method())))
        .containsExactly(expected);
    assertThat(trends(today, Optional.empty(), Optional.empty())).containsExactly(expected);
    assertThat(trends(today, Optional.of("other"), Optional.empty())).isEmpty();
    assertThat(trends(today.plusDays(1), Optional.empty(), Optional.empty())).isEmpty();
  }

  private List<CallsOfDay> trends(LocalDate from, Optional<String> role, Optional<String> method)
      throws SQLException {
    return new ArtifactHistory(new Database(database())).trends(tenant, from, role, method);
  }

  @Test
  void keepsEachDecisionWithTheDocumentBeforeIt() throws SQLException {
    Artifact first = store.put(key, none -> FeedReader.artifact(key));
    var decision = new ArtifactDecision("quarantined", "ada", "suspect", NOW);

    store.decided(key, decision, stored -> stored.map(it -> it.quarantined("ada", "suspect", NOW)));
    store.decided(key, decision, stored -> Optional.empty());

    List<ArtifactChange> changes = new ArtifactHistory(new Database(database())).changes(key);
    assertThat(changes).extracting(ArtifactChange::decision).containsExactly(decision);
    assertThat(changes.getFirst().undoable()).isTrue();
    UUID change = changes.getFirst().id();
    assertThat(store.before(key, change)).contains(first);
    assertThat(store.before(new ArtifactKey(tenant, "other", "titles"), change)).isEmpty();
    assertThat(store.before(key, UUID.randomUUID())).isEmpty();
  }

  @Test
  void summarisesThePromotedOnesAlone() throws SQLException {
    store.put(key, none -> FeedReader.artifact(key));
    var other = new ArtifactKey(tenant, "feed_reader", "other");
    Artifact promoted =
        store.put(
            other,
            none ->
                FeedReader.artifact(other)
                    .promoted("ada", "checked", NOW)
                    .promoted("ada", "tried", NOW));

    assertThat(store.promoted(tenant)).containsExactly(promoted.summary());
    assertThat(store.summaries(tenant)).hasSize(2);
  }

  @Test
  void keepsNothingOfAToolThatWasNotThereBefore() throws SQLException {
    store.decided(
        key,
        new ArtifactDecision("imported", "ada", "a document was brought", NOW),
        none -> Optional.of(FeedReader.artifact(key)));

    ArtifactChange change = new ArtifactHistory(new Database(database())).changes(key).getFirst();
    assertThat(change.undoable()).isFalse();
    assertThat(store.before(key, change.id())).isEmpty();
  }

  @Test
  void twoWritersLoseNothing() throws Exception {
    Callable<Void> writer =
        () -> {
          ArtifactStore own = store();
          for (int i = 1; i <= UPDATES; i++) {
            int n = i;
            own.put(key, before -> changed(before, n));
          }
          return null;
        };
    try (var threads = Executors.newFixedThreadPool(2)) {
      for (Future<Void> each : threads.invokeAll(List.of(writer, writer))) {
        each.get();
      }
    }

    Artifact after = store.find(key).orElseThrow();
    assertThat(after.usage().calls()).isEqualTo(2 * UPDATES);
    assertThat(after.fitness().successes()).isEqualTo(2 * UPDATES);
    assertThat(after.fitness().repairs()).isEqualTo(2 * UPDATES / 10);
    assertThat(after.current().parent()).contains(after.generations().get(1).origin().id());
    assertThat(after.generations().get(1).parent())
        .contains(after.generations().get(2).origin().id());
    assertThat(revision()).isEqualTo(NOW.toEpochMilli() + 2 * UPDATES - 1);
  }

  /** A call that succeeded, and a repair at each tenth. */
  private Artifact changed(Optional<Artifact> before, int n) {
    Artifact called = before.orElseGet(() -> FeedReader.artifact(key)).succeeded(NOW);
    return n % 10 == 0 ? written(called, REPAIRED, "return " + n) : called;
  }

  private long revision() throws SQLException {
    return JdbcTransaction.single(
        database(),
        it ->
            it.first(
                    "SELECT revision FROM artifact WHERE tenant = ?",
                    row -> row.number("revision"),
                    tenant)
                .orElseThrow());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "return input.titles | return input.secrets",
        "\"schemaVersion\":1 | \"schemaVersion\":2",
        "\"stage\":\"STAGED\" | \"stage\":\"TRUSTED\"",
        "\"method\":\"titles\" | \"method\":\"others\"",
        "} | ]"
      })
  void aCorruptRowIsSetAsideAndCountsAsMissing(String written, String found) throws SQLException {
    store.put(key, before -> FeedReader.artifact(key));
    String corrupt = document("document").replace(written, found);
    JdbcTransaction.single(
        database(),
        it -> it.update("UPDATE artifact SET document = ? WHERE tenant = ?", corrupt, tenant));

    assertThat(store.find(key)).isEmpty();
    assertThat(pages.keys(all(tenant))).isEmpty();
    assertThat(pages.corrupt(tenant, Optional.empty(), 10))
        .singleElement()
        .satisfies(it -> assertThat(it.key()).isEqualTo(key))
        .satisfies(it -> assertThat(it.reason()).isNotBlank());
    assertThat(pages.corruptDocument(key).orElseThrow())
        .satisfies(it -> assertThat(it.document()).isEqualTo(corrupt))
        .satisfies(it -> assertThat(it.reason()).isNotBlank());

    Artifact next = store.put(key, before -> changed(before, 1));
    assertThat(store.find(key)).contains(next);
    assertThat(pages.corrupt(tenant, Optional.empty(), 10)).isEmpty();
    assertThat(pages.corruptDocument(key).orElseThrow().document()).isEqualTo(corrupt);
    assertThat(pages.corruptDocument(new ArtifactKey("other", key.role(), key.method()))).isEmpty();
  }

  private String document(String column) throws SQLException {
    return JdbcTransaction.single(
        database(),
        it ->
            it.first(
                    "SELECT %s FROM artifact WHERE tenant = ?".formatted(column),
                    row -> row.text(column),
                    tenant)
                .orElseThrow());
  }
}
