package dev.reprise.artifact.store;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.reprise.artifact.ArtifactKey;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import dev.reprise.platform.Keys;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Seals the documents of artifacts with the keys that seal records (HMAC-SHA-256). So write access
 * to the database alone brings no code, and promotes none. A document has the stage, and its seal
 * holds for one {@linkplain Place place}, so that an earlier document does not hold in the place of
 * a later one.
 *
 * <p>Without keys nothing is sealed or checked.
 */
@ApplicationScoped
public class ArtifactSeal {

  private final KeySource keys;

  /** The newest revision of each row whose seal was right. */
  private final Map<ArtifactKey, Long> checked = new ConcurrentHashMap<>();

  @Inject
  ArtifactSeal(Keys keys) {
    this(keys.sealing());
  }

  ArtifactSeal(KeySource keys) {
    this.keys = keys;
  }

  /** Where a document is. */
  sealed interface Place {

    ArtifactKey key();

    String version();

    /** In the artifact's row. */
    record Row(ArtifactKey key, long revision) implements Place {
      @Override
      public String version() {
        return "revision " + revision;
      }
    }

    /** Beside a decision, before which the artifact was so. */
    record Before(ArtifactKey key, UUID decision) implements Place {
      @Override
      public String version() {
        return "before " + decision;
      }
    }
  }

  /** Returns the seal of a document; empty without keys. */
  Optional<String> of(Place place, String document) {
    return keys.active().map(it -> seal(it, sealed(place, document)));
  }

  /**
   * Checks a seal.
   *
   * @throws IllegalArgumentException if it is missing or wrong
   * @throws IllegalStateException if this server lacks its key, so that it cannot tell
   */
  void check(Place place, String document, Optional<String> seal) {
    if (keys.isEmpty()) {
      return;
    }
    if (seal.isEmpty()) {
      throw new IllegalArgumentException("it is not sealed");
    }
    String id = seal.get().split(":", 2)[0];
    KeyRing.Key with =
        keys.find(id)
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "artifact %s is sealed with key '%s', which this server lacks"
                            .formatted(place.key(), id)));
    if (!isEqual(seal.get(), seal(with, sealed(place, document)))) {
      throw new IllegalArgumentException("its seal is wrong");
    }
    requireNewest(place);
  }

  /**
   * A row can be put back with its revision and its seal. As long as this server lives, it knows
   * better.
   */
  private void requireNewest(Place place) {
    if (place instanceof Place.Row(ArtifactKey key, long revision)) {
      long newest = checked.merge(key, revision, Math::max);
      if (newest > revision) {
        throw new IllegalArgumentException(
            "it is revision %d, which revision %d has replaced".formatted(revision, newest));
      }
    }
  }

  private static String sealed(Place place, String document) {
    ArtifactKey key = place.key();
    return "artifact\n%s\n%s\n%s\n%s\n%s"
        .formatted(key.tenant(), key.role(), key.method(), place.version(), document);
  }

  private static boolean isEqual(String seal, String expected) {
    return MessageDigest.isEqual(seal.getBytes(US_ASCII), expected.getBytes(US_ASCII));
  }

  private static String seal(KeyRing.Key with, String sealed) {
    return with.id() + ":" + HexFormat.of().formatHex(with.derive(sealed));
  }
}
