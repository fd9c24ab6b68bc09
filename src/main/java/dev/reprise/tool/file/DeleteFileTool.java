package dev.reprise.tool.file;

import static dev.reprise.agent.EffectClass.RECONCILABLE;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.reprise.tool.Markdown;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.ReconcileMethod;
import dev.reprise.tool.Reconciliation;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.ToolMethod;
import dev.reprise.tool.ToolRequest;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Deletes a file, or an empty directory. A deletion cannot be undone, so the tool is dangerous.
 *
 * <p>It is {@code RECONCILABLE} and not {@code IDEMPOTENT}: between a crash and the second attempt,
 * another program may create a new file at the path. The call must not delete that file. If the
 * path is free after a crash, the deletion happened. Otherwise a person decides: one question too
 * many is better than one deletion too many.
 */
@ApplicationScoped
public class DeleteFileTool {

  record Arguments(
      @JsonPropertyDescription("relative to the workspace, for example docs/old.md") String path) {}

  @ToolMethod(
      name = "delete_file",
      description =
          """
          Deletes a file, or an empty directory, of the workspace for good. What a directory holds \
          must be deleted first. Links and read-only files are not deleted.""",
      effect = RECONCILABLE,
      dangerous = true,
      category = "workspace",
      tags = {"files", "write"})
  public String delete(Arguments arguments, ToolRequest request) throws Exception {
    String path = arguments.path();
    Path entry = request.workspace().entry(path);
    var file = new DurableFile(entry);
    if (Files.isRegularFile(entry, NOFOLLOW_LINKS) && file.isReadOnly()) {
      throw new ToolException("read_only", "'%s' is read-only and was not deleted".formatted(path));
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
    return "Deleted %s.".formatted(Markdown.code(request.workspace().nameOf(entry)));
  }

  @ReconcileMethod
  public Reconciliation reconcile(Arguments arguments, ToolRequest request) throws Exception {
    Path entry = request.workspace().target(arguments.path());
    return Files.exists(entry, NOFOLLOW_LINKS)
        ? new Reconciliation.CannotTell(
            "'%s' exists, and may be what was to be deleted, or newer".formatted(arguments.path()))
        : new Reconciliation.Happened(
            "There is nothing at %s any more."
                .formatted(Markdown.code(request.workspace().nameOf(entry))));
  }
}
