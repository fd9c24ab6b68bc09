package dev.reprise.tool.file;

import static dev.reprise.agent.EffectClass.RECONCILABLE;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.reprise.tool.Markdown;
import dev.reprise.tool.ReconcileMethod;
import dev.reprise.tool.Reconciliation;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.ToolMethod;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.UndoMethod;
import dev.reprise.tool.UndoRequest;
import dev.reprise.tool.Workspace;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.Lock;

/**
 * Moves a file or directory within the workspace, to a path that does not exist yet.
 *
 * <p>A second attempt at a completed move fails, so the tool is {@code RECONCILABLE}. The moved
 * file or directory carries a mark of the call ({@link AppliedCalls}), and the place of the mark
 * shows whether the move happened. If a crash left a file with both names, it is not moved yet; the
 * same call, run again, completes the move.
 *
 * <p>An undo moves the file or directory with the call's mark back, including all changes to it
 * since.
 */
@ApplicationScoped
public class MoveFileTool {

  private final PathLocks locks = new PathLocks();

  record Arguments(
      @JsonPropertyDescription("relative to the workspace, for example docs/draft.md") String from,
      @JsonPropertyDescription("the new path in full, not just the directory to move into")
          String to) {

    ToolException failure(String code, String message) {
      return new ToolException(code, message.formatted(from, to));
    }

    ToolException taken() {
      return failure(
          "already_exists", "'%s' was not moved: '%s' exists, and nothing is overwritten");
    }

    ToolException takenSince() {
      return new ToolException(
          "already_exists",
          "'%s' was not moved back: '%s' exists by now, and nothing is overwritten"
              .formatted(to, from));
    }
  }

  @ToolMethod(
      name = "move_file",
      description =
          """
          Moves or renames a file, or a directory with all that it holds, within the workspace, and \
          makes the directories above its new place. Nothing is overwritten: the new place must be \
          free. Links are not moved.\
          """,
      effect = RECONCILABLE,
      category = "workspace",
      tags = {"files", "write"})
  public String move(Arguments arguments, ToolRequest request) throws Exception {
    Workspace workspace = request.workspace();
    Path from = workspace.entry(arguments.from());
    Path to = workspace.target(arguments.to());
    Lock lock = locks.of(from);
    lock.lockInterruptibly();
    try {
      var move = new SafeMove(from, to, request.idempotencyKey());
      check(move, arguments);
      make(move, arguments.to(), workspace);
    } catch (FileAlreadyExistsException e) {
      throw arguments.taken();
    } finally {
      lock.unlock();
    }
    return moved(workspace, from, to);
  }

  @ReconcileMethod
  public Reconciliation reconcile(Arguments arguments, ToolRequest request) throws Exception {
    Workspace workspace = request.workspace();
    Path from = workspace.target(arguments.from()); // which may be gone
    Path to = workspace.target(arguments.to());
    var move = new SafeMove(from, to, request.idempotencyKey());
    if (move.isMade()) {
      return new Reconciliation.Happened(moved(workspace, from, to));
    }
    if (Files.exists(from, NOFOLLOW_LINKS)) {
      return new Reconciliation.DidNotHappen();
    }
    return new Reconciliation.CannotTell(
        "what was to be moved does not exist, and nothing at the new place is marked as moved");
  }

  @UndoMethod
  public String undo(Arguments arguments, UndoRequest request) throws Exception {
    Workspace workspace = request.workspace();
    Path from = workspace.target(arguments.to()); // which may be gone
    Path to = workspace.target(arguments.from());
    Lock lock = locks.of(from);
    lock.lockInterruptibly();
    try {
      var back = new SafeMove(from, to, request.idempotencyKey() + "/undo");
      if (!isBack(back, request.idempotencyKey())) {
        checkBack(back, arguments, request.idempotencyKey());
        workspace.entry(arguments.to());
        make(back, arguments.from(), workspace);
      }
    } catch (FileAlreadyExistsException e) {
      throw arguments.takenSince();
    } finally {
      lock.unlock();
    }
    return "Moved %s back to %s."
        .formatted(Markdown.code(workspace.nameOf(from)), Markdown.code(workspace.nameOf(to)));
  }

  private static void make(SafeMove move, String to, Workspace workspace) throws Exception {
    try (var room = workspace.roomAbove(move.to())) {
      workspace.makeDirectoriesAbove(to);
      move.make();
      room.use();
    }
  }

  /** If the file system stores no marks, it suffices that both paths are as before the move. */
  private static boolean isBack(SafeMove back, String key) throws IOException {
    if (back.isMade()) {
      return true;
    }
    return !Files.exists(back.from(), NOFOLLOW_LINKS)
        && Files.exists(back.to(), NOFOLLOW_LINKS)
        && mayBeMoved(back.to(), key);
  }

  private static void checkBack(SafeMove back, Arguments call, String key)
      throws IOException, ToolException {
    if (!Files.exists(back.from(), NOFOLLOW_LINKS)) {
      throw call.failure(
          "not_found", "nothing was moved back to '%s': there is nothing at '%s' any more");
    }
    if (!mayBeMoved(back.from(), key)) {
      throw new ToolException(
          "changed_since",
          "'%s' was not moved back to '%s': something else has taken its place since"
              .formatted(call.to(), call.from()));
    }
    if (Files.exists(back.to(), NOFOLLOW_LINKS) && !back.isHalfMade()) {
      throw call.takenSince();
    }
  }

  /** Returns whether the call moved this path, as far as the file system can tell. */
  private static boolean mayBeMoved(Path path, String key) throws IOException {
    return AppliedCalls.on(path).of(key).isPresent() || !AppliedCalls.areKeptAt(path);
  }

  private static void check(SafeMove move, Arguments call) throws IOException, ToolException {
    if (move.from().equals(move.to())) {
      throw call.failure("same_file", "'%s' and '%s' are the same file or directory");
    }
    if (move.to().startsWith(move.from())) {
      throw call.failure("into_itself", "'%s' cannot be moved into itself, to '%s'");
    }
    if (Files.exists(move.to(), NOFOLLOW_LINKS) && !move.isHalfMade()) {
      throw call.taken();
    }
    boolean directory = Files.isDirectory(move.from(), NOFOLLOW_LINKS);
    if (!directory && call.to().endsWith("/")) {
      throw call.failure("not_a_directory", "'%s' is a file; name its new path in full, not '%s'");
    }
  }

  private static String moved(Workspace workspace, Path from, Path to) {
    return "Moved %s to %s."
        .formatted(Markdown.code(workspace.nameOf(from)), Markdown.code(workspace.nameOf(to)));
  }
}
