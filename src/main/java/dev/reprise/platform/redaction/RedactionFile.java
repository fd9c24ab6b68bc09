package dev.reprise.platform.redaction;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.reprise.platform.JsonPath;
import dev.reprise.platform.document.DocumentObject;
import dev.reprise.platform.document.DocumentSchema;
import dev.reprise.platform.document.OperatorFile;
import dev.reprise.platform.redaction.RedactionRules.NamedPattern;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingType;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The patterns and paths of an operator, as YAML or JSON of at most 256 KiB:
 *
 * <pre>{@code
 * patterns:
 *   card: '\b\d{4}(?:[ -]?\d{4}){3}\b'   # RE2, so that matching takes linear time
 * paths:
 *   - $..password                        # see JsonPath
 * }</pre>
 */
final class RedactionFile {

  static final Setting<Path> FILE =
      Setting.optional("reprise.redaction.file", SettingType.path())
          .means("YAML or JSON with patterns and JSON paths of what must not be stored");

  private final OperatorFile file;

  private RedactionFile(Path file) {
    this.file = OperatorFile.read(FILE.name(), file, DocumentSchema.REDACTION);
  }

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException if the file cannot be read or breaks a rule; names the file,
   *     the place in it, and what is allowed
   */
  static RedactionRules read(Path file) {
    var read = new RedactionFile(file);
    return new RedactionRules(List.of(), read.patterns(), read.paths());
  }

  private List<NamedPattern> patterns() {
    Optional<DocumentObject> patterns = file.object().object("patterns");
    return patterns
        .map(it -> OperatorFile.each(names(it), name -> pattern(it, name)))
        .orElse(List.of());
  }

  private static List<String> names(DocumentObject object) {
    return object.node().properties().stream().map(Map.Entry::getKey).toList();
  }

  private NamedPattern pattern(DocumentObject patterns, String name) {
    String path = patterns.pathOf(name);
    try {
      Pattern pattern = Pattern.compile(patterns.requiredText(name));
      if (pattern.matcher("").find()) {
        throw file.error(path, "must not match the empty text");
      }
      return new NamedPattern(name, pattern);
    } catch (PatternSyntaxException e) {
      throw file.error(path, "must be an RE2 pattern: " + e.getMessage());
    }
  }

  private List<JsonPath> paths() {
    List<String> paths = file.object().texts("paths").orElse(List.of());
    return OperatorFile.each(
        IntStream.range(0, paths.size()).boxed().toList(), index -> path(index, paths.get(index)));
  }

  private JsonPath path(int index, String path) {
    try {
      return JsonPath.of(path);
    } catch (IllegalArgumentException e) {
      throw file.error("paths[%d]".formatted(index), String.valueOf(e.getMessage()));
    }
  }
}
