package dev.reprise.tool.file;

import static dev.reprise.agent.EffectClass.READ_ONLY;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.reprise.tool.ResultRemarks;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.ToolMethod;
import dev.reprise.tool.ToolRequest;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.util.Optional;
import org.jspecify.annotations.NonNull;

/** Finds the lines of files that match a regular expression. */
@ApplicationScoped
public class SearchFilesTool {

  record Arguments(
      @JsonPropertyDescription("for example class \\w+Test; no look-around or back-references")
          @Size(min = 1)
          String pattern,
      @JsonPropertyDescription("where to begin, relative to the workspace; default: all of it")
          @JsonProperty(defaultValue = ".")
          String path,
      @JsonPropertyDescription("which files: *.java (by name), src/**/*.xml (by path)")
          Optional<@NonNull @Size(min = 1) String> glob,
      @JsonPropertyDescription("default false; true enters .git, target and the like too")
          @JsonProperty(value = "include_ignored", defaultValue = "false")
          boolean includeIgnored,
      @JsonPropertyDescription("how many lines to give, default 100")
          @JsonProperty(defaultValue = "100")
          @Min(1)
          @Max(1000)
          int limit) {

    FileSelection selection() throws ToolException {
      return new FileSelection(path, Glob.ofOptional(glob), true, includeIgnored);
    }
  }

  @ToolMethod(
      name = "search_files",
      description =
          """
          Finds lines of the workspace's text files that a regular expression (RE2 syntax; (?i) \
          ignores case) occurs in, and gives each as path:line: text, sorted by path. Version \
          control and build output are left out unless asked for.""",
      effect = READ_ONLY,
      category = "workspace",
      tags = {"files", "read"},
      timeout = "PT2M")
  public String search(Arguments arguments, ToolRequest request) throws Exception {
    var pattern = LinePattern.of(arguments.pattern());
    WalkResult walk = FileWalk.over(request.workspace(), arguments.selection());
    var search = new LineSearch(pattern, arguments.limit());
    for (WalkEntry file : walk.files()) {
      if (search.isFull()) {
        break;
      }
      search.in(file);
    }
    ResultRemarks remarks = new ResultRemarks();
    search.noteOmissions(remarks);
    walk.noteOmissions(remarks);
    return remarks.after(search.matches());
  }
}
