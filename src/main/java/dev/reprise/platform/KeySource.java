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
 * The source of a server's keys for one purpose: a text of its configuration, or a file. A changed
 * file is read again within a second, so that keys are rotated without a restart.
 *
 * <p>If the file becomes unreadable, wrong or empty, the keys read last stay in use, and the log
 * says so. Tested by {@code KeysTest}.
 */
public final class KeySource {

  private static final System.Logger LOG = System.getLogger(KeySource.class.getName());
  private static final Duration BETWEEN_POLLS = Duration.ofSeconds(1);

  private final String purpose;
  private final Optional<Path> file;
  private final Clock clock;

  private volatile KeyRing ring;
  private volatile Instant polled;
  private FileTime changed = FileTime.fromMillis(0);

  private KeySource(String purpose, KeyRing ring, Optional<Path> file, Clock clock) {
    this.purpose = purpose;
    this.ring = ring;
    this.file = file;
    this.clock = clock;
    this.polled = clock.instant();
  }

  /** Returns a source of fixed keys. */
  public static KeySource of(KeyRing ring) {
    return new KeySource("fixed", ring, Optional.empty(), Clock.systemUTC());
  }

  /**
   * Returns a source of the keys in a file.
   *
   * @param purpose what they are for, as the log names it
   * @throws IllegalArgumentException if a key is wrong
   * @throws UncheckedIOException if the file cannot be read
   */
  public static KeySource of(String purpose, Path file, Clock clock) {
    var source = new KeySource(purpose, KeyRing.EMPTY, Optional.of(file), clock);
    source.read(file);
    return source;
  }

  /** Returns the key for writing, if there is one. */
  public Optional<KeyRing.Key> active() {
    return ring().active();
  }

  /** Returns the key of this id. If it is missing, the file is polled once more. */
  public Optional<KeyRing.Key> find(String id) {
    return ring()
        .find(id)
        .or(
            () -> {
              poll();
              return ring.find(id);
            });
  }

  /** Returns whether there are no keys. */
  public boolean isEmpty() {
    return ring().keys().isEmpty();
  }

  /** Returns all keys, the one for writing first. */
  public List<KeyRing.Key> keys() {
    return ring().keys();
  }

  private KeyRing ring() {
    if (file.isPresent() && clock.instant().isAfter(polled.plus(BETWEEN_POLLS))) {
      poll();
    }
    return ring;
  }

  private synchronized void poll() {
    polled = clock.instant();
    file.ifPresent(
        path -> {
          try {
            read(path);
          } catch (IllegalArgumentException | UncheckedIOException e) {
            LOG.log(
                ERROR,
                "keys for %s: %s cannot be read; the keys read before stay in use"
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
          throw new IllegalArgumentException(
              "%s must have a key, and is empty now".formatted(path));
        }
        ring = read;
        changed = now;
        LOG.log(
            INFO,
            "keys for %s: %s; the first is used for writing"
                .formatted(purpose, ring.keys().stream().map(KeyRing.Key::id).toList()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("%s cannot be read".formatted(path), e);
    }
  }
}
