package dev.reprise.cli.options;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A file that a command names. */
public final class TextFile {

  private TextFile() {}

  /**
   * Returns the text of a file, or of standard input for {@code -}.
   *
   * @throws IllegalArgumentException if there is no such file
   */
  public static String read(String name) throws IOException {
    if (name.equals("-")) {
      return new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
    }
    try {
      return Files.readString(Path.of(name));
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("there is no file %s".formatted(name), e);
    }
  }
}
