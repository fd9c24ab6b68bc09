package dev.reprise.tool.file;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.READ;
import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingLong;

import dev.reprise.tool.Markdown;
import dev.reprise.tool.ResultRemarks;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The line counts of a set of files. Tested by {@code SurveyorWalkTest}.
 *
 * @param files those that were counted
 * @param binary how many have no lines because they hold a zero byte
 * @param unreadable how many the server may not read
 */
record LineCounter(List<Counted> files, int binary, int unreadable) {

  private static final int MAX_KINDS = 50;

  /** A file and its number of lines. A last line without a line break counts as one. */
  record Counted(WalkEntry file, long lines) {}

  private record Kind(String name, long files, long lines) {

    static Kind of(String name, List<Counted> counted) {
      return new Kind(name, counted.size(), counted.stream().mapToLong(Counted::lines).sum());
    }

    List<String> row() {
      return List.of(name, Markdown.number(files), Markdown.number(lines));
    }
  }

  private static final Comparator<Kind> MOST_LINES_FIRST =
      comparingLong(Kind::lines).reversed().thenComparing(Kind::name);

  LineCounter {
    files = List.copyOf(files);
  }

  /**
   * Counts the lines of files.
   *
   * @throws InterruptedException if the thread is interrupted between two files
   */
  static LineCounter of(List<WalkEntry> found) throws IOException, InterruptedException {
    List<Counted> counted = new ArrayList<>();
    int binary = 0;
    int unreadable = 0;
    for (WalkEntry file : found) {
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while lines were counted");
      }
      try {
        OptionalLong lines = linesOf(file);
        if (lines.isPresent()) {
          counted.add(new Counted(file, lines.getAsLong()));
        } else {
          binary++;
        }
      } catch (AccessDeniedException e) {
        unreadable++;
      } catch (NoSuchFileException e) {
        // deleted since the walk, so it does not count
      }
    }
    return new LineCounter(counted, binary, unreadable);
  }

  /** Returns a row for each kind, most lines first, and one for the total. */
  List<List<String>> kindRows() {
    List<Kind> kinds =
        files.stream().collect(Collectors.groupingBy(LineCounter::kindOf)).entrySet().stream()
            .map(kind -> Kind.of(kind.getKey(), kind.getValue()))
            .sorted(MOST_LINES_FIRST)
            .toList();
    List<Kind> others = kinds.subList(Math.min(MAX_KINDS, kinds.size()), kinds.size());
    Stream<Kind> rest =
        others.isEmpty()
            ? Stream.empty()
            : Stream.of(
                new Kind(
                    "%s other kinds".formatted(others.size()),
                    others.stream().mapToLong(Kind::files).sum(),
                    others.stream().mapToLong(Kind::lines).sum()));
    Stream<Kind> shown = Stream.concat(kinds.stream().limit(MAX_KINDS), rest);
    return Stream.concat(shown, Stream.of(Kind.of("**total**", files))).map(Kind::row).toList();
  }

  /** Returns a row for each of the files with the most lines. */
  List<List<String>> largestRows(int limit) {
    return files.stream()
        .sorted(
            comparingLong(Counted::lines).reversed().thenComparing(comparing(c -> c.file().name())))
        .limit(limit)
        .map(c -> List.of(Markdown.code(c.file().name()), Markdown.number(c.lines())))
        .toList();
  }

  /** Adds a note for each kind of file that was not counted. */
  void noteOmissions(ResultRemarks notes) {
    if (binary > 0) {
      notes.add("not counted: %s binary files".formatted(binary));
    }
    if (unreadable > 0) {
      notes.add("%s files may not be read".formatted(unreadable));
    }
  }

  private static String kindOf(Counted counted) {
    String name = counted.file().path().getFileName().toString();
    int dot = name.lastIndexOf('.');
    if (dot <= 0 || dot == name.length() - 1) {
      return "no extension";
    }
    return Markdown.code(name.substring(dot + 1).toLowerCase(Locale.ROOT));
  }

  private static OptionalLong linesOf(WalkEntry file) throws IOException {
    long lines = 0;
    byte last = '\n';
    byte[] block = new byte[64 * 1024];
    try (var in =
        Channels.newInputStream(Files.newByteChannel(file.path(), READ, NOFOLLOW_LINKS))) {
      for (int read = in.read(block); read > 0; read = in.read(block)) {
        for (int i = 0; i < read; i++) {
          if (block[i] == 0) {
            return OptionalLong.empty();
          }
          if (block[i] == '\n') {
            lines++;
          }
        }
        last = block[read - 1];
      }
    }
    return OptionalLong.of(last == '\n' ? lines : lines + 1);
  }
}
