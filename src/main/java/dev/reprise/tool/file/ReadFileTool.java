package dev.reprise.tool.file;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.schema.ArgumentSchema;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.file.Path;

/** Gives a text file, or some of its lines. */
@ApplicationScoped
public class ReadFileTool implements Tool {

  private static final int DEFAULT_LINES = 2_000;

  private static final ToolDeclaration DECLARATION =
      ToolDeclaration.named("read_file", EffectClass.READ_ONLY)
          .describedAs(
              """
          Reads a text file (UTF-8) of the workspace as it is, from a line on. A long file is given \
          in parts: the end of a part says which line the next one begins with.""")
          .taking(
              ArgumentSchema.text(
                  """
              {
                "type": "object",
                "properties": {
                  "path": {
                    "type": "string",
                    "description": "relative to the workspace, for example src/main.c"
                  },
                  "from_line": {
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 10000000,
                    "description": "the first line to give, default 1"
                  },
                  "lines": {
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 10000,
                    "description": "how many lines to give at most, default 2000"
                  }
                },
                "required": ["path"],
                "additionalProperties": false
              }
              """))
          .in("workspace", "files", "read")
          .build();

  @Override
  public ToolDeclaration declaration() {
    return DECLARATION;
  }

  @Override
  public ToolOutcome call(ToolRequest request) throws Exception {
    String path = request.arguments().get("path").asText();
    Path file = request.workspace().file(path);
    return switch (TextFile.read(file, TextFile.MAX_BYTES)) {
      case TextFile.Text(String text) ->
          part(
              new TextLines(text),
              request.arguments().path("from_line").asInt(1),
              request.arguments().path("lines").asInt(DEFAULT_LINES));
      case TextFile.TooLarge() ->
          ToolOutcome.failed(
              "file_too_large",
              "'%s' has more than %s bytes; search_files and count_lines may help"
                  .formatted(path, TextFile.MAX_BYTES));
      case TextFile.NotText() ->
          ToolOutcome.failed("not_text", "'%s' is not text in UTF-8".formatted(path));
    };
  }

  private static ToolOutcome part(TextLines lines, int from, int count) {
    if (lines.count() == 0) {
      return new ToolOutcome.Succeeded("[the file is empty]\n");
    }
    if (from > lines.count()) {
      return ToolOutcome.failed(
          "line_out_of_range", "the file has %s lines".formatted(lines.count()));
    }
    return new ToolOutcome.Succeeded(lines.from(from, count));
  }
}
