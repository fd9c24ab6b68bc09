package dev.reprise.artifact.store;

import dev.reprise.artifact.ArtifactKey;
import dev.reprise.artifact.Stage;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;

/** Lists artifacts without reading their documents, each of which may be large. */
@ApplicationScoped
public class ArtifactPages {

  private final Database database;

  @Inject
  public ArtifactPages(Database database) {
    this.database = database;
  }

  /**
   * A page of a tenant's artifacts, by role and method.
   *
   * @param role only of this role; empty for all
   * @param stage only in this stage; empty for all
   * @param after the last one of the page before
   */
  public record Query(
      String tenant,
      Optional<String> role,
      Optional<Stage> stage,
      Optional<ArtifactKey> after,
      int limit) {}

  /**
   * An artifact that counts as missing.
   *
   * @param reason why its document cannot be read
   */
  public record CorruptArtifact(ArtifactKey key, String reason) {}

  /**
   * A document that was set aside, as it was found.
   *
   * @param reason why it cannot be read
   */
  public record CorruptDocument(String reason, String document) {}

  /**
   * Returns the last document of an artifact that was set aside, also if the artifact was rewritten
   * since; empty if there is none.
   *
   * @throws DatabaseException if the database fails
   */
  public Optional<CorruptDocument> corruptDocument(ArtifactKey key) {
    return database.single(transaction -> ArtifactTable.corruptDocument(transaction, key));
  }

  /**
   * Returns the keys of a page of artifacts that can be read, as far as is known without reading
   * them.
   *
   * @throws DatabaseException if the database fails
   */
  public List<ArtifactKey> keys(Query query) {
    return database.single(transaction -> ArtifactTable.keys(transaction, query));
  }

  /**
   * Returns the first artifacts of a tenant, by role and method, whose documents were set aside.
   *
   * @param role only of this role; empty for all
   * @throws DatabaseException if the database fails
   */
  public List<CorruptArtifact> corrupt(String tenant, Optional<String> role, int limit) {
    return database.single(transaction -> ArtifactTable.corrupt(transaction, tenant, role, limit));
  }
}
