package dev.reprise.artifact.store;

import dev.reprise.artifact.Artifact;
import dev.reprise.artifact.ArtifactKey;
import dev.reprise.artifact.FeedReader;
import dev.reprise.artifact.Generation.Trigger;
import dev.reprise.platform.jdbc.Database;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Optional;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A process that writes one artifact again and again until it is killed. It prints a line for each
 * call that it has noted.
 */
final class ArtifactWriter {

  /** How many calls come before the code is written again. */
  private static final int CALLS = 10;

  private ArtifactWriter() {}

  /**
   * Writes until it is killed.
   *
   * @param arguments the address of the database, and the tenant
   */
  public static void main(String[] arguments) throws SQLException {
    var database = new PGSimpleDataSource();
    database.setUrl(arguments[0]);
    database.setUser("postgres");
    database.setProperty("stringtype", "unspecified");
    var store = new ArtifactStore(new Database(database), Clock.systemUTC());
    ArtifactKey key = key(arguments[1]);
    for (int n = 1; ; n++) {
      store.called(key, Optional.empty(), it -> it.succeeded(Clock.systemUTC().instant()));
      System.out.println(n);
      if (n % CALLS == 0) {
        store.put(key, it -> rewritten(it.orElseThrow()));
      }
    }
  }

  static ArtifactKey key(String tenant) {
    return new ArtifactKey(tenant, "feed_reader", "titles");
  }

  private static Artifact rewritten(Artifact artifact) {
    return FeedReader.written(artifact, Trigger.REPAIRED, "return input.titles");
  }
}
