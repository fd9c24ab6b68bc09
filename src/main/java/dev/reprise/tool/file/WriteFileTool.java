package dev.reprise.tool.file;

import static dev.reprise.agent.EffectClass.IDEMPOTENT;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.reprise.tool.Markdown;
import dev.reprise.tool.TextConstraint;
import dev.reprise.tool.ToolMethod;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.Workspace;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.ByteBuffer;

/** Writes a whole file in one step: readers see the old file or the new one. */
@ApplicationScoped
public class WriteFileTool {

  record Arguments(
      @JsonPropertyDescription("relative to the workspace, for example docs/report.md") String path,
      @JsonPropertyDescription("all that the file is to hold")
          @TextConstraint(maxLength = 1_000_000)
          String content) {}

  @ToolMethod(
      name = "write_file",
      description =
          """
          Writes a text file of the workspace as a whole: makes it, with the directories above it, \
          or replaces all that it held. Use append_file to add to a file.\
          """,
      effect = IDEMPOTENT,
      category = "workspace",
      tags = {"files", "write"})
  public String write(Arguments arguments, ToolRequest request) throws Exception {
    ByteBuffer content = TextFile.bytesOf(arguments.content());
    int bytes = content.remaining();
    Workspace workspace = request.workspace();
    var file = new DurableFile(workspace.placeFor(arguments.path()));
    try (var room = workspace.roomFor(file.path(), bytes, bytes)) {
      workspace.makeDirectoriesAbove(arguments.path());
      file.replace(content, request.idempotencyKey());
      room.use();
    }
    return "Wrote %s, %s bytes.".formatted(Markdown.code(workspace.nameOf(file.path())), bytes);
  }
}
