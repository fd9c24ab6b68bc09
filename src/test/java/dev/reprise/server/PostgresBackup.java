package dev.reprise.server;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import javax.sql.DataSource;

/**
 * A base backup of a {@link PostgresProcess} and the archive of its write-ahead log, made as the
 * manual says under "Making a Base Backup Using the Low Level API".
 *
 * @param place the directory of both
 */
public record PostgresBackup(Path place) {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** What the manual leaves out. */
  private static final Set<String> LEFT_OUT =
      Set.of("postmaster.pid", "postmaster.opts", "epg-lock");

  private static final String LOG = "pg_wal";

  public PostgresBackup {
    try {
      Files.createDirectories(place.resolve("archive"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String archiveCommand() {
    return "cp %p " + place.resolve("archive") + "/%f";
  }

  void make(Connection connection, Path data) throws IOException, SQLException {
    copy(connection, data, place.resolve("base"));
  }

  /** Copies the data of a database that works. */
  static void copy(Connection connection, Path data, Path copy) throws IOException, SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_backup_start('test', true)");
      copy(data, copy);
      Files.writeString(
          copy.resolve("backup_label"), text(statement, "SELECT labelfile FROM pg_backup_stop()"));
    }
  }

  /** Waits until the archive has all that the database has written so far. */
  public void complete(DataSource database) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      String last = text(statement, "SELECT pg_walfile_name(pg_switch_wal())");
      await().atMost(PATIENCE).until(() -> Files.exists(place.resolve("archive").resolve(last)));
    }
  }

  private static String text(Statement statement, String query) throws SQLException {
    try (var rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    }
  }

  /** Fills a directory from which the database comes back as it was at this time. */
  void restore(Path data, Instant time) throws IOException {
    copy(place.resolve("base"), data);
    Files.createFile(data.resolve("recovery.signal"));
    Files.writeString(
        data.resolve("postgresql.auto.conf"),
        """
        archive_mode = off
        restore_command = 'cp %s/%%f "%%p"'
        recovery_target_time = '%s'
        recovery_target_action = promote
        """
            .formatted(place.resolve("archive"), time.toString().replace("Z", "+00")),
        StandardOpenOption.APPEND);
  }

  /** Copies a directory whose files may vanish meanwhile, but not what is in the log's. */
  private static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes it)
              throws IOException {
            Files.copy(directory, to(directory), StandardCopyOption.COPY_ATTRIBUTES);
            return directory.endsWith(LOG)
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes it) throws IOException {
            if (LEFT_OUT.contains(file.getFileName().toString())) {
              return FileVisitResult.CONTINUE;
            }
            try {
              Files.copy(file, to(file), StandardCopyOption.COPY_ATTRIBUTES);
              return FileVisitResult.CONTINUE;
            } catch (NoSuchFileException e) {
              return visitFileFailed(file, e);
            }
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw e;
          }

          private Path to(Path each) {
            return to.resolve(from.relativize(each));
          }
        });
  }
}
