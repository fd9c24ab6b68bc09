package dev.reprise.platform.server;

import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Random secrets of 256 bits that all servers on a database share. The first server that needs one
 * creates it. They survive restarts and are not rotated, so values derived from them never change.
 *
 * <p>The database stores them unencrypted: they do not protect against someone who can read the
 * database.
 */
@ApplicationScoped
public class SharedSecrets {

  private static final int BYTES = 32;
  private static final String FIND = "SELECT value FROM secret WHERE name = ?";
  private static final String ADD = "INSERT INTO secret (name, value) VALUES (?, ?)";

  private final Database database;

  @Inject
  public SharedSecrets(Database database) {
    this.database = database;
  }

  /**
   * Returns the secret of this name.
   *
   * @throws DatabaseException if the database fails
   */
  public byte[] named(String name) {
    Optional<byte[]> known = find(name);
    if (known.isPresent()) {
      return known.get();
    }
    byte[] created = new byte[BYTES];
    new SecureRandom().nextBytes(created);
    try {
      database.update(ADD, name, HexFormat.of().formatHex(created));
      return created;
    } catch (DatabaseException e) {
      return find(name).orElseThrow(() -> e); // another server was faster
    }
  }

  private Optional<byte[]> find(String name) {
    return database.first(FIND, row -> HexFormat.of().parseHex(row.text("value")), name);
  }
}
