package dev.reprise.platform;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/**
 * A reference to a secret that must not be among other settings: {@code <property>-from} names
 * another property (or environment variable) that holds it, {@code <property>-file} a file.
 */
public final class SecretReference {

  /** The suffix of a property that names another property. */
  public static final String FROM = "-from";

  /** The suffix of a property that names a file. */
  public static final String FILE = "-file";

  private static final int MAX_BYTES = 8 * 1024;

  private SecretReference() {}

  /**
   * Returns the secret that a property refers to, without surrounding white space; empty if there
   * is no reference.
   *
   * @param property without {@link #FROM} and {@link #FILE}
   * @throws IllegalArgumentException if there are both references, or the reference leads to no
   *     secret; the message names the property, and never quotes a value
   */
  public static Optional<String> resolve(Config config, String property) {
    Optional<String> from = config.getOptionalValue(property + FROM, String.class);
    Optional<String> file = config.getOptionalValue(property + FILE, String.class);
    if (from.isPresent() && file.isPresent()) {
      throw new IllegalArgumentException(
          "%s and %s exclude each other".formatted(property + FROM, property + FILE));
    }
    return from.map(name -> ofProperty(config, name, property + FROM))
        .or(() -> file.map(path -> ofFile(path, property + FILE)));
  }

  /**
   * Returns the secret that another property holds.
   *
   * @param property the property with the reference
   * @throws IllegalArgumentException if the named property has no value
   */
  public static String ofProperty(Config config, String name, String property) {
    return config
        .getOptionalValue(name.strip(), String.class)
        .map(String::strip)
        .filter(value -> !value.isEmpty())
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s names the property '%s', which has no value".formatted(property, name)));
  }

  /**
   * Returns the secret in a file of at most 8 KiB.
   *
   * @param property the property with the reference
   * @throws IllegalArgumentException if the file cannot be read, is larger, or is empty
   */
  public static String ofFile(String file, String property) {
    try {
      Path path = Path.of(file.strip());
      String secret =
          BoundedText.of(path, MAX_BYTES)
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "%s names the file %s, which has more than %d bytes"
                              .formatted(property, path, MAX_BYTES)))
              .strip();
      if (secret.isEmpty()) {
        throw new IllegalArgumentException(
            "%s names the file %s, which is empty".formatted(property, path));
      }
      return secret;
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "%s names the file %s, which cannot be read".formatted(property, file), e);
    }
  }
}
