package dev.reprise.artifact.store;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.artifact.Artifact;
import dev.reprise.artifact.ArtifactKey;
import dev.reprise.artifact.ArtifactSettings;
import dev.reprise.artifact.ArtifactSummary;
import dev.reprise.artifact.Failure;
import dev.reprise.artifact.store.ArtifactSeal.Place;
import dev.reprise.artifact.store.ArtifactTable.Stored;
import dev.reprise.artifact.store.ChangeTable.Kept;
import dev.reprise.platform.Json;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.JdbcTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.eclipse.microprofile.config.Config;

/**
 * The artifacts of all tenants.
 *
 * <p>A change is one transaction, and takes effect only if no other writer has changed the artifact
 * since it was read; otherwise it is made again on what is there then. So no change is partial, and
 * none is lost.
 *
 * <p>A document that cannot be read, or whose {@linkplain ArtifactSeal seal} is wrong, is set aside
 * in its row, and the artifact counts as missing.
 */
@ApplicationScoped
public class ArtifactStore {

  private static final System.Logger LOG = System.getLogger(ArtifactStore.class.getName());

  private final Database database;
  private final ArtifactSeal seal;
  private final int maxOfTenant;
  private final Clock clock;

  @Inject
  ArtifactStore(Database database, ArtifactSeal seal, Config config, Clock clock) {
    this(database, seal, new ArtifactSettings(config).maxOfTenant, clock);
  }

  ArtifactStore(Database database, ArtifactSeal seal, int maxOfTenant, Clock clock) {
    this.database = database;
    this.seal = seal;
    this.maxOfTenant = maxOfTenant;
    this.clock = clock;
  }

  /** Creates a store without sealing keys, and without a maximum. */
  public ArtifactStore(Database database, Clock clock) {
    this(database, new ArtifactSeal(KeySource.of(KeyRing.EMPTY)), Integer.MAX_VALUE, clock);
  }

  /** A row, and the artifact in it if there is one. */
  private record Loaded(Stored row, Optional<Artifact> artifact) {}

  /**
   * Returns an artifact; empty if there is none that can be read.
   *
   * @throws DatabaseException if the database fails
   */
  public Optional<Artifact> find(ArtifactKey key) {
    return OptimisticTransaction.with(database, it -> load(it, key).flatMap(Loaded::artifact));
  }

  /**
   * Returns what decides the ranks of all of a tenant's artifacts that can be read.
   *
   * @throws DatabaseException if the database fails
   */
  public List<ArtifactSummary> summaries(String tenant) {
    return database.single(it -> ArtifactTable.summaries(it, tenant));
  }

  /**
   * Returns what decides the ranks of a tenant's promoted artifacts.
   *
   * @throws DatabaseException if the database fails
   */
  public List<ArtifactSummary> promoted(String tenant) {
    return database.single(it -> ArtifactTable.promoted(it, tenant));
  }

  /**
   * Changes an artifact or adds it, and returns it as it is then.
   *
   * @param change of the artifact that is stored, if there is one; may be called several times, and
   *     must have no other effects
   * @throws TooManyArtifactsException if it would be another one, and the tenant has the maximum
   * @throws DatabaseException if the database fails
   */
  public Artifact put(ArtifactKey key, Function<Optional<Artifact>, Artifact> change) {
    return change(key, stored -> Optional.of(change.apply(stored)), (transaction, before) -> {})
        .orElseThrow();
  }

  /**
   * Notes a call, and counts it to its day.
   *
   * @param change may be called several times, and must have no other effects
   * @return the artifact as it is then; empty if there is none that can be read
   * @throws DatabaseException if the database fails
   */
  public Optional<Artifact> called(
      ArtifactKey key, Optional<Failure> failure, UnaryOperator<Artifact> change) {
    LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    return change(
        key,
        stored -> stored.map(change),
        (transaction, before) -> DayTable.count(transaction, key, today, failure));
  }

  /**
   * Carries out what a person has decided, and keeps the decision with the document before it.
   *
   * @param change of the artifact that is stored, if there is one; if it gives none, nothing is
   *     changed; may be called several times, and must have no other effects
   * @return the artifact as it is then; empty if nothing was changed
   * @throws TooManyArtifactsException if it would be another one, and the tenant has the maximum
   * @throws DatabaseException if the database fails
   */
  public Optional<Artifact> decided(
      ArtifactKey key,
      ArtifactDecision decision,
      Function<Optional<Artifact>, Optional<Artifact>> change) {
    return change(
        key, change, (it, before) -> ChangeTable.insert(it, key, decision, kept(key, before)));
  }

