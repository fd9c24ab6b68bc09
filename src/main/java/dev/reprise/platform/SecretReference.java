package dev.reprise.platform;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/**
 * Where a secret is that must not stand among other settings: {@code <property>-from} names another
 * property (or variable of the environment) that holds it, {@code <property>-file} a file.
 */
public final class SecretReference {

  /** Of the property that names another one. */
  public static final String FROM = "-from";

  /** Of the property that names a file. */
  public static final String FILE = "-file";

  private static final int MAX_BYTES = 8 * 1024;

  private SecretReference() {}

  /**
   * Returns the secret that a property refers to, without white space around it; empty if it refers
   * to none.
   *
   * @param property without {@link #FROM} and {@link #FILE}
   * @throws IllegalArgumentException if it refers to both, or there is no secret where it refers
   *     to; names the property, and never says what is there
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
   * @param property that names it
   * @throws IllegalArgumentException if that has no value
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
   * @param property that names it
   * @throws IllegalArgumentException if it cannot be read, is larger, or is empty
   */
  public static String ofFile(String file, String property) {
    try {
      Path path = Path.of(file.strip());
      if (Files.size(path) > MAX_BYTES) {
        throw new IllegalArgumentException(
            "%s names the file %s, which has more than %d bytes"
                .formatted(property, path, MAX_BYTES));
      }
      String secret = Files.readString(path).strip();
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
