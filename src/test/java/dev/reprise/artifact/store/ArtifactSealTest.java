package dev.reprise.artifact.store;

import static dev.reprise.artifact.FeedReader.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.artifact.Artifact;
import dev.reprise.artifact.ArtifactKey;
import dev.reprise.artifact.FeedReader;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.platform.Json;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.JdbcTransaction;
import java.sql.SQLException;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** With sealing keys, write access to the database brings or promotes no code. */
class ArtifactSealTest {

  private final String tenant = UUID.randomUUID().toString();
  private final ArtifactKey key = new ArtifactKey(tenant, "feed_reader", "titles");
  private final ArtifactStore sealing = store("one");

  private static ArtifactStore store(String... keys) {
    KeyRing ring = KeyRing.parse(keys(keys));
    return new ArtifactStore(
        new Database(TestDatabases.derby()),
        new ArtifactSeal(KeySource.of(ring)),
        Integer.MAX_VALUE,
        Clock.fixed(NOW, ZoneOffset.UTC));
  }

  private static String keys(String... ids) {
    return Stream.of(ids)
        .map(id -> id + "=" + Base64.getEncoder().encodeToString(material(id)))
        .collect(Collectors.joining("\n"));
  }

  private static byte[] material(String id) {
    byte[] material = new byte[32];
    material[0] = (byte) id.charAt(0);
    return material;
  }

  @Test
  void readsWhatItHasSealedAlsoAfterTheKeysWereRotated() throws SQLException {
    Artifact artifact = sealing.put(key, none -> FeedReader.artifact(key));

    assertThat(sealing.find(key)).contains(artifact);
    assertThat(store("two", "one").find(key)).contains(artifact);
    assertThat(store().find(key)).contains(artifact);
  }

  @Test
  void aDocumentThatWasChangedWithoutTheKeyCountsAsMissing() throws SQLException {
    Artifact artifact = sealing.put(key, none -> FeedReader.artifact(key));
    Artifact promoted = artifact.promoted("eve", "trust me", NOW).promoted("eve", "more", NOW);
    change("document = ?", Json.write(ArtifactJson.write(promoted)));

    assertThat(sealing.find(key)).isEmpty();
    assertThat(reasons(sealing)).containsExactly("its seal is wrong");
  }

  @Test
  void aDocumentOfAnotherArtifactIsNotAccepted() throws SQLException {
    sealing.put(key, none -> FeedReader.artifact(key));
    var other = new ArtifactKey(tenant, "feed_reader", "other");
    sealing.put(other, none -> FeedReader.artifact(other));
    change("method = ? WHERE method = 'other' AND tenant = ?", "third");

    assertThat(sealing.find(new ArtifactKey(tenant, "feed_reader", "third"))).isEmpty();
  }

  @Test
  void anUnsealedDocumentCountsAsMissing() throws SQLException {
    store().put(key, none -> FeedReader.artifact(key));

    assertThat(sealing.find(key)).isEmpty();
    assertThat(reasons(sealing)).containsExactly("it is not sealed");
  }

  @Test
  void aServerThatLacksTheKeyCannotTellAndChangesNothing() throws SQLException {
    Artifact artifact = sealing.put(key, none -> FeedReader.artifact(key));

    assertThatThrownBy(() -> store("two").find(key))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("is sealed with key 'one', which this server lacks");
    assertThat(sealing.find(key)).contains(artifact);
  }

  @Test
  void anEarlierDocumentIsNotAcceptedInThePlaceOfALaterOne() throws SQLException {
    promotedAndQuarantined();
    change(
        "document = (SELECT document FROM artifact_copy c WHERE c.tenant = artifact.tenant),"
            + " seal = (SELECT seal FROM artifact_copy c WHERE c.tenant = artifact.tenant)");

    assertThat(sealing.find(key)).isEmpty();
    assertThat(reasons(sealing)).containsExactly("its seal is wrong");
  }

  @Test
  void aServerNoticesThatAWholeRowWasPutBack() throws SQLException {
    promotedAndQuarantined();
    assertThat(sealing.find(key)).isPresent();
    change(
        "document = (SELECT document FROM artifact_copy c WHERE c.tenant = artifact.tenant),"
            + " seal = (SELECT seal FROM artifact_copy c WHERE c.tenant = artifact.tenant),"
            + " revision = (SELECT revision FROM artifact_copy c WHERE c.tenant = artifact.tenant)");

    assertThat(sealing.find(key)).isEmpty();
    assertThat(reasons(sealing)).singleElement().asString().contains("has replaced");
  }

