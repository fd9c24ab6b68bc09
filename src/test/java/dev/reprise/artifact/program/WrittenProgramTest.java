package dev.reprise.artifact.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.artifact.Program;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How the program in a model's answer is found. */
class WrittenProgramTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "return 1;",
        "\n  return 1;\n",
        "```\nreturn 1;\n```",
        "```js\nreturn 1;\n```",
        "Here it is:\n\n```javascript\nreturn 1;\n```\n\nIt gives one.",
        "```javascript \r\nreturn 1;\r\n```"
      })
  void isTheBlockOrTheWholeAnswer(String answer) {
    Program program = WrittenProgram.in(answer);

    assertThat(program.code()).isEqualTo("return 1;");
    assertThat(program.dependencies()).isEmpty();
  }

  @Test
  void itsFirstLineNamesTheToolsThatItCalls() {
    String code = "// tools: http_fetch, read_file,http_fetch\nreturn 1;";

    assertThat(WrittenProgram.in(code).dependencies()).containsExactly("http_fetch", "read_file");
    assertThat(WrittenProgram.in("// tools:\nreturn 1;").dependencies()).isEmpty();
    assertThat(WrittenProgram.in("return 1; // tools: http_fetch").dependencies()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "```\n```",
        "```js\na\n```\nor\n```js\nb\n```",
        "// tools: not a tool\nreturn 1;",
        "// tools: ../../etc\nreturn 1;"
      })
  void anythingElseIsRefused(String answer) {
    assertThatThrownBy(() -> WrittenProgram.in(answer))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void codeThatIsTooLongIsRefused() {
    assertThat(WrittenProgram.in("x".repeat(WrittenProgram.MAX_CODE))).isNotNull();
    assertThatThrownBy(() -> WrittenProgram.in("x".repeat(WrittenProgram.MAX_CODE + 1)))
        .hasMessage("the code has 50001 characters; at most 50000");
  }
}
