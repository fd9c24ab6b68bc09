package dev.reprise.tool.file;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.reprise.tool.ToolException;
import java.util.Optional;

/**
 * A pattern for file names: {@code *}, {@code ?}, {@code [a-z]}, {@code {a,b}} and {@code **},
 * which also crosses directories.
 *
 * <p>A pattern without a slash matches the name of a file, at any depth. A pattern with one matches
 * the path. Matching takes time linear in the name, whatever the pattern.
 */
final class Glob {

  private static final int MAX_LENGTH = 200;

  private final Pattern pattern;
  private final boolean aboutName;

  private Glob(Pattern pattern, boolean aboutName) {
    this.pattern = pattern;
    this.aboutName = aboutName;
  }

  /**
   * Parses a pattern.
   *
   * @throws ToolException {@code invalid_glob} if it is too long or a bracket is not closed
   */
  static Glob of(String text) throws ToolException {
    if (text.length() > MAX_LENGTH) {
      throw new ToolException(
          "invalid_glob", "a glob must have at most " + MAX_LENGTH + " characters");
    }
    try {
      return new Glob(Pattern.compile(new Translation(text).regex()), text.indexOf('/') < 0);
    } catch (PatternSyntaxException e) {
      throw new ToolException("invalid_glob", "'%s': %s".formatted(text, e.getDescription()));
    }
  }

  /**
   * Parses a pattern, if present.
   *
   * @throws ToolException as {@link #of} does
   */
  static Optional<Glob> ofOptional(Optional<String> text) throws ToolException {
    return text.isEmpty() ? Optional.empty() : Optional.of(of(text.get()));
  }

  /**
   * @param path relative to the start of the search, separated by slashes
   */
  boolean matches(String path) {
    return pattern.matches(aboutName ? path.substring(path.lastIndexOf('/') + 1) : path);
  }

  /** One pass over a glob that writes the equivalent regular expression. */
  private static final class Translation {

    private final String glob;
    private final StringBuilder regex = new StringBuilder("(?s)");
    private int at;
    private int openBraces;

    Translation(String glob) {
      this.glob = glob;
    }

    String regex() {
      while (at < glob.length()) {
        translate(glob.charAt(at++));
      }
      return regex.toString();
    }

    private void translate(char c) {
      switch (c) {
        case '*' -> stars();
        case '?' -> regex.append("[^/]");
        case '[' -> brackets();
        case '{' -> {
          openBraces++;
          regex.append("(?:");
        }
        case '}' -> regex.append(openBraces > 0 ? closeBrace() : "\\}");
        case ',' -> regex.append(openBraces > 0 ? "|" : ",");
        default -> regex.append(Pattern.quote(String.valueOf(c)));
      }
    }

    private String closeBrace() {
      openBraces--;
      return ")";
    }

    private void stars() {
      if (!glob.startsWith("*", at)) {
        regex.append("[^/]*");
        return;
      }
      boolean wholeStep = at == 1 || glob.charAt(at - 2) == '/';
      at++;
      if (wholeStep && glob.startsWith("/", at)) {
        at++;
        regex.append("(?:.*/)?"); // any number of directories, including none
        return;
      }
      regex.append(".*");
    }

    private void brackets() {
      int end = glob.indexOf(']', at + 1);
      if (end < 0) {
        regex.append('['); // not closed: the compiler reports it
        return;
      }
      String inside = glob.substring(at, end).replace("\\", "\\\\").replace("[", "\\[");
      regex.append('[').append(inside.startsWith("!") ? "^/" + inside.substring(1) : inside);
      regex.append(']');
      at = end + 1;
    }
  }
}
