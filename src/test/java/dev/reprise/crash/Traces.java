package dev.reprise.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Searches files byte by byte for a text in each form in which it may be written. */
final class Traces {

  private static final List<Charset> WAYS =
      List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16BE, StandardCharsets.UTF_16LE);

  private Traces() {}

  /** Returns the files below a directory that contain the text. */
  static List<Path> of(String text, Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).filter(file -> contains(text, file)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean contains(String text, Path file) {
    try {
      // one character a byte, so that a text search is a byte search
      String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
      return WAYS.stream()
          .map(way -> new String(text.getBytes(way), StandardCharsets.ISO_8859_1))
          .anyMatch(bytes::contains);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
