package dev.reprise.platform;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * What a reader would not see, or see elsewhere than it is: controls, what Unicode ignores by
 * default, what turns the direction of a text, and blank space so long that it moves the text after
 * it out of sight. The definition is a file that the console reads too.
 */
final class UnseenText {

  private static final JsonNode DEFINITION = definition();
  private static final int MOST_BLANKS = DEFINITION.path("mostBlanks").asInt();
  private static final int MOST_LINE_ENDS = DEFINITION.path("mostLineEnds").asInt();

  private static final Pattern UNSEEN = Pattern.compile("[%s]".formatted(ranges("unseen")));
  private static final Pattern UNSEEN_IN_JSON = // whose lines may end with CR LF
      Pattern.compile("[%s&&[^\\r]]".formatted(ranges("unseen")));
  private static final Pattern RUN =
      Pattern.compile(
          "[\\n%s]{%d,}+".formatted(ranges("blank"), Math.min(MOST_BLANKS, MOST_LINE_ENDS) + 1));

  private UnseenText() {}

  /** Returns a text with the numbers of such characters, and what long blank space consists of. */
  static String marked(String text) {
    String seen = RUN.matcher(text).replaceAll(run -> blankSpace(run.group()));
    return UNSEEN
        .matcher(seen)
        .replaceAll(it -> "⟨%s⟩".formatted(number(it.group().codePointAt(0))));
  }

  /** Returns JSON with escapes for such characters. */
  static String escaped(String json) {
    return UNSEEN_IN_JSON
        .matcher(json)
        .replaceAll(
            it ->
                it.group().chars().mapToObj("\\\\u%04x"::formatted).collect(Collectors.joining()));
  }

  private static String blankSpace(String run) {
    String[] lines = run.split("\n", -1);
    boolean isShort = lines.length - 1 <= MOST_LINE_ENDS;
    for (String line : lines) {
      isShort &= line.length() <= MOST_BLANKS;
    }
    if (isShort) {
      return run;
    }
    Map<Integer, Integer> counts = new LinkedHashMap<>();
    run.codePoints().forEach(it -> counts.merge(it, 1, Integer::sum));
    return counts.entrySet().stream()
        .map(it -> "%d × %s".formatted(it.getValue(), number(it.getKey())))
        .collect(Collectors.joining(", ", "⟨", lines.length > 1 ? "⟩\n" : "⟩"));
  }

  private static String number(int character) {
    return "U+%04X".formatted(character);
  }

  /** Returns ranges of code points as a part of a character class. */
  private static String ranges(String member) {
    return StreamSupport.stream(DEFINITION.path(member).spliterator(), false)
        .map(JsonNode::asText)
        .map(range -> "\\x{" + range.replace("-", "}-\\x{") + "}")
        .collect(Collectors.joining());
  }

  private static JsonNode definition() {
    try (InputStream file = UnseenText.class.getResourceAsStream("unseen.json")) {
      return Json.read(new String(file.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
