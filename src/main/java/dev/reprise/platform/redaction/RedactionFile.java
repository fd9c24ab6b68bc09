package dev.reprise.platform.redaction;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.reprise.platform.Json;
import dev.reprise.platform.JsonPath;
import dev.reprise.platform.redaction.RedactionRules.NamedPattern;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The patterns and paths of an operator, as YAML or JSON of at most 64 KiB:
 *
 * <pre>{@code
 * patterns:
 *   card: '\b\d{4}(?:[ -]?\d{4}){3}\b'   # RE2, so that matching takes linear time
 * paths:
 *   - $..password                        # see JsonPath
 * }</pre>
 */
final class RedactionFile {

  static final String PROPERTY = "reprise.redaction.file";

  private static final int MAX_BYTES = 64 * 1024;
  private static final int MAX_RULES = 100;
  private static final int MAX_PATTERN_LENGTH = 2000;
  private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,62}";

  private static final YAMLFactory YAML =
      YAMLFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private final String file;

  private RedactionFile(String file) {
    this.file = file;
  }

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException if it cannot be read, or something in it is wrong
   */
  static RedactionRules read(String file) {
    return new RedactionFile(file).read();
  }

  private RedactionRules read() {
    JsonNode root = tree();
    if (!root.isObject()) {
      throw wrong("", "is no object with patterns and paths");
    }
    for (Map.Entry<String, JsonNode> member : root.properties()) {
      if (!Set.of("patterns", "paths").contains(member.getKey())) {
        throw wrong(member.getKey(), "is not allowed; allowed are patterns and paths");
      }
    }
    return new RedactionRules(
        List.of(), patterns(root.path("patterns")), paths(root.path("paths")));
  }

  private JsonNode tree() {
    try {
      Path path = Path.of(file);
      if (Files.size(path) > MAX_BYTES) {
        throw wrong("", "has more than %d bytes".formatted(MAX_BYTES));
      }
      return Json.mapper().readTree(YAML.createParser(Files.readString(path)));
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      throw wrong("line " + line, "cannot be read: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw wrong("", "cannot be read: " + e);
    }
  }

  private List<NamedPattern> patterns(JsonNode patterns) {
    if ((!patterns.isMissingNode() && !patterns.isObject()) || patterns.size() > MAX_RULES) {
      throw wrong("patterns", "is no object of at most %d names".formatted(MAX_RULES));
    }
    List<NamedPattern> all = new ArrayList<>();
    for (Map.Entry<String, JsonNode> member : patterns.properties()) {
      all.add(pattern(member.getKey(), member.getValue()));
    }
    return all;
  }

  private NamedPattern pattern(String name, JsonNode value) {
    String where = "patterns." + name;
    if (!name.matches(NAME)) {
      throw wrong(where, "is no name: 1 to 63 letters, digits and . _ -");
    }
    if (!value.isTextual() || value.textValue().length() > MAX_PATTERN_LENGTH) {
      throw wrong(where, "is no text of at most %d characters".formatted(MAX_PATTERN_LENGTH));
    }
    try {
      Pattern pattern = Pattern.compile(value.textValue());
      if (pattern.matcher("").find()) {
        throw wrong(where, "matches where there is nothing");
      }
      return new NamedPattern(name, pattern);
    } catch (PatternSyntaxException e) {
      throw wrong(where, "is no RE2 pattern: " + e.getMessage());
    }
  }

  private List<JsonPath> paths(JsonNode paths) {
    if ((!paths.isMissingNode() && !paths.isArray()) || paths.size() > MAX_RULES) {
      throw wrong("paths", "is no list of at most %d paths".formatted(MAX_RULES));
    }
    List<JsonPath> all = new ArrayList<>();
    for (int i = 0; i < paths.size(); i++) {
      String where = "paths[%d]".formatted(i);
      if (!paths.get(i).isTextual()) {
        throw wrong(where, "is no text");
      }
      try {
        all.add(JsonPath.of(paths.get(i).textValue()));
      } catch (IllegalArgumentException e) {
        throw wrong(where, String.valueOf(e.getMessage()));
      }
    }
    return all;
  }

  private IllegalArgumentException wrong(String where, String what) {
    String place = where.isEmpty() ? file : file + ", " + where;
    return new IllegalArgumentException("%s: %s %s".formatted(PROPERTY, place, what));
  }
}
