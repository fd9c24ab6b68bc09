package dev.reprise.tool.file;

import static dev.reprise.agent.EffectClass.RECONCILABLE;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.reprise.tool.Markdown;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.ReconcileMethod;
import dev.reprise.tool.Reconciliation;
import dev.reprise.tool.TextConstraint;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.ToolMethod;
import dev.reprise.tool.ToolRequest;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.validation.constraints.Min;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.NonNull;

/**
 * Replaces a text in a file with another. Both are exact, including blanks and line breaks.
 *
 * <p>If the new text holds the old one, a second attempt would edit again, so the tool is {@code
 * RECONCILABLE}. The edited file replaces the old one in one step and carries a mark of the call
 * ({@link AppliedCalls}), which proves that the edit was made. Without a mark, either the call did
 * not come that far or the file has been rewritten since. Then the text decides: see {@link
 * TextEdit#unmarked}.
 *
 * <p>Edits of one file take turns on this server. If something else changes the file during an
 * edit, the edit leaves it unchanged.
 */
@ApplicationScoped
public class EditFileTool {

  private final PathLocks locks = new PathLocks();

  record Arguments(
      @JsonPropertyDescription("relative to the workspace, for example src/main.c") String path,
      @JsonPropertyDescription("what is there, with its blanks and line breaks")
          @JsonProperty("old")
          @TextConstraint(minLength = 1, maxLength = 1_000_000)
          String before,
      @JsonPropertyDescription("what is to be there; empty removes the old text")
          @JsonProperty("new")
          @TextConstraint(maxLength = 1_000_000)
          String after,
      @JsonPropertyDescription("how often the old text is there, default 1; all are replaced")
          Optional<@NonNull @Min(1) Integer> count,
      @JsonPropertyDescription("default false; true replaces it however often it is there")
          @JsonProperty(defaultValue = "false")
          boolean all) {

    /**
     * Returns the edit that a call requests.
     *
     * @throws ToolException as {@link TextEdit#of} does
     */
    TextEdit edit() throws ToolException {
      TextEdit one = TextEdit.of(path, before, after);
      return count.map(one::times).orElse(all ? one.anyTimes() : one);
    }
  }

  @ToolMethod(
      name = "edit_file",
      description =
          """
          Replaces a text in a text file (UTF-8) of the workspace by another, both exactly as \
          written. The old text must be there once, unless count or all says otherwise: give \
          enough of what is around it to make it unique.\
          """,
      effect = RECONCILABLE,
      category = "workspace",
      tags = {"files", "write"})
  public String edit(Arguments arguments, ToolRequest request) throws Exception {
    TextEdit edit = arguments.edit();
    Path file = request.workspace().fileToChange(edit.path());
    if (new DurableFile(file).isReadOnly()) {
      throw new ToolException("read_only", "'%s' is read-only".formatted(edit.path()));
    }
    Lock lock = locks.of(file);
    lock.lockInterruptibly();
    try {
      String where = make(edit, new DurableFile(file), request);
      return edited(request.workspace().nameOf(file), where);
    } finally {
      lock.unlock();
    }
  }

  @ReconcileMethod
  public Reconciliation reconcile(Arguments arguments, ToolRequest request) throws Exception {
    TextEdit edit = arguments.edit();
    Path file = request.workspace().fileToChange(edit.path());
    Optional<String> where = AppliedCalls.on(file).of(request.idempotencyKey());
    return where.isPresent()
        ? new Reconciliation.Happened(edited(request.workspace().nameOf(file), where.get()))
        : edit.unmarked(
            textOf(TextFile.read(file, TextFile.MAX_BYTES), edit), AppliedCalls.areKeptAt(file));
  }

  private static String make(TextEdit edit, DurableFile file, ToolRequest request)
      throws IOException, ToolException, OutcomeUnknownException, InterruptedException {
    String key = request.idempotencyKey();
    TextFile before = TextFile.read(file.path(), TextFile.MAX_BYTES);
    TextEdit.Edited edited = edit.in(textOf(before, edit));
    ByteBuffer content = TextFile.bytesOf(edited.text());
    if (content.remaining() > TextFile.MAX_BYTES) {
      throw new ToolException(
          "file_too_large",
          "'%s' would have more than %s bytes".formatted(edit.path(), TextFile.MAX_BYTES));
    }
    AppliedCalls marks = AppliedCalls.on(file.path()).with(key, edited.where());
    int bytes = content.remaining();
    try (var room = request.workspace().roomFor(file.path(), bytes, bytes);
        TemporaryFile draft = file.draft(content, key, marks)) {
      if (!TextFile.read(file.path(), TextFile.MAX_BYTES).equals(before)) {
        throw new ToolException(
            "file_changed", "'%s' was changed meanwhile; read it again".formatted(edit.path()));
      }
      draft.takePlace();
      room.use();
    }
    return edited.where();
  }

  private static String textOf(TextFile read, TextEdit edit) throws ToolException {
    return switch (read) {
      case TextFile.Text(String text) -> text;
      case TextFile.TooLarge() ->
          throw new ToolException(
              "file_too_large",
              "'%s' has more than %s bytes, which is too much to edit"
                  .formatted(edit.path(), TextFile.MAX_BYTES));
      case TextFile.NotText() ->
          throw new ToolException("not_text", "'%s' is not text in UTF-8".formatted(edit.path()));
    };
  }

  private static String edited(String name, String where) {
    return "Edited %s: %s.".formatted(Markdown.code(name), where);
  }
}
