package dev.reprise.cli.run;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.cli.options.DocumentFile;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The input of a run: an object, of which a file has the members, single options, or both. */
final class InputOptions {

  @Option(
      names = {"-i", "--input"},
      paramLabel = "NAME=TEXT",
      description = "A member of the input; may be repeated.")
  Map<String, String> members = new TreeMap<>();

  @Option(
      names = "--input-file",
      paramLabel = "FILE",
      description = "A file with the input as JSON or YAML; - is standard input.")
  @Nullable String file;

  /**
   * @throws IllegalArgumentException if the file does not have an object
   */
  ObjectNode input() throws IOException {
    ObjectNode input =
        file == null ? JsonNodeFactory.instance.objectNode() : DocumentFile.object(file);
    members.forEach(input::put);
    return input;
  }
}
