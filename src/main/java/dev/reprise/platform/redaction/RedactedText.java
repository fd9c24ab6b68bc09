package dev.reprise.platform.redaction;

import com.fasterxml.jackson.databind.node.TextNode;
import com.google.re2j.Matcher;
import dev.reprise.platform.Json;
import dev.reprise.platform.JsonPath;
import dev.reprise.platform.redaction.RedactionRules.NamedPattern;
import dev.reprise.platform.redaction.RedactionRules.Secret;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Redacts a text as a sequence of characters: it finds all matches in the original text, merges
 * those that overlap, and replaces each with a mark. Tested by {@code RedactionTest}.
 */
final class RedactedText {

  private static final String OPENING = "[redacted:";

  private final List<Secret> secrets;
  private final List<NamedPattern> patterns;

  /** Names that make a mark; any other name in such brackets is ordinary text. */
  private final Set<String> names;

  RedactedText(RedactionRules rules) {
    this.secrets = rules.secrets().stream().flatMap(RedactedText::forms).distinct().toList();
    this.patterns = rules.patterns();
    this.names =
        Stream.of(
                secrets.stream().map(Secret::name),
                patterns.stream().map(NamedPattern::name),
                rules.paths().stream().map(JsonPath::text))
            .flatMap(names -> names)
            .collect(Collectors.toUnmodifiableSet());
  }

  /** Inside a text, a secret may be escaped as JSON would write it. */
  private static Stream<Secret> forms(Secret secret) {
    String quoted = Json.write(TextNode.valueOf(secret.value()));
    return Stream.of(secret, new Secret(secret.name(), quoted.substring(1, quoted.length() - 1)));
  }

  /** Returns the mark that replaces redacted text. */
  static String mark(String name) {
    return OPENING + name + "]";
  }

  boolean isIdle() {
    return secrets.isEmpty() && patterns.isEmpty();
  }

  /** A part of the text that must be redacted, or that is a mark already. */
  private record Span(int start, int end, String name) {

    boolean contains(Span other) {
      return start <= other.start && other.end <= end;
    }

    boolean overlaps(Span other) {
      return start < other.end && other.start < end;
    }
  }

  /** Redacts until nothing matches, because a mark may create a new match beside it. */
  String redact(String text) {
    String redacted = text;
    String before;
    do {
      before = redacted;
      redacted = redactOnce(before);
    } while (!redacted.equals(before));
    return redacted;
  }

  private String redactOnce(String text) {
    List<Span> found = found(text);
    if (found.isEmpty()) {
      return text;
    }
    List<Span> marks = marks(text);
    found.removeIf(span -> marks.stream().anyMatch(mark -> mark.contains(span)));
    // A mark that a match overlaps is replaced as a whole, so that each round leaves less text.
    marks.removeIf(mark -> found.stream().noneMatch(mark::overlaps));
    found.addAll(marks);
    return found.isEmpty() ? text : replaced(text, found);
  }

  private List<Span> found(String text) {
    List<Span> found = new ArrayList<>(0);
    for (Secret secret : secrets) {
      int length = secret.value().length();
      for (int at = text.indexOf(secret.value()); at >= 0; ) {
        found.add(new Span(at, at + length, secret.name()));
        at = text.indexOf(secret.value(), at + 1);
      }
    }
    for (NamedPattern pattern : patterns) {
      Matcher matcher = pattern.pattern().matcher(text);
      while (matcher.find()) {
        if (matcher.end() > matcher.start()) {
          found.add(new Span(matcher.start(), matcher.end(), pattern.name()));
        }
      }
    }
    return found;
  }

  private List<Span> marks(String text) {
    List<Span> marks = new ArrayList<>(0);
    for (int at = text.indexOf(OPENING); at >= 0; at = text.indexOf(OPENING, at + 1)) {
      for (String name : names) {
        if (text.startsWith(name + "]", at + OPENING.length())) {
          marks.add(new Span(at, at + mark(name).length(), name));
        }
      }
    }
    return marks;
  }

  private static String replaced(String text, List<Span> found) {
    // Of matches with the same start the longest comes first and gives its name.
    found.sort(
        Comparator.comparingInt(Span::start)
            .thenComparing(Comparator.comparingInt(Span::end).reversed()));
    var redacted = new StringBuilder(text.length());
    int done = 0;
    for (Span span : found) {
      if (span.start() >= done) {
        redacted.append(text, done, span.start()).append(mark(span.name()));
      }
      done = Math.max(done, span.end());
    }
    return redacted.append(text, done, text.length()).toString();
  }
}
