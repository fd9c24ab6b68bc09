package dev.reprise.tool.file;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.schema.ArgumentSchema;
import dev.reprise.tool.text.Markdown;
import dev.reprise.tool.text.ResultRemarks;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.file.Path;
import java.util.List;

/**
 * Says what a zip archive holds without unpacking any of it.
 *
 * <p>Only the directory at the end of the archive is read, so a bomb costs nothing. Names in it are
 * whatever somebody wrote there: they are shown, escaped, and never used as paths.
 */
@ApplicationScoped
public class ListArchiveTool implements Tool {

  private static final int DEFAULT_LIMIT = 500;

  private static final ToolDeclaration DECLARATION =
      ToolDeclaration.named("list_archive", EffectClass.READ_ONLY)
          .describedAs(
              """
          Lists the entries of a zip archive of the workspace (zip, jar, war and the like) with \
          their sizes, in the order of the archive, without unpacking it.""")
          .taking(
              ArgumentSchema.text(
                  """
              {
                "type": "object",
                "properties": {
                  "path": {
                    "type": "string",
                    "description": "relative to the workspace, for example lib/app.jar"
                  },
                  "glob": {
                    "type": "string",
                    "minLength": 1,
                    "description": "which entries: *.class (by name), META-INF/** (by path)"
                  },
                  "limit": {
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 2000,
                    "description": "how many to list, default 500"
                  }
                },
                "required": ["path"],
                "additionalProperties": false
              }
              """))
          .in("workspace", "files", "read")
          .build();

  @Override
  public ToolDeclaration declaration() {
    return DECLARATION;
  }

  @Override
  public ToolOutcome call(ToolRequest request) throws Exception {
    String path = request.arguments().get("path").asText();
    int limit = request.arguments().path("limit").asInt(DEFAULT_LIMIT);
    Path file = request.workspace().file(path);
    List<ArchivedFile> all = ArchivedFile.in(file, path);
    List<ArchivedFile> chosen = chosen(all, request);
    String head =
        "%s entries, %s bytes unpacked"
            .formatted(
                Markdown.number(chosen.size()),
                Markdown.number(chosen.stream().mapToLong(ArchivedFile::knownBytes).sum()));
    ResultRemarks notes = new ResultRemarks();
    if (chosen.size() > limit) {
      notes.add(
          "only the first %s of %s are listed; narrow glob, or raise limit"
              .formatted(limit, chosen.size()));
    }
    long leavers = chosen.stream().filter(ArchivedFile::leadsOut).count();
    if (leavers > 0) {
      notes.add(
          "%s entries have names that lead out of where they are unpacked".formatted(leavers));
    }
    if (chosen.isEmpty()) {
      return new ToolOutcome.Succeeded(notes.after(head));
    }
    var rows = chosen.stream().limit(limit).map(ListArchiveTool::row).toList();
    return new ToolOutcome.Succeeded(
        notes.after(head + "\n\n" + Markdown.table(List.of("entry", "bytes", "packed"), rows)));
  }

  private static List<ArchivedFile> chosen(List<ArchivedFile> all, ToolRequest request)
      throws ToolException {
    if (!request.arguments().has("glob")) {
      return all;
    }
    Glob glob = Glob.of(request.arguments().get("glob").asText());
    return all.stream().filter(entry -> glob.matches(entry.name())).toList();
  }

  private static List<String> row(ArchivedFile entry) {
    return List.of(
        Markdown.code(entry.shownName()), size(entry.bytes()), size(entry.packedBytes()));
  }

  private static String size(long bytes) {
    return bytes < 0 ? "?" : Markdown.number(bytes);
  }
}
