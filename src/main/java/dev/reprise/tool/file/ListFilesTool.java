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
import java.util.Locale;

/** Says which files there are, and how large. */
@ApplicationScoped
public class ListFilesTool implements Tool {

  private static final int DEFAULT_LIMIT = 500;

  private static final ToolDeclaration DECLARATION =
      ToolDeclaration.named("list_files", EffectClass.READ_ONLY)
          .describedAs(
              """
          Lists the files of the workspace below a directory, with their sizes, sorted by path. \
          Version control and build output (.git, target, node_modules and the like) are left out \
          unless asked for. Links are listed and not followed.""")
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
                  "recursive": {
                    "type": "boolean",
                    "description": "default true; false lists directories instead of entering them"
                  },
                  "include_ignored": {
                    "type": "boolean",
                    "description": "default false; true enters .git, target and the like too"
                  },
                  "limit": {
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 2000,
                    "description": "how many to list, default 500"
                  }
                },
                "additionalProperties": false
              }
              """))
          .in("workspace", "files", "read")
          .within(Duration.ofSeconds(60))
          .build();

  @Override
  public ToolDeclaration declaration() {
    return DECLARATION;
  }

  @Override
  public ToolOutcome call(ToolRequest request) throws Exception {
    int limit = request.arguments().path("limit").asInt(DEFAULT_LIMIT);
    WalkResult walk = FileWalk.over(request.workspace(), FileSelection.of(request.arguments()));
    List<WalkEntry> found = walk.found();
    long bytes = walk.files().stream().mapToLong(WalkEntry::bytes).sum();

    ResultRemarks notes = new ResultRemarks();
    if (found.size() > limit) {
      notes.add(
          "only the first %s of %s are listed; narrow path or glob, or raise limit"
              .formatted(limit, found.size()));
    }
    walk.noteOmissions(notes);
    String head = "%s files, %s bytes".formatted(walk.files().size(), bytes);
    if (found.isEmpty()) {
      return new ToolOutcome.Succeeded(notes.after(head));
    }
    var rows = found.stream().limit(limit).map(ListFilesTool::row).toList();
    return new ToolOutcome.Succeeded(
        notes.after(head + "\n\n" + Markdown.table(List.of("file", "bytes"), rows)));
  }

  private static List<String> row(WalkEntry file) {
    String size =
        file.isFile() ? Markdown.number(file.bytes()) : file.kind().name().toLowerCase(Locale.ROOT);
    return List.of(Markdown.code(file.name()), size);
  }
}
