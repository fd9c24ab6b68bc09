package dev.reprise.artifact.store;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.reprise.artifact.ArtifactKey;
import dev.reprise.artifact.settings.ArtifactSettings;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import dev.reprise.platform.Keys;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/**
 * Seals the documents of artifacts with the keys that seal records (HMAC-SHA-256). So write access
 * to the database alone brings no code, and promotes none.
 *
 * <p>Without keys nothing is sealed or checked.
 */
@ApplicationScoped
public class ArtifactSeal {

  private final KeySource keys;
  private final boolean acceptsUnsealed;

  @Inject
  ArtifactSeal(Keys keys, Config config) {
    this(keys.sealing(), ArtifactSettings.acceptsUnsealed(config));
  }

  ArtifactSeal(KeySource keys, boolean acceptsUnsealed) {
    this.keys = keys;
    this.acceptsUnsealed = acceptsUnsealed;
  }

  /** Returns the seal of a document; empty without keys. */
  Optional<String> of(ArtifactKey key, String document) {
    return keys.active().map(it -> seal(it, key, document));
  }

  /**
   * Checks a seal.
   *
   * @throws IllegalArgumentException if it is missing or wrong
   * @throws IllegalStateException if this server lacks its key, so that it cannot tell
   */
  void check(ArtifactKey key, String document, Optional<String> seal) {
    if (keys.isEmpty()) {
      return;
    }
    if (seal.isEmpty()) {
      if (!acceptsUnsealed) {
        throw new IllegalArgumentException("it is not sealed");
      }
      return;
    }
    String id = seal.get().split(":", 2)[0];
    KeyRing.Key with =
        keys.find(id)
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "artifact %s is sealed with key '%s', which this server lacks"
                            .formatted(key, id)));
    if (!MessageDigest.isEqual(
        seal.get().getBytes(US_ASCII), seal(with, key, document).getBytes(US_ASCII))) {
      throw new IllegalArgumentException("its seal is wrong");
    }
  }

  private static String seal(KeyRing.Key with, ArtifactKey key, String document) {
    String sealed =
        "artifact\n%s\n%s\n%s\n%s".formatted(key.tenant(), key.role(), key.method(), document);
    return with.id() + ":" + HexFormat.of().formatHex(with.derive(sealed));
  }
}
