package dev.reprise.platform.jdbc;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The scripts that were carried out in a database, against those of this version. Tested by {@code
 * SchemaStateTest}.
 *
 * @param done those of the database, in their order
 * @param known those of this version, in their order
 */
public record SchemaState(List<Script> done, List<Script> known) {

  public SchemaState {
    done = List.copyOf(done);
    known = List.copyOf(known);
  }

  /**
   * A script of a migration.
   *
   * @param name the name of its file, which begins with its version
   * @param checksum what Flyway computes of its text
   */
  public record Script(String name, int checksum) {}

  /** Returns whether the schema is exactly this version's. */
  public boolean isCurrent() {
    return done.equals(known);
  }

  /** Returns the scripts that the database lacks. */
  public List<String> missing() {
    return names(known, it -> !names(done, any -> true).contains(it.name()));
  }

  /** Returns the scripts that this version lacks. */
  public List<String> unknown() {
    return names(done, it -> !names(known, any -> true).contains(it.name()));
  }

  /** Returns why this version can neither use nor migrate the database, and what to do about it. */
  public Optional<String> conflict() {
    if (!unknown().isEmpty()) {
      return Optional.of(
          "its schema is newer than this version: it has %s, which this version lacks; start a version that has them, or restore the backup from before that upgrade"
              .formatted(list(unknown())));
    }
    List<String> changed = names(done, it -> known.stream().noneMatch(it::equals));
    return changed.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "its schema is that of another build: %s differ in their checksums from those of this version; start the build that made it, or name another database"
                .formatted(list(changed)));
  }

  /** Returns in words how the schema differs from this version's. */
  public String summary() {
    return conflict()
        .orElseGet(
            () -> {
              if (isCurrent()) {
                return "its schema is current";
              }
              return done.isEmpty()
                  ? "it has no schema yet"
                  : "its schema is older than this version: it lacks " + list(missing());
            });
  }

  /** Returns the names of the scripts that were carried out. */
  public List<String> carriedOut() {
    return names(done, any -> true);
  }

  private static List<String> names(List<Script> scripts, Predicate<Script> which) {
    return scripts.stream().filter(which).map(Script::name).toList();
  }

  private static String list(List<String> names) {
    return String.join(", ", names);
  }
}
