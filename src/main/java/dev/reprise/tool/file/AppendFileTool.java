package dev.reprise.tool.file;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.Workspace;
import dev.reprise.tool.schema.ArgumentSchema;
import dev.reprise.tool.text.Markdown;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.ByteBuffer;

/**
 * Adds to the end of a file. Doing it twice shows, so a call whose outcome is unknown waits for a
 * person.
 */
@ApplicationScoped
public class AppendFileTool implements Tool {

  private static final ToolDeclaration DECLARATION =
      ToolDeclaration.named("append_file", EffectClass.ONCE)
          .describedAs(
              """
          Adds text to the end of a file of the workspace, or makes the file if there is none. \
          Nothing is put between what is there and what is added: begin or end the content with a \
          line break where one is wanted.\
          """)
          .taking(
              ArgumentSchema.text(
                  """
              {
                "type": "object",
                "properties": {
                  "path": {
                    "type": "string",
                    "description": "relative to the workspace, for example docs/log.md"
                  },
                  "content": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": 1000000,
                    "description": "what is added, as it is"
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
    if (file.hasOtherNames()) {
      throw new ToolException(
          "has_other_names",
          "'%s' is known by other names too (hard links), which may be outside the workspace and would be changed as well; write_file gives it a file of its own"
              .formatted(path));
    }
    try (var room = workspace.roomFor(file.path(), file.size() + bytes, bytes)) {
      workspace.makeDirectoriesAbove(path);
      file.append(content);
      room.use();
    }
    return new ToolOutcome.Succeeded(
        "Added %s bytes to %s.".formatted(bytes, Markdown.code(workspace.nameOf(file.path()))));
  }
}
