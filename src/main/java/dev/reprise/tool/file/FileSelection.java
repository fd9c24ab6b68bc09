package dev.reprise.tool.file;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.tool.ToolException;
import java.util.Optional;

/**
 * Which files a tool looks at.
 *
 * @param path where to begin: a directory, or a single file
 * @param glob which of them, relative to where it begins; all if empty
 * @param recursive whether directories are entered, or listed instead
 * @param includeIgnored whether directories of {@link FileWalk#IGNORED} are entered too
 */
record FileSelection(String path, Optional<Glob> glob, boolean recursive, boolean includeIgnored) {

  /**
   * Reads the arguments that all tools over several files share.
   *
   * @throws ToolException {@code invalid_glob}
   */
  static FileSelection of(JsonNode arguments) throws ToolException {
    return new FileSelection(
        arguments.path("path").asText("."),
        arguments.has("glob")
            ? Optional.of(Glob.of(arguments.get("glob").asText()))
            : Optional.empty(),
        arguments.path("recursive").asBoolean(true),
        arguments.path("include_ignored").asBoolean(false));
  }
}
