package dev.reprise.platform;

import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

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

  private static final Setting<String> SEAL_KEYS =
      Setting.optional("reprise.seal.keys", SettingType.text())
          .secret()
          .means(
              "keys that records are sealed with (HMAC-SHA-256): `id=<Base64>`, comma separated;"
                  + " the first is used for writing");
  private static final Setting<Path> SEAL_KEY_FILE =
      Setting.optional("reprise.seal.key-file", SettingType.path())
          .means("a file with such keys, one per line, instead of `reprise.seal.keys`");
  private static final Setting<String> ENCRYPTION_KEYS =
      Setting.optional("reprise.encryption.keys", SettingType.text())
          .secret()
          .means("the same for payloads (AES-256-GCM); requires sealing keys");
  private static final Setting<Path> ENCRYPTION_KEY_FILE =
      Setting.optional("reprise.encryption.key-file", SettingType.path())
          .means("a file with such keys, one per line, instead of `reprise.encryption.keys`");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("the-record", SEAL_KEYS, SEAL_KEY_FILE, ENCRYPTION_KEYS, ENCRYPTION_KEY_FILE);
    }

    @Override
    public void check(Config config) {
      new Keys(config, Clock.systemUTC());
    }
  }

  private final KeySource sealing;
  private final KeySource encryption;

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a key is wrong, if both properties of a purpose are set, or
   *     if there are keys to encrypt but none to seal; the message names the properties
   */
  @Inject
  Keys(Config config, Clock clock) {
    Optional<Path> encryptionFile = ENCRYPTION_KEY_FILE.find(config);
    sealing = source("reprise.seal", SEAL_KEYS.find(config), SEAL_KEY_FILE.find(config), clock);
    encryption = source("reprise.encryption", ENCRYPTION_KEYS.find(config), encryptionFile, clock);
    if (sealing.isEmpty() && !encryption.isEmpty()) {
      throw new IllegalArgumentException(
          "reprise.encryption.%s has keys, and reprise.seal.keys and reprise.seal.key-file have none: encrypted records must be sealed, or else they can be moved to where others read them"
              .formatted(encryptionFile.isPresent() ? "key-file" : "keys"));
    }
  }

  private static KeySource source(
      String prefix, Optional<String> inline, Optional<Path> file, Clock clock) {
    if (inline.isPresent() && file.isPresent()) {
      throw new IllegalArgumentException(
          "%s.keys and %s.key-file exclude each other".formatted(prefix, prefix));
    }
    try {
      return file.map(path -> KeySource.of(prefix, path, clock))
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
