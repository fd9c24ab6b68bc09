package dev.reprise.artifact.program;

import dev.reprise.artifact.Program;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads the program in an agent's answer: one fenced code block, or else the whole answer. The
 * first line may name the tools that the program calls: {@code // tools: http_fetch, read_file}.
 */
final class WrittenProgram {

  /** The longest code that an artifact can have. */
  static final int MAX_CODE = 50_000;

  private static final Pattern BLOCK =
      Pattern.compile(
          "^```[a-zA-Z]*[ \\t]*\\R(.*?)^```[ \\t]*$", Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern TOOLS = Pattern.compile("\\A\\s*//\\s*tools:([^\\r\\n]*)");
  private static final Pattern TOOL = Pattern.compile("[a-z][a-z0-9_]{0,63}");
  private static final int MAX_TOOLS = 50;

  private WrittenProgram() {}

  /**
   * Returns the program.
   *
   * @throws IllegalArgumentException if there is none; says why
   */
  static Program in(String answer) {
    String code = code(answer);
    if (code.isEmpty()) {
      throw new IllegalArgumentException("the answer has no code");
    }
    if (code.length() > MAX_CODE) {
      throw new IllegalArgumentException(
          "the code has %d characters; at most %d".formatted(code.length(), MAX_CODE));
    }
    return new Program(code, tools(code));
  }

  private static String code(String answer) {
    List<String> blocks = BLOCK.matcher(answer).results().map(it -> it.group(1)).toList();
    return switch (blocks.size()) {
      case 0 -> answer.strip();
      case 1 -> blocks.getFirst().strip();
      default ->
          throw new IllegalArgumentException(
              "the answer has %d code blocks instead of one".formatted(blocks.size()));
    };
  }

  private static List<String> tools(String code) {
    Matcher line = TOOLS.matcher(code);
    if (!line.find()) {
      return List.of();
    }
    List<String> names =
        Stream.of(line.group(1).split(","))
            .map(String::strip)
            .filter(it -> !it.isEmpty())
            .distinct()
            .toList();
    if (names.size() > MAX_TOOLS || !names.stream().allMatch(it -> TOOL.matcher(it).matches())) {
      throw new IllegalArgumentException(
          "the first line must name at most %d tools, such as // tools: http_fetch, read_file"
              .formatted(MAX_TOOLS));
    }
    return names;
  }
}
