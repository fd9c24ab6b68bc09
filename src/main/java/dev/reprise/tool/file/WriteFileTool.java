package dev.reprise.tool.file;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.Workspace;
import dev.reprise.tool.schema.ArgumentSchema;
import dev.reprise.tool.text.Markdown;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.ByteBuffer;

/** Writes a whole file, at once or not at all. */
@ApplicationScoped
public class WriteFileTool implements Tool {

  private static final ToolDeclaration DECLARATION =
      ToolDeclaration.named("write_file", EffectClass.IDEMPOTENT)
          .describedAs(
              """
          Writes a text file of the workspace as a whole: makes it, with the directories above it, \
          or replaces all that it held. Use append_file to add to a file.\
          """)
          .taking(
              ArgumentSchema.text(
                  """
              {
                "type": "object",
                "properties": {
                  "path": {
                    "type": "string",
                    "description": "relative to the workspace, for example docs/report.md"
                  },
                  "content": {
                    "type": "string",
                    "maxLength": 1000000,
                    "description": "all that the file is to hold"
                  }
                },
                "required": ["path", "content"],
                "additionalProperties": false
              }
              """))
          .in("workspace", "files", "write")
          .build();

  @Override
  public ToolDeclaration declaration() {
    return DECLARATION;
  }

  @Override
  public ToolOutcome call(ToolRequest request) throws Exception {
    String path = request.arguments().get("path").asText();
    ByteBuffer content = TextFile.bytesOf(request.arguments().get("content").asText());
    int bytes = content.remaining();
    Workspace workspace = request.workspace();
    var file = new DurableFile(workspace.placeFor(path));
    try (var room = workspace.roomFor(file.path(), bytes, bytes)) {
      workspace.makeDirectoriesAbove(path);
      file.replace(content, request.idempotencyKey());
      room.use();
    }
    return new ToolOutcome.Succeeded(
        "Wrote %s, %s bytes.".formatted(Markdown.code(workspace.nameOf(file.path())), bytes));
  }
}
