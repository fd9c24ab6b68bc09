package dev.reprise.platform.server;

import dev.reprise.platform.jdbc.JdbcTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.Optional;
import javax.sql.DataSource;

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

  private final DataSource database;

  @Inject
  public SharedSecrets(DataSource database) {
    this.database = database;
  }

  /**
   * Returns the secret of this name.
   *
   * @throws SQLException if the database fails
   */
  public byte[] named(String name) throws SQLException {
    Optional<byte[]> known = find(name);
    if (known.isPresent()) {
      return known.get();
    }
    byte[] created = new byte[BYTES];
    new SecureRandom().nextBytes(created);
    try {
      JdbcTransaction.single(
          database, statement -> statement.update(ADD, name, HexFormat.of().formatHex(created)));
      return created;
    } catch (SQLException e) {
      return find(name).orElseThrow(() -> e); // another server was faster
    }
  }

  private Optional<byte[]> find(String name) throws SQLException {
    return JdbcTransaction.single(
        database,
        statement ->
            statement.first(FIND, row -> HexFormat.of().parseHex(row.getString("value")), name));
  }
}
