package dev.reprise.tool.file;

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
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.locks.Lock;

/**
 * Replaces a text in a file by another, exactly as they are written: blanks, line breaks and all.
 *
 * <p>An edit made twice shows where the new text holds the old one, so the tool is {@code
 * RECONCILABLE}. The edited file takes the place of the old one in one step, and brings a mark of
 * the call along ({@link AppliedCalls}): a mark proves that the edit was made. Where there is none,
 * either the call did not come that far or somebody wrote the file anew since, and the text
 * decides: see {@link TextEdit#unmarked}.
 *
 * <p>Edits of one file take turns on this server; a file that something else changes during an edit
 * is left as it is.
 */
@ApplicationScoped
public class EditFileTool implements ReconcilableTool {

  private static final ToolDeclaration DECLARATION =
      ToolDeclaration.named("edit_file", EffectClass.RECONCILABLE)
          .describedAs(
              """
          Replaces a text in a text file (UTF-8) of the workspace by another, both exactly as \
          written. The old text must be there once, unless count or all says otherwise: give \
          enough of what is around it to make it unique.\
          """)
          .taking(
              ArgumentSchema.text(
                  """
              {
                "type": "object",
                "properties": {
                  "path": {
                    "type": "string",
                    "description": "relative to the workspace, for example src/main.c"
                  },
                  "old": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": 1000000,
                    "description": "what is there, with its blanks and line breaks"
                  },
                  "new": {
                    "type": "string",
                    "maxLength": 1000000,
                    "description": "what is to be there; empty removes the old text"
                  },
                  "count": {
                    "type": "integer",
                    "minimum": 1,
                    "description": "how often the old text is there, default 1; all are replaced"
                  },
                  "all": {
                    "type": "boolean",
                    "description": "default false; true replaces it however often it is there"
                  }
                },
                "required": ["path", "old", "new"],
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
    TextEdit edit = TextEdit.of(request.arguments());
    Path file = request.workspace().fileToChange(edit.path());
    if (new DurableFile(file).isReadOnly()) {
      throw new ToolException(
          "read_only", "'%s' may not be written by anybody".formatted(edit.path()));
    }
    Lock lock = locks.of(file);
    lock.lockInterruptibly();
    try {
      String where = make(edit, new DurableFile(file), request);
      return new ToolOutcome.Succeeded(words(request.workspace().nameOf(file), where));
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Reconciliation reconcile(ToolRequest request) throws Exception {
    TextEdit edit = TextEdit.of(request.arguments());
    Path file = request.workspace().fileToChange(edit.path());
    Optional<String> where = AppliedCalls.on(file).of(request.idempotencyKey());
    return where.isPresent()
        ? new Reconciliation.Happened(words(request.workspace().nameOf(file), where.get()))
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

  private static String words(String name, String where) {
    return "Edited %s: %s.".formatted(Markdown.code(name), where);
  }
}
