package dev.reprise.platform;

import dev.reprise.platform.jdbc.JdbcTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Random secrets of 256 bits that all servers on a database share, each made by the first that asks
 * for it. They survive restarts, and know no rotation, so what is derived from them never changes.
 *
 * <p>They rest in the database as they are: they keep what stands there from others, not from who
 * reads the database.
 */
@ApplicationScoped
public class SharedSecrets {

  private static final int BYTES = 32;
  private static final String FIND = "SELECT value FROM secret WHERE name = ?";
  private static final String ADD = "INSERT INTO secret (name, value) VALUES (?, ?)";

  private DataSource database;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  SharedSecrets() {}

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
    byte[] made = new byte[BYTES];
    new SecureRandom().nextBytes(made);
    try {
      JdbcTransaction.single(
          database, statement -> statement.update(ADD, name, HexFormat.of().formatHex(made)));
      return made;
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
