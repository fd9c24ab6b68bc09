package dev.reprise.tool.file;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.schema.ArgumentSchema;
import dev.reprise.tool.schema.LinePattern;
import dev.reprise.tool.text.ResultRemarks;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;

/** Finds the lines of files that a regular expression occurs in. */
@ApplicationScoped
public class SearchFilesTool implements Tool {

  private static final int DEFAULT_LIMIT = 100;

  private static final ToolDeclaration DECLARATION =
      ToolDeclaration.named("search_files", EffectClass.READ_ONLY)
          .describedAs(
              """
          Finds lines of the workspace's text files that a regular expression (RE2 syntax; (?i) \
          ignores case) occurs in, and gives each as path:line: text, sorted by path. Version \
          control and build output are left out unless asked for.""")
          .taking(
              ArgumentSchema.text(
                  """
              {
                "type": "object",
                "properties": {
                  "pattern": {
                    "type": "string",
                    "minLength": 1,
                    "description": "for example class \\\\w+Test; no look-around or back-references"
                  },
                  "path": {
                    "type": "string",
                    "description": "where to begin, relative to the workspace; default: all of it"
                  },
                  "glob": {
                    "type": "string",
                    "minLength": 1,
                    "description": "which files: *.java (by name), src/**/*.xml (by path)"
                  },
                  "include_ignored": {
                    "type": "boolean",
                    "description": "default false; true enters .git, target and the like too"
                  },
                  "limit": {
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 1000,
                    "description": "how many lines to give, default 100"
                  }
                },
                "required": ["pattern"],
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
    JsonNode arguments = request.arguments();
    var pattern = LinePattern.of(arguments.get("pattern").asText());
    WalkResult walk = FileWalk.over(request.workspace(), FileSelection.of(arguments));
    var search = new LineSearch(pattern, arguments.path("limit").asInt(DEFAULT_LIMIT));
    for (WalkEntry file : walk.files()) {
      if (search.isFull()) {
        break;
      }
      search.in(file);
    }
    ResultRemarks notes = new ResultRemarks();
    search.noteOmissions(notes);
    walk.noteOmissions(notes);
    return new ToolOutcome.Succeeded(notes.after(search.matches()));
  }
}
