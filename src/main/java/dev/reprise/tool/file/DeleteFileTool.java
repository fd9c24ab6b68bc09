package dev.reprise.tool.file;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.ReconcilableTool;
import dev.reprise.tool.Reconciliation;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.schema.ArgumentSchema;
import dev.reprise.tool.text.Markdown;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Deletes a file, or a directory that holds nothing. There is no way back, so it is dangerous.
 *
 * <p>It is {@code RECONCILABLE} and not {@code IDEMPOTENT}, because between a crash and the second
 * attempt somebody may have made a new file at the path, which nobody asked to have deleted. If
 * nothing is there behind a crash, what was wanted is so; if something is there, a person says
 * whether to delete it: asking once too often is better than deleting once too often.
 */
@ApplicationScoped
public class DeleteFileTool implements ReconcilableTool {

  private static final ToolDeclaration DECLARATION =
      ToolDeclaration.named("delete_file", EffectClass.RECONCILABLE)
          .describedAs(
              """
          Deletes a file, or an empty directory, of the workspace for good. What a directory holds \
          must be deleted first. Links and read-only files are not deleted.""")
          .taking(
              ArgumentSchema.text(
                  """
              {
                "type": "object",
                "properties": {
                  "path": {
                    "type": "string",
                    "description": "relative to the workspace, for example docs/old.md"
                  }
                },
                "required": ["path"],
                "additionalProperties": false
              }
              """))
          .dangerous()
          .in("workspace", "files", "write")
          .build();

  @Override
  public ToolDeclaration declaration() {
    return DECLARATION;
  }

  @Override
  public ToolOutcome call(ToolRequest request) throws Exception {
    String path = request.arguments().get("path").asText();
    Path entry = request.workspace().entry(path);
    var file = new DurableFile(entry);
    if (Files.isRegularFile(entry, NOFOLLOW_LINKS) && file.isReadOnly()) {
      throw new ToolException(
          "read_only", "'%s' may not be written by anybody, so it is kept".formatted(path));
    }
    try {
      Files.delete(entry);
    } catch (DirectoryNotEmptyException e) {
      throw new ToolException("not_empty", "'%s' is a directory that is not empty".formatted(path));
    }
    try {
      file.syncDirectory();
    } catch (IOException e) {
      throw new OutcomeUnknownException(
          "the deletion", "the file may be there again after a crash of the machine", e);
    }
    return new ToolOutcome.Succeeded(
        "Deleted %s.".formatted(Markdown.code(request.workspace().nameOf(entry))));
  }

  @Override
  public Reconciliation reconcile(ToolRequest request) throws Exception {
    String path = request.arguments().get("path").asText();
    Path entry = request.workspace().target(path);
    return Files.exists(entry, NOFOLLOW_LINKS)
        ? new Reconciliation.CannotTell(
            "there is something at '%s', which may be what was to be deleted, or newer"
                .formatted(path))
        : new Reconciliation.Happened(
            "There is nothing at %s any more."
                .formatted(Markdown.code(request.workspace().nameOf(entry))));
  }
}