  /**
   * Removes an artifact if it meets a condition, and keeps the decision with its document.
   *
   * @return false if there is none that can be read and meets it
   * @throws DatabaseException if the database fails
   */
  public boolean removed(
      ArtifactKey key, ArtifactDecision decision, Predicate<ArtifactSummary> condition) {
    return OptimisticTransaction.with(
        database,
        transaction -> {
          Optional<Loaded> loaded =
              load(transaction, key)
                  .filter(it -> it.artifact().map(Artifact::summary).filter(condition).isPresent());
          if (loaded.isEmpty()) {
            return false;
          }
          Stored row = loaded.get().row();
          OptimisticTransaction.require(ArtifactTable.delete(transaction, row));
          ChangeTable.insert(transaction, key, decision, kept(key, row.document()));
          return true;
        });
  }

  /** A document that was read is sealed as it is, so that it can be trusted when it comes back. */
  private ChangeTable.Before kept(ArtifactKey key, Optional<String> document) {
    UUID id = UUID.randomUUID();
    return new ChangeTable.Before(
        id, document.map(it -> new Kept(it, seal.of(new Place.Before(key, id), it))));
  }

  /**
   * Returns the artifact as it was before a decision; empty if there was none, or there is no such
   * decision.
   *
   * @throws IllegalArgumentException if the document that was kept cannot be read, is that of
   *     another artifact, or its seal is wrong; says why
   * @throws DatabaseException if the database fails
   */
  public Optional<Artifact> before(ArtifactKey key, UUID change) {
    return database
        .single(it -> ChangeTable.before(it, key, change))
        .map(it -> read(new Place.Before(key, change), it.document(), it.seal()));
  }

  /** What is written in the same transaction as a change. */
  private interface Beside {
    void write(JdbcTransaction transaction, Optional<String> before);
  }

  private Optional<Artifact> change(
      ArtifactKey key, Function<Optional<Artifact>, Optional<Artifact>> change, Beside beside) {
    return OptimisticTransaction.with(
        database,
        transaction -> {
          Optional<Loaded> loaded = load(transaction, key);
          Optional<Artifact> changed = change.apply(loaded.flatMap(Loaded::artifact));
          if (changed.isPresent()) {
            write(transaction, loaded.map(Loaded::row), changed.get());
            beside.write(transaction, loaded.flatMap(it -> it.row().document()));
          }
          return changed;
        });
  }

  private void write(JdbcTransaction transaction, Optional<Stored> read, Artifact artifact) {
    if (read.isEmpty()) {
      requirePlace(transaction, artifact.key().tenant());
    }
    Instant now = clock.instant();
    String document = Json.write(ArtifactJson.write(artifact));
    // The first revision is above each one of a row with this key that was removed before.
    long revision = read.map(it -> it.revision() + 1).orElseGet(now::toEpochMilli);
    Optional<String> sealed = seal.of(new Place.Row(artifact.key(), revision), document);
    var content = new ArtifactTable.Content(artifact.summary(), revision, document, sealed);
    boolean written =
        read.isPresent()
            ? ArtifactTable.update(transaction, content, now)
            : ArtifactTable.insert(transaction, content, now);
    OptimisticTransaction.require(written);
  }

  /** Two servers may each add the last one at the same moment. */
  private void requirePlace(JdbcTransaction transaction, String tenant) {
    if (ArtifactTable.count(transaction, tenant) >= maxOfTenant) {
      throw new TooManyArtifactsException(tenant, maxOfTenant);
    }
  }

  private Optional<Loaded> load(JdbcTransaction transaction, ArtifactKey key) {
    Optional<Stored> row = ArtifactTable.find(transaction, key);
    return row.isPresent() ? Optional.of(load(transaction, row.get())) : Optional.empty();
  }

  private Loaded load(JdbcTransaction transaction, Stored row) {
    if (row.document().isEmpty()) {
      return new Loaded(row, Optional.empty());
    }
    try {
      return new Loaded(row, Optional.of(read(row.place(), row.document().get(), row.seal())));
    } catch (IllegalArgumentException e) {
      return new Loaded(
          setAside(transaction, row, String.valueOf(e.getMessage())), Optional.empty());
    }
  }

  private Artifact read(Place place, String document, Optional<String> sealed) {
    seal.check(place, document, sealed);
    Artifact artifact = ArtifactJson.read(Json.read(document));
    if (!artifact.key().equals(place.key())) {
      throw new IllegalArgumentException("it is the document of " + artifact.key());
    }
    return artifact;
  }

  private Stored setAside(JdbcTransaction transaction, Stored row, String reason) {
    boolean isAside = ArtifactTable.setAside(transaction, row, reason, clock.instant());
    OptimisticTransaction.require(isAside);
    LOG.log(
        WARNING,
        "artifact %s counts as missing, and its document is set aside: %s"
            .formatted(row.key(), reason));
    return row.without(reason);
  }
}
