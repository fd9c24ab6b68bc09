package dev.reprise.platform;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * The keys of this server: from its configuration or from files, never from the database.
 *
 * <p>{@code reprise.seal.keys} or {@code reprise.seal.key-file} has the keys that seal records,
 * {@code reprise.encryption.keys} or {@code reprise.encryption.key-file} the keys that encrypt
 * them; see {@link KeyRing#parse}. Without keys nothing is sealed or encrypted. Encrypted records
 * are always sealed.
 */
@ApplicationScoped
public class Keys {

  private final KeySource sealing;
  private final KeySource encryption;

  /**
   * @throws IllegalArgumentException if a key is wrong, if both properties of a purpose are set, or
   *     if there are keys to encrypt but none to seal; the message names the properties
   */
  @Inject
  Keys(
      @ConfigProperty(name = "reprise.seal.keys") Optional<String> sealKeys,
      @ConfigProperty(name = "reprise.seal.key-file") Optional<String> sealFile,
      @ConfigProperty(name = "reprise.encryption.keys") Optional<String> encryptionKeys,
      @ConfigProperty(name = "reprise.encryption.key-file") Optional<String> encryptionFile,
      Clock clock) {
    sealing = source("reprise.seal", sealKeys, sealFile, clock);
    encryption = source("reprise.encryption", encryptionKeys, encryptionFile, clock);
    if (sealing.isEmpty() && !encryption.isEmpty()) {
      throw new IllegalArgumentException(
          "reprise.encryption.%s has keys, and reprise.seal.keys and reprise.seal.key-file have none: encrypted records must be sealed, or else they can be moved to where others read them"
              .formatted(encryptionFile.isPresent() ? "key-file" : "keys"));
    }
  }

  private static KeySource source(
      String prefix, Optional<String> inline, Optional<String> file, Clock clock) {
    if (inline.isPresent() && file.isPresent()) {
      throw new IllegalArgumentException(
          "%s.keys and %s.key-file exclude each other".formatted(prefix, prefix));
    }
    try {
      return file.map(path -> KeySource.of(prefix, Path.of(path), clock))
          .orElseGet(() -> KeySource.of(inline.map(KeyRing::parse).orElse(KeyRing.EMPTY)));
    } catch (IllegalArgumentException | UncheckedIOException e) {
      throw new IllegalArgumentException(
          "%s.%s: %s".formatted(prefix, file.isPresent() ? "key-file" : "keys", e.getMessage()), e);
    }
  }

  void check(@Observes Startup unused) {
    // Creates this bean at start, so that wrong keys stop the start and not the first run.
  }

  /** Returns the keys that seal records. */
  public KeySource sealing() {
    return sealing;
  }

  /** Returns the keys that encrypt records. */
  public KeySource encryption() {
    return encryption;
  }
}
