package dev.reprise.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.platform.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The instructions of the image, in their order. */
record Containerfile(List<Instruction> instructions) {

  private static final Path FILE = Deployment.ROOT.resolve("image/Containerfile");

  /** Returns the image's own. */
  static Containerfile read() {
    return new Containerfile(
        Deployment.text(FILE)
            .replaceAll("(?m)^#.*\n", "")
            .replace("\\\n", " ")
            .lines()
            .filter(it -> !it.isBlank())
            .map(it -> it.split(" ", 2))
            .map(it -> new Instruction(it[0], it[1].strip()))
            .toList());
  }

  /** Returns all instructions of a name. */
  Stream<Instruction> all(String name) {
    return instructions.stream().filter(it -> it.name().equals(name));
  }

  /** Returns the arguments of all instructions of a name. */
  Stream<String> of(String name) {
    return all(name).map(Instruction::arguments);
  }

  /**
   * One instruction, such as {@code USER 1001:0}.
   *
   * @param arguments all on one line
   */
  record Instruction(String name, String arguments) {

    /** Returns the words of the arguments, without options. */
    List<String> words() {
      List<String> words = new ArrayList<>(Arrays.asList(arguments.split("\\s+")));
      words.removeIf(it -> it.startsWith("--"));
      return words;
    }

    /** Returns the value of an option, such as {@code --from=server}. */
    Optional<String> option(String option) {
      return Arrays.stream(arguments.split("\\s+"))
          .filter(it -> it.startsWith("--" + option + "="))
          .map(it -> it.substring(it.indexOf('=') + 1))
          .findFirst();
    }

    /** Returns the strings of the list in brackets, such as a command. */
    List<String> list() {
      JsonNode list = Json.read(arguments.substring(arguments.indexOf('[')));
      return list.valueStream().map(JsonNode::asText).toList();
    }
  }
}
