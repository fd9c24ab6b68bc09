package dev.reprise.definition;

import dev.reprise.platform.BoundedText;
import dev.reprise.platform.document.DocumentError;
import dev.reprise.platform.document.DocumentParser;
import dev.reprise.platform.document.InvalidDocumentException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The documents in a directory: {@code *.yaml}, {@code *.yml} and {@code *.json}, without
 * subdirectories.
 *
 * @param directory may appear and disappear at any time
 */
record AgentFiles(Path directory) {

  private static final List<String> ENDINGS = List.of(".yaml", ".yml", ".json");

  /**
   * Shows whether a file changed. It is cheaper to read than the content.
   *
   * @param key the file's identity, because a replaced file may have the same time and size
   */
  record Stamp(FileTime modified, long bytes, @Nullable Object key) {}

  /**
   * Returns the files sorted by name.
   *
   * @throws IOException if the directory cannot be read
   */
  SortedMap<Path, Stamp> stamps() throws IOException {
    SortedMap<Path, Stamp> stamps = new TreeMap<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(AgentFiles::isDocument).toList()) {
        var attributes = Files.readAttributes(file, BasicFileAttributes.class);
        if (attributes.isRegularFile()) {
          stamps.put(
              file,
              new Stamp(attributes.lastModifiedTime(), attributes.size(), attributes.fileKey()));
        }
      }
    }
    return stamps;
  }

  /**
   * Returns the text of a file.
   *
   * @throws InvalidDocumentException if the file is too large or not UTF-8
   * @throws IOException if the file cannot be read
   */
  static String text(Path file) throws IOException {
    try {
      return BoundedText.of(file, DocumentParser.MAX_BYTES).orElseThrow(DocumentParser::tooLarge);
    } catch (CharacterCodingException e) {
      throw new InvalidDocumentException(List.of(new DocumentError("", "is not UTF-8")));
    }
  }

  private static boolean isDocument(Path file) {
    String name = file.getFileName().toString();
    return !name.startsWith(".") && ENDINGS.stream().anyMatch(name::endsWith);
  }

  /** Returns a file name without its extension. */
  static String stem(String name) {
    return name.substring(0, name.lastIndexOf('.'));
  }
}
