package dev.reprise.platform;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Secret keys by id. The first is used for writing; the others serve to read what was written with
 * them. Tested by {@code KeysTest}.
 *
 * @param keys with unique ids; without keys nothing is sealed or encrypted
 */
public record KeyRing(List<Key> keys) {

  /** A key ring without keys. */
  public static final KeyRing EMPTY = new KeyRing(List.of());

  private static final int BYTES = 32;
  private static final Pattern ID = Pattern.compile("[a-z0-9][a-z0-9-]{0,15}");
  private static final Pattern SEPARATOR = Pattern.compile("[,\\r\\n]+");

  public KeyRing {
    keys = List.copyOf(keys);
    Set<String> ids = new HashSet<>();
    for (Key key : keys) {
      if (!ids.add(key.id())) {
        throw new IllegalArgumentException("two keys have the id '%s'".formatted(key.id()));
      }
    }
  }

  /** A secret of 256 bits, and the id that is stored beside everything written with it. */
  public static final class Key {

    private final String id;
    private final byte[] material;

    private Key(String id, byte[] material) {
      this.id = id;
      this.material = material.clone();
    }

    public String id() {
      return id;
    }

    /** Returns a copy of the secret. */
    public byte[] material() {
      return material.clone();
    }

    /**
     * Returns a secret for one purpose, which reveals neither this one nor those for other
     * purposes.
     */
    public byte[] derive(String purpose) {
      try {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(material, "HmacSHA256"));
        return mac.doFinal(purpose.getBytes(StandardCharsets.UTF_8));
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("every Java platform has HmacSHA256", e);
      }
    }

    @Override
    public String toString() {
      return "key " + id; // so that no log shows the secret
    }
  }

  /**
   * Reads keys, each {@code id=<32 bytes in Base64>}, separated by commas or line breaks. A line
   * that starts with # is a comment.
   *
   * @throws IllegalArgumentException if one is wrong; the message names it, and never quotes a
   *     secret
   */
  public static KeyRing parse(String text) {
    List<Key> keys = new ArrayList<>();
    for (String entry : SEPARATOR.split(text, -1)) {
      if (!entry.isBlank() && !entry.strip().startsWith("#")) {
        keys.add(key(entry.strip(), keys.size() + 1));
      }
    }
    return new KeyRing(keys);
  }

  private static Key key(String entry, int place) {
    int equals = entry.indexOf('=');
    String id = equals < 0 ? "" : entry.substring(0, equals).strip();
    if (!ID.matcher(id).matches()) {
      throw new IllegalArgumentException(
          "key %d has no id: a key is id=<Base64>, the id 1 to 16 of a-z, 0-9 and -"
              .formatted(place));
    }
    byte[] material;
    try {
      material = Base64.getDecoder().decode(entry.substring(equals + 1).strip());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("key '%s' is not Base64".formatted(id), e);
    }
    if (material.length != BYTES) {
      throw new IllegalArgumentException(
          "key '%s' has %d bytes; a key must have %d".formatted(id, material.length, BYTES));
    }
    return new Key(id, material);
  }

  /** Returns the key for writing, if there is one. */
  public Optional<Key> active() {
    return keys.isEmpty() ? Optional.empty() : Optional.of(keys.getFirst());
  }

  /** Returns the key of this id. */
  public Optional<Key> find(String id) {
    return keys.stream().filter(key -> key.id().equals(id)).findFirst();
  }
}
