package dev.reprise.tool.file;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.schema.ArgumentSchema;
import dev.reprise.tool.text.Markdown;
import dev.reprise.tool.text.ResultRemarks;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;

/** Says how much text there is, by kind of file, and where most of it is. */
@ApplicationScoped
public class CountLinesTool implements Tool {

  private static final int DEFAULT_LARGEST = 10;

  private static final ToolDeclaration DECLARATION =
      ToolDeclaration.named("count_lines", EffectClass.READ_ONLY)
          .describedAs(
              """
          Counts the files and lines of the workspace below a directory by kind of file (its \
          extension), and names the files with most lines. The answer is Markdown that can go into \
          a report as it is. Version control and build output are left out unless asked for; binary \
          files have no lines.""")
          .taking(
              ArgumentSchema.text(
                  """
              {
                "type": "object",
                "properties": {
                  "path": {
                    "type": "string",
                    "description": "where to begin, relative to the workspace; default: all of it"
                  },
                  "glob": {
                    "type": "string",
                    "minLength": 1,
                    "description": "which files: *.java (by name), src/**/*.xml (by path)"
                  },
                  "largest": {
                    "type": "integer",
                    "minimum": 0,
                    "maximum": 100,
                    "description": "how many of the largest files to name, default 10"
                  },
                  "include_ignored": {
                    "type": "boolean",
                    "description": "default false; true enters .git, target and the like too"
                  }
                },
                "additionalProperties": false
              }
              """))
          .in("workspace", "files", "read")
          .within(Duration.ofMinutes(2))
          .build();

  @Override
  public ToolDeclaration declaration() {
    return DECLARATION;
  }

  @Override
  public ToolOutcome call(ToolRequest request) throws Exception {
    WalkResult walk = FileWalk.over(request.workspace(), FileSelection.of(request.arguments()));
    LineCounter count = LineCounter.of(walk.files());
    ResultRemarks notes = new ResultRemarks();
    count.noteOmissions(notes);
    walk.noteOmissions(notes);
    int largest = request.arguments().path("largest").asInt(DEFAULT_LARGEST);
    return new ToolOutcome.Succeeded(notes.after(report(count, largest)));
  }

  private static String report(LineCounter count, int largest) {
    String kinds = Markdown.table(List.of("kind", "files", "lines"), count.kindRows());
    if (largest == 0 || count.files().isEmpty()) {
      return kinds;
    }
    return kinds
        + "\nLargest files:\n\n"
        + Markdown.table(List.of("file", "lines"), count.largestRows(largest));
  }
}
