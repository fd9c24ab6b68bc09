package dev.reprise.tool.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Shows what a call of {@code edit_file} or {@code write_file} would change, as a unified diff for
 * the person who approves it. It reads the file as it is now, and changes nothing.
 */
public final class FileChangePreview {

  /** Larger files have no diff, because it would take long and be too long to read. */
  private static final int MAX_BYTES = 256 * 1024;

  private static final int MAX_CHARACTERS = 50_000;
  private static final int CONTEXT_LINES = 3;

  private FileChangePreview() {}

  /**
   * Returns the whole diff of a call; empty if the tool is another one, the file or the diff is
   * large, the file is not text, or the call would fail.
   *
   * @throws IOException if the file cannot be read
   */
  public static Optional<String> of(String tool, JsonNode arguments, Workspace workspace)
      throws IOException {
    String path = arguments.path("path").asText();
    try {
      return switch (tool) {
        case "edit_file" -> {
          String before = text(workspace.fileToChange(path));
          yield diff(path, before, edit(path, arguments).in(before).text());
        }
        case "write_file" -> {
          Path place = workspace.placeFor(path);
          String before = place.toFile().exists() ? text(place) : "";
          yield diff(path, before, bounded(arguments.path("content").asText()));
        }
        default -> Optional.empty();
      };
    } catch (ToolException e) {
      return Optional.empty(); // the call would say why
    }
  }

  private static TextEdit edit(String path, JsonNode arguments) throws ToolException {
    TextEdit one =
        TextEdit.of(path, arguments.path("old").asText(), arguments.path("new").asText());
    if (arguments.hasNonNull("count")) {
      return one.times(arguments.path("count").asInt());
    }
    return arguments.path("all").asBoolean() ? one.anyTimes() : one;
  }

  private static String text(Path file) throws IOException, ToolException {
    return switch (TextFile.read(file, MAX_BYTES)) {
      case TextFile.Text(String text) -> text;
      case TextFile.TooLarge() -> throw new ToolException("file_too_large", "no diff is made");
      case TextFile.NotText() -> throw new ToolException("not_text", "no diff is made");
    };
  }

  private static String bounded(String text) throws ToolException {
    if (text.length() > MAX_BYTES) {
      throw new ToolException("file_too_large", "no diff is made");
    }
    return text;
  }

  /** A part of a diff would hide the rest of the change from who approves it. */
  private static Optional<String> diff(String path, String before, String after) {
    List<String> old = before.isEmpty() ? List.of() : before.lines().toList();
    List<String> lines =
        UnifiedDiffUtils.generateUnifiedDiff(
            path, path, old, DiffUtils.diff(old, after.lines().toList()), CONTEXT_LINES);
    String text = String.join("\n", lines);
    return text.length() > MAX_CHARACTERS ? Optional.empty() : Optional.of(text);
  }
}
