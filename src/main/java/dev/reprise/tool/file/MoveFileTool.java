package dev.reprise.tool.file;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.tool.ReconcilableTool;
import dev.reprise.tool.Reconciliation;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.UndoRequest;
import dev.reprise.tool.UndoableTool;
import dev.reprise.tool.Workspace;
import dev.reprise.tool.schema.ArgumentSchema;
import dev.reprise.tool.text.Markdown;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.Lock;

/**
 * Gives a file or directory another place in the workspace, where nothing may be yet.
 *
 * <p>Made twice, a move fails the second time although it was made, so the tool is {@code
 * RECONCILABLE}. What is moved is marked with the call before ({@link AppliedCalls}), and the mark
 * goes with it: where it is, is the answer. A file that has both names, because a crash came
 * between them, is not moved yet, and the same call run again completes it.
 *
 * <p>It is undone by moving back what bears the call's mark, with all that was changed in it since.
 */
@ApplicationScoped
public class MoveFileTool implements ReconcilableTool, UndoableTool {

  private static final ToolDeclaration DECLARATION =
      ToolDeclaration.named("move_file", EffectClass.RECONCILABLE)
          .describedAs(
              """
          Moves or renames a file, or a directory with all that it holds, within the workspace, and \
          makes the directories above its new place. Nothing is overwritten: the new place must be \
          free. Links are not moved.\
          """)
          .taking(
              ArgumentSchema.text(
                  """
              {
                "type": "object",
                "properties": {
                  "from": {
                    "type": "string",
                    "description": "relative to the workspace, for example docs/draft.md"
                  },
                  "to": {
                    "type": "string",
                    "description": "the new path in full, not just the directory to move into"
                  }
                },
                "required": ["from", "to"],
                "additionalProperties": false
              }
              """))
          .in("workspace", "files", "write")
          .build();

  private final PathLocks locks = new PathLocks();

  @Override
  public ToolDeclaration declaration() {
    return DECLARATION;
  }

  @Override
  public ToolOutcome call(ToolRequest request) throws Exception {
    Workspace workspace = request.workspace();
    Path from = workspace.entry(text(request, "from"));
    Path to = workspace.target(text(request, "to"));
    Lock lock = locks.of(from);
    lock.lockInterruptibly();
    try {
      var move = new SafeMove(from, to, request.idempotencyKey());
      refuse(move, request);
      make(move, text(request, "to"), workspace);
    } catch (FileAlreadyExistsException e) {
      throw taken(request);
    } finally {
      lock.unlock();
    }
    return new ToolOutcome.Succeeded(words(workspace, from, to));
  }

  @Override
  public Reconciliation reconcile(ToolRequest request) throws Exception {
    Workspace workspace = request.workspace();
    Path from = workspace.target(text(request, "from")); // which may be gone
    Path to = workspace.target(text(request, "to"));
    var move = new SafeMove(from, to, request.idempotencyKey());
    if (move.isMade()) {
      return new Reconciliation.Happened(words(workspace, from, to));
    }
    if (Files.exists(from, NOFOLLOW_LINKS)) {
      return new Reconciliation.DidNotHappen();
    }
    return new Reconciliation.CannotTell(
        "what was to be moved is not there, and nothing at the new place is marked as moved");
  }

  @Override
  public ToolOutcome undo(UndoRequest request) throws Exception {
    Workspace workspace = request.workspace();
    String place = request.arguments().get("to").asText();
    String oldPlace = request.arguments().get("from").asText();
    Path from = workspace.target(place); // which may be gone
    Path to = workspace.target(oldPlace);
    Lock lock = locks.of(from);
    lock.lockInterruptibly();
    try {
      var back = new SafeMove(from, to, request.idempotencyKey() + "/undo");
      if (!isBack(back, request.idempotencyKey())) {
        refuseToMoveBack(back, request);
        workspace.entry(place);
        make(back, oldPlace, workspace);
      }
    } catch (FileAlreadyExistsException e) {
      throw takenSince(place, oldPlace);
    } finally {
      lock.unlock();
    }
    return new ToolOutcome.Succeeded(
        "Moved %s back to %s."
            .formatted(Markdown.code(workspace.nameOf(from)), Markdown.code(workspace.nameOf(to))));
  }

  private static void make(SafeMove move, String to, Workspace workspace) throws Exception {
    try (var room = workspace.roomAbove(move.to())) {
      workspace.makeDirectoriesAbove(to);
      move.make();
      room.use();
    }
  }

  /** Where no marks are kept, that it is as before must do. */
  private static boolean isBack(SafeMove back, String key) throws IOException {
    if (back.isMade()) {
      return true;
    }
    return !Files.exists(back.from(), NOFOLLOW_LINKS)
        && Files.exists(back.to(), NOFOLLOW_LINKS)
        && mayBeMoved(back.to(), key);
  }

  private static void refuseToMoveBack(SafeMove back, UndoRequest request)
      throws IOException, ToolException {
    String place = request.arguments().get("to").asText();
    String oldPlace = request.arguments().get("from").asText();
    if (!Files.exists(back.from(), NOFOLLOW_LINKS)) {
      throw new ToolException(
          "not_found",
          "nothing was moved back to '%s': there is nothing at '%s' any more"
              .formatted(oldPlace, place));
    }
    if (!mayBeMoved(back.from(), request.idempotencyKey())) {
      throw new ToolException(
          "changed_since",
          "'%s' was not moved back to '%s': something else has taken its place since"
              .formatted(place, oldPlace));
    }
    if (Files.exists(back.to(), NOFOLLOW_LINKS) && !back.isHalfMade()) {
      throw takenSince(place, oldPlace);
    }
  }

  /** Returns whether this is what the call moved, as far as that can be told here. */
  private static boolean mayBeMoved(Path path, String key) throws IOException {
    return AppliedCalls.on(path).of(key).isPresent() || !AppliedCalls.areKeptAt(path);
  }

  private static ToolException takenSince(String place, String oldPlace) {
    return new ToolException(
        "already_exists",
        "'%s' was not moved back: there is something at '%s' by now; nothing is overwritten"
            .formatted(place, oldPlace));
  }

  private static void refuse(SafeMove move, ToolRequest request) throws IOException, ToolException {
    if (move.from().equals(move.to())) {
      throw failure("same_file", "'%s' and '%s' are the same file or directory", request);
    }
    if (move.to().startsWith(move.from())) {
      throw failure("into_itself", "'%s' cannot be moved into itself, to '%s'", request);
    }
    if (Files.exists(move.to(), NOFOLLOW_LINKS) && !move.isHalfMade()) {
      throw taken(request);
    }
    boolean directory = Files.isDirectory(move.from(), NOFOLLOW_LINKS);
    if (!directory && text(request, "to").endsWith("/")) {
      throw failure(
          "not_a_directory", "'%s' is a file; name its new path in full, not '%s'", request);
    }
  }

  private static ToolException taken(ToolRequest request) {
    return failure(
        "already_exists",
        "'%s' was not moved: there is something at '%s'; nothing is overwritten",
        request);
  }

  private static String words(Workspace workspace, Path from, Path to) {
    return "Moved %s to %s."
        .formatted(Markdown.code(workspace.nameOf(from)), Markdown.code(workspace.nameOf(to)));
  }

  private static String text(ToolRequest request, String name) {
    return request.arguments().get(name).asText();
  }

  private static ToolException failure(String code, String message, ToolRequest request) {
    return new ToolException(code, message.formatted(text(request, "from"), text(request, "to")));
  }
}
