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
import java.util.Optional;
import org.jspecify.annotations.NonNull;

/** Counts lines of text by kind of file, and lists the largest files. */
@ApplicationScoped
public class CountLinesTool {

  record Arguments(
      @JsonPropertyDescription("where to begin, relative to the workspace; default: all of it")
          @JsonProperty(defaultValue = ".")
          String path,
      @JsonPropertyDescription("which files: *.java (by name), src/**/*.xml (by path)")
          Optional<@NonNull @Size(min = 1) String> glob,
      @JsonPropertyDescription("how many of the largest files to name, default 10")
          @JsonProperty(defaultValue = "10")
          @Min(0)
          @Max(100)
          int largest,
      @JsonPropertyDescription("default false; true enters .git, target and the like too")
          @JsonProperty(value = "include_ignored", defaultValue = "false")
          boolean includeIgnored) {

    FileSelection selection() throws ToolException {
      return new FileSelection(path, Glob.ofOptional(glob), true, includeIgnored);
    }
  }

  @ToolMethod(
      name = "count_lines",
      description =
          """
          Counts the files and lines of the workspace below a directory by kind of file (its \
          extension), and names the files with most lines. The answer is Markdown that can go into \
          a report as it is. Version control and build output are left out unless asked for; binary \
          files have no lines.""",
      effect = READ_ONLY,
      category = "workspace",
      tags = {"files", "read"},
      timeout = "PT2M")
  public String count(Arguments arguments, ToolRequest request) throws Exception {
    WalkResult walk = FileWalk.over(request.workspace(), arguments.selection());
    LineCounter count = LineCounter.of(walk.files());
    ResultRemarks remarks = new ResultRemarks();
    count.noteOmissions(remarks);
    walk.noteOmissions(remarks);
    return remarks.after(report(count, arguments.largest()));
  }

  private static String report(LineCounter count, int largest) {
    String kinds = Markdown.table(List.of("kind", "files", "lines"), count.kindRows());
    if (largest == 0 || count.files().isEmpty()) {
      return kinds;
    }
    return kinds
        + "\nLargest files:\n\n"
        + Markdown.table(List.of("file", "lines"), count.largestRows(largest));
  }
}
