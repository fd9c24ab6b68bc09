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
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.NonNull;

/** Lists files with their sizes. */
@ApplicationScoped
public class ListFilesTool {

  record Arguments(
      @JsonPropertyDescription("where to begin, relative to the workspace; default: all of it")
          @JsonProperty(defaultValue = ".")
          String path,
      @JsonPropertyDescription("which files: *.java (by name), src/**/*.xml (by path)")
          Optional<@NonNull @Size(min = 1) String> glob,
      @JsonPropertyDescription("default true; false lists directories instead of entering them")
          @JsonProperty(defaultValue = "true")
          boolean recursive,
      @JsonPropertyDescription("default false; true enters .git, target and the like too")
          @JsonProperty(value = "include_ignored", defaultValue = "false")
          boolean includeIgnored,
      @JsonPropertyDescription("how many to list, default 500")
          @JsonProperty(defaultValue = "500")
          @Min(1)
          @Max(2000)
          int limit) {

    FileSelection selection() throws ToolException {
      return new FileSelection(path, Glob.ofOptional(glob), recursive, includeIgnored);
    }
  }

  @ToolMethod(
      name = "list_files",
      description =
          """
          Lists the files of the workspace below a directory, with their sizes, sorted by path. \
          Version control and build output (.git, target, node_modules and the like) are left out \
          unless asked for. Links are listed and not followed.""",
      effect = READ_ONLY,
      category = "workspace",
      tags = {"files", "read"},
      timeout = "PT1M")
  public String list(Arguments arguments, ToolRequest request) throws Exception {
    int limit = arguments.limit();
    WalkResult walk = FileWalk.over(request.workspace(), arguments.selection());
    List<WalkEntry> found = walk.found();
    long bytes = walk.files().stream().mapToLong(WalkEntry::bytes).sum();

    ResultRemarks remarks = new ResultRemarks();
    if (found.size() > limit) {
      remarks.add(
          "only the first %s of %s are listed; narrow path or glob, or raise limit"
              .formatted(limit, found.size()));
    }
    walk.noteOmissions(remarks);
    String head = "%s files, %s bytes".formatted(walk.files().size(), bytes);
    if (found.isEmpty()) {
      return remarks.after(head);
    }
    var rows = found.stream().limit(limit).map(ListFilesTool::row).toList();
    return remarks.after(head + "\n\n" + Markdown.table(List.of("file", "bytes"), rows));
  }

  private static List<String> row(WalkEntry file) {
    String size =
        file.isFile() ? Markdown.number(file.bytes()) : file.kind().name().toLowerCase(Locale.ROOT);
    return List.of(Markdown.code(file.name()), size);
  }
}
