package dev.reprise.tool.file;

import static dev.reprise.agent.EffectClass.READ_ONLY;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.tool.ToolMethod;
import dev.reprise.tool.ToolRequest;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.nio.file.Path;

/** Returns a text file, or a range of its lines. */
@ApplicationScoped
public class ReadFileTool {

  static final String NAME = "read_file";

  record Arguments(
      @JsonPropertyDescription("relative to the workspace, for example src/main.c") String path,
      @JsonPropertyDescription("the first line to give, default 1")
          @JsonProperty(value = "from_line", defaultValue = "1")
          @Min(1)
          @Max(10_000_000)
          int fromLine,
      @JsonPropertyDescription("how many lines to give at most, default 2000")
          @JsonProperty(defaultValue = "2000")
          @Min(1)
          @Max(10_000)
          int lines) {}

  @ToolMethod(
      name = NAME,
      description =
          """
          Reads a text file (UTF-8) of the workspace as it is, from a line on. A long file is given \
          in parts: the end of a part says which line the next one begins with.""",
      effect = READ_ONLY,
      category = "workspace",
      tags = {"files", "read"})
  public ToolOutcome read(Arguments arguments, ToolRequest request) throws Exception {
    Path file = request.workspace().file(arguments.path());
    return switch (TextFile.read(file, TextFile.MAX_BYTES)) {
      case TextFile.Text(String text) -> part(new TextLines(text), arguments);
      case TextFile.TooLarge() ->
          ToolOutcome.failed(
              "file_too_large",
              "'%s' has more than %s bytes; search_files and count_lines may help"
                  .formatted(arguments.path(), TextFile.MAX_BYTES));
      case TextFile.NotText() ->
          ToolOutcome.failed("not_text", "'%s' is not text in UTF-8".formatted(arguments.path()));
    };
  }

  private static ToolOutcome part(TextLines lines, Arguments wanted) {
    if (lines.count() == 0) {
      return new ToolOutcome.Succeeded("[the file is empty]\n");
    }
    if (wanted.fromLine() > lines.count()) {
      return ToolOutcome.failed(
          "line_out_of_range", "the file has %s lines".formatted(lines.count()));
    }
    return new ToolOutcome.Succeeded(lines.from(wanted.fromLine(), wanted.lines()));
  }
}
