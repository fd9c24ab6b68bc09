package dev.reprise.demo;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A count of a tree's files of one kind. It shares no code with the product. */
record SourceCount(String ending, long files, long lines) {

  static SourceCount of(Path tree, String ending) throws IOException {
    List<Path> found = new ArrayList<>();
    Files.walkFileTree(
        tree,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes unused) {
            String name = String.valueOf(directory.getFileName());
            boolean made = name.equals("target") || name.equals(".git");
            return made ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes unused) {
            if (file.toString().endsWith(ending)) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    long lines = 0;
    for (Path file : found) {
      try (var content = Files.lines(file)) {
        lines += content.count();
      }
    }
    return new SourceCount(ending, found.size(), lines);
  }

  /** Returns whether a table of the report has these figures in a row. */
  boolean isIn(String report) {
    String row =
        String.format(Locale.ROOT, "| `%s` | %,d | %,d |", ending.substring(1), files, lines);
    return report.contains(row);
  }

  @Override
  public String toString() {
    return "%d files with %d lines end in %s".formatted(files, lines, ending);
  }
}