  /** Leaves the row of the promoted artifact in {@code artifact_copy}. */
  private void promotedAndQuarantined() throws SQLException {
    sealing.put(
        key, none -> FeedReader.artifact(key).promoted("ada", "a", NOW).promoted("ada", "b", NOW));
    JdbcTransaction.single(
        TestDatabases.derby(),
        transaction -> {
          if (transaction
              .rows("SELECT 1 FROM sys.systables WHERE tablename = 'ARTIFACT_COPY'", it -> 1)
              .isEmpty()) {
            transaction.update("CREATE TABLE artifact_copy AS SELECT * FROM artifact WITH NO DATA");
          }
          return transaction.update(
              "INSERT INTO artifact_copy SELECT * FROM artifact WHERE tenant = ?", tenant);
        });
    sealing.put(key, it -> it.orElseThrow().quarantined("ada", "is malicious", NOW));
  }

  /** Reads all artifacts, and returns why some cannot be read. */
  private List<String> reasons(ArtifactStore store) throws SQLException {
    var pages = new ArtifactPages(new Database(TestDatabases.derby()));
    var all =
        new ArtifactPages.Query(tenant, Optional.empty(), Optional.empty(), Optional.empty(), 100);
    for (ArtifactKey each : pages.keys(all)) {
      store.find(each);
    }
    return pages.corrupt(tenant, Optional.empty(), 100).stream()
        .map(ArtifactPages.CorruptArtifact::reason)
        .toList();
  }

  @Test
  void aKeptDocumentIsNotRestoredInThePlaceOfAnother() throws SQLException {
    sealing.put(key, none -> FeedReader.artifact(key));
    decided(sealing);
    decided(sealing);
    List<UUID> ids =
        new ArtifactHistory(new Database(TestDatabases.derby()))
            .changes(key).stream().map(ArtifactChange::id).toList();
    UUID first = ids.get(0);
    UUID second = ids.get(1);
    JdbcTransaction.single(
        TestDatabases.derby(),
        transaction -> {
          transaction.update(
              "UPDATE artifact_change SET id = ? WHERE id = ?", new UUID(1, 1), first);
          return transaction.update(
              "UPDATE artifact_change SET id = ? WHERE id = ?", first, second);
        });

    assertThatThrownBy(() -> sealing.before(key, first))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("its seal is wrong");
  }

  @Test
  void aKeptDocumentThatWasChangedWithoutTheKeyIsNotRestored() throws SQLException {
    Artifact artifact = sealing.put(key, none -> FeedReader.artifact(key));
    UUID change = decided(sealing);
    assertThat(sealing.before(key, change)).contains(artifact);

    Artifact promoted = artifact.promoted("eve", "trust me", NOW).promoted("eve", "more", NOW);
    changeKept("document", Json.write(ArtifactJson.write(promoted)));

    assertThatThrownBy(() -> sealing.before(key, change))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("its seal is wrong");
    changeKept("seal", null);
    assertThatThrownBy(() -> sealing.before(key, change))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("it is not sealed");
  }

  @Test
  void aKeptDocumentOfAnotherArtifactIsNotRestored() throws SQLException {
    ArtifactStore unsealed = store();
    unsealed.put(key, none -> FeedReader.artifact(key));
    UUID change = decided(unsealed);
    changeKept("method", "third");

    var third = new ArtifactKey(tenant, "feed_reader", "third");
    assertThatThrownBy(() -> unsealed.before(third, change))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("it is the document of");
  }

  private UUID decided(ArtifactStore store) throws SQLException {
    store.decided(
        key, new ArtifactDecision("quarantined", "ada", "suspect", NOW), stored -> stored);
    return new ArtifactHistory(new Database(TestDatabases.derby())).changes(key).getFirst().id();
  }

  private void changeKept(String column, @Nullable String value) throws SQLException {
    JdbcTransaction.single(
        TestDatabases.derby(),
        transaction ->
            transaction.update(
                "UPDATE artifact_change SET %s = ? WHERE tenant = ?".formatted(column),
                value,
                tenant));
  }

  private void change(String what) throws SQLException {
    JdbcTransaction.single(
        TestDatabases.derby(),
        transaction ->
            transaction.update("UPDATE artifact SET " + what + " WHERE tenant = ?", tenant));
  }

  private void change(String what, String value) throws SQLException {
    JdbcTransaction.single(
        TestDatabases.derby(),
        transaction ->
            transaction.update(
                "UPDATE artifact SET "
                    + (what.contains("WHERE") ? what : what + " WHERE tenant = ?"),
                value,
                tenant));
  }
}
