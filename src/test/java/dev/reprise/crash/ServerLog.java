package dev.reprise.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a server's current start has written for its operators.
 *
 * @param file with a line per message, and the stack traces after their messages
 */
record ServerLog(Path file) {

  /** A time in brackets, a thread, a logger, and the level of an error. */
  private static final Pattern ERROR = Pattern.compile("\\[[^]]+] [0-9a-f]{8} \\S+ +E .*");

  List<String> lines() {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<String> errors() {
    return lines().stream().filter(ERROR.asMatchPredicate()).toList();
  }

  /** Returns the lines that are frames of stack traces. */
  List<String> frames() {
    return lines().stream().filter(line -> line.stripLeading().startsWith("at ")).toList();
  }

  /** Returns the first line of each of Liberty's dumps, of this start and earlier ones. */
  List<String> dumps() {
    Path dumps = file.resolveSibling("ffdc");
    if (!Files.isDirectory(dumps)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(dumps)) {
      return files
          .filter(it -> it.getFileName().toString().startsWith("ffdc_"))
          .sorted()
          .map(ServerLog::firstLine)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String firstLine(Path dump) {
    try (Stream<String> lines = Files.lines(dump)) {
      return lines.findFirst().orElse("");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
