package dev.reprise.cli.options;

import dev.reprise.platform.BoundedText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A file of text that a command names. */
public final class TextFile {

  private static final int MAX_MIB = 64;

  private TextFile() {}

  /**
   * Returns the text of a file, or of standard input for {@code -}.
   *
   * @throws IllegalArgumentException if there is no such file, or it is larger than 64 MiB, the
   *     most that a server takes
   */
  public static String read(String name) throws IOException {
    return name.equals("-") ? read(System.in, "standard input") : read(Path.of(name));
  }

  /** Returns the text of a file; see above. */
  public static String read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return read(in, file.toString());
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("there is no file %s".formatted(file), e);
    }
  }

  private static String read(InputStream in, String name) throws IOException {
    try {
      return BoundedText.of(in, MAX_MIB * 1024 * 1024)
          .orElseThrow(
              () ->
                  new IllegalArgumentException(
                      "%s is larger than %d MiB".formatted(name, MAX_MIB)));
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("%s is not UTF-8".formatted(name), e);
    }
  }
}
