package dev.reprise.tool.file;

import static dev.reprise.agent.EffectClass.READ_ONLY;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.reprise.tool.Markdown;
import dev.reprise.tool.ResultRemarks;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.ToolMethod;
import dev.reprise.tool.ToolRequest;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.NonNull;

/**
 * Lists the entries of a zip archive without unpacking any of them.
 *
 * <p>The tool reads only the directory at the end of the archive, so a zip bomb has no effect. The
 * names in that directory can be anything: the tool shows them escaped, and never uses them as
 * paths.
 */
@ApplicationScoped
public class ListArchiveTool {

  record Arguments(
      @JsonPropertyDescription("relative to the workspace, for example lib/app.jar") String path,
      @JsonPropertyDescription("which entries: *.class (by name), META-INF/** (by path)")
          Optional<@NonNull @Size(min = 1) String> glob,
      @JsonPropertyDescription("how many to list, default 500")
          @JsonProperty(defaultValue = "500")
          @Min(1)
          @Max(2000)
          int limit) {}

  @ToolMethod(
      name = "list_archive",
      description =
          """
          Lists the entries of a zip archive of the workspace (zip, jar, war and the like) with \
          their sizes, in the order of the archive, without unpacking it.""",
      effect = READ_ONLY,
      category = "workspace",
      tags = {"files", "read"})
  public String list(Arguments arguments, ToolRequest request) throws Exception {
    int limit = arguments.limit();
    Path file = request.workspace().file(arguments.path());
    List<ArchivedFile> all = ArchivedFile.in(file, arguments.path());
    List<ArchivedFile> chosen = chosen(all, arguments.glob());
    String head =
        "%s entries, %s bytes unpacked"
            .formatted(
                Markdown.number(chosen.size()),
                Markdown.number(chosen.stream().mapToLong(ArchivedFile::knownBytes).sum()));
    ResultRemarks remarks = new ResultRemarks();
    if (chosen.size() > limit) {
      remarks.add(
          "only the first %s of %s are listed; narrow glob, or raise limit"
              .formatted(limit, chosen.size()));
    }
    long leavers = chosen.stream().filter(ArchivedFile::leadsOut).count();
    if (leavers > 0) {
      remarks.add(
          "%s entries have names that lead out of where they are unpacked".formatted(leavers));
    }
    if (chosen.isEmpty()) {
      return remarks.after(head);
    }
    var rows = chosen.stream().limit(limit).map(ListArchiveTool::row).toList();
    return remarks.after(head + "\n\n" + Markdown.table(List.of("entry", "bytes", "packed"), rows));
  }

  private static List<ArchivedFile> chosen(List<ArchivedFile> all, Optional<String> text)
      throws ToolException {
    Optional<Glob> glob = Glob.ofOptional(text);
    return glob.isEmpty()
        ? all
        : all.stream().filter(entry -> glob.get().matches(entry.name())).toList();
  }

  private static List<String> row(ArchivedFile entry) {
    return List.of(
        Markdown.code(entry.shownName()), size(entry.bytes()), size(entry.packedBytes()));
  }

  private static String size(long bytes) {
    return bytes < 0 ? "?" : Markdown.number(bytes);
  }
}
