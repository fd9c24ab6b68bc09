package dev.reprise.tool.file;

import static dev.reprise.agent.EffectClass.ONCE;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.reprise.tool.Markdown;
import dev.reprise.tool.TextConstraint;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.ToolMethod;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.Workspace;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.ByteBuffer;

/**
 * Adds text to the end of a file. A second attempt would add the text twice, so a call whose
 * outcome is unknown waits for a person.
 */
@ApplicationScoped
public class AppendFileTool {

  record Arguments(
      @JsonPropertyDescription("relative to the workspace, for example docs/log.md") String path,
      @JsonPropertyDescription("what is added, as it is")
          @TextConstraint(minLength = 1, maxLength = 1_000_000)
          String content) {}

  @ToolMethod(
      name = "append_file",
      description =
          """
          Adds text to the end of a file of the workspace, or makes the file if there is none. \
          Nothing is put between what is there and what is added: begin or end the content with a \
          line break where one is wanted.\
          """,
      effect = ONCE,
      category = "workspace",
      tags = {"files", "write"})
  public String append(Arguments arguments, ToolRequest request) throws Exception {
    ByteBuffer content = TextFile.bytesOf(arguments.content());
    int bytes = content.remaining();
    Workspace workspace = request.workspace();
    var file = new DurableFile(workspace.placeFor(arguments.path()));
    if (file.hasOtherNames()) {
      throw new ToolException(
          "has_other_names",
          "'%s' is known by other names too (hard links), which may be outside the workspace and would be changed as well; write_file gives it a file of its own"
              .formatted(arguments.path()));
    }
    try (var room = workspace.roomFor(file.path(), file.size() + bytes, bytes)) {
      workspace.makeDirectoriesAbove(arguments.path());
      file.append(content);
      room.use();
    }
    return "Added %s bytes to %s.".formatted(bytes, Markdown.code(workspace.nameOf(file.path())));
  }
}
