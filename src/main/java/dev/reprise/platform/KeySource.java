package dev.reprise.platform;

import static java.lang.System.Logger.Level.ERROR;
import static java.lang.System.Logger.Level.INFO;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Where a server has keys of one purpose from: a text of its configuration, or a file, which is
 * read again within a second when it changes, so that keys are rotated without a restart.
 *
 * <p>A file that became unreadable, wrong or empty changes nothing: the keys read last stay, and
 * the log says so.
 */
public final class KeySource {

  private static final System.Logger LOG = System.getLogger(KeySource.class.getName());
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  private final String purpose;
  private final Optional<Path> file;
  private final Clock clock;

  private volatile KeyRing ring;
  private volatile Instant looked;
  private FileTime changed = FileTime.fromMillis(0);

  private KeySource(String purpose, KeyRing ring, Optional<Path> file, Clock clock) {
    this.purpose = purpose;
    this.ring = ring;
    this.file = file;
    this.clock = clock;
    this.looked = clock.instant();
  }

  /** Returns a source of these keys and no others. */
  public static KeySource of(KeyRing ring) {
    return new KeySource("fixed", ring, Optional.empty(), Clock.systemUTC());
  }

  /**
   * Returns a source of the keys in a file.
   *
   * @param purpose what they are for, as the log has it
   * @throws IllegalArgumentException if a key is wrong
   * @throws UncheckedIOException if the file cannot be read
   */
  public static KeySource of(String purpose, Path file, Clock clock) {
    var source = new KeySource(purpose, KeyRing.EMPTY, Optional.of(file), clock);
    source.read(file);
    return source;
  }

  /** Returns the key to write with, if there is one. */
  public Optional<KeyRing.Key> active() {
    return ring().active();
  }

  /** Returns the key of this id; a file is looked at once more before it is missing. */
  public Optional<KeyRing.Key> find(String id) {
    return ring()
        .find(id)
        .or(
            () -> {
              look();
              return ring.find(id);
            });
  }

  /** Returns whether there are no keys. */
  public boolean isEmpty() {
    return ring().keys().isEmpty();
  }

  /** Returns the secrets themselves, as the texts in which they were configured. */
  public List<KeyRing.Key> keys() {
    return ring().keys();
  }

  private KeyRing ring() {
    if (file.isPresent() && clock.instant().isAfter(looked.plus(BETWEEN_LOOKS))) {
      look();
    }
    return ring;
  }

  private synchronized void look() {
    looked = clock.instant();
    file.ifPresent(
        path -> {
          try {
            read(path);
          } catch (IllegalArgumentException | UncheckedIOException e) {
            LOG.log(
                ERROR,
                "the keys for %s in %s cannot be read; those read before stay in use"
                    .formatted(purpose, path),
                e);
          }
        });
  }

  private synchronized void read(Path path) {
    try {
      FileTime now = Files.getLastModifiedTime(path);
      if (!now.equals(changed)) {
        KeyRing read = KeyRing.parse(Files.readString(path));
        if (read.keys().isEmpty() && !ring.keys().isEmpty()) {
          throw new IllegalArgumentException("%s has no key any more".formatted(path));
        }
        ring = read;
        changed = now;
        LOG.log(
            INFO,
            "keys for %s: %s; the first is written with"
                .formatted(purpose, ring.keys().stream().map(KeyRing.Key::id).toList()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("%s cannot be read".formatted(path), e);
    }
  }
}
