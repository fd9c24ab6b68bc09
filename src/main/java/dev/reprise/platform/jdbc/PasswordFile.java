package dev.reprise.platform.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.postgresql.plugin.AuthenticationPlugin;
import org.postgresql.plugin.AuthenticationRequestType;
import org.postgresql.util.PSQLException;
import org.postgresql.util.PSQLState;

/**
 * Has the driver of PostgreSQL read the password from a file at each login, so that a changed one
 * takes effect without a restart. The server's own configuration cannot: Liberty restarts the
 * application when a data source changes.
 *
 * <p>The parameter {@code authenticationPluginClassName} of a connection's URL, with the name of
 * this class, chooses it; the driver creates it by its name. The environment variable {@value
 * #FILE} names the file, whose first line is the password. Tested by {@code DatabaseLoginIT}.
 */
public final class PasswordFile implements AuthenticationPlugin {

  private static final String FILE = "REPRISE_DATABASE_PASSWORD_FILE";

  @Override
  public char[] getPassword(AuthenticationRequestType unused) throws PSQLException {
    String file = System.getenv(FILE);
    if (file == null) {
      throw refused("no password for the database: %s names no file".formatted(FILE), null);
    }
    try (var lines = Files.lines(Path.of(file))) {
      return lines
          .findFirst()
          .filter(line -> !line.isEmpty())
          .orElseThrow(() -> new IOException("it is empty"))
          .toCharArray();
    } catch (IOException | UncheckedIOException e) {
      throw refused(
          "the password of the database cannot be read from %s: %s".formatted(file, e), e);
    }
  }

  private static PSQLException refused(String why, @Nullable Exception cause) {
    return new PSQLException(why, PSQLState.INVALID_PASSWORD, cause);
  }
}
