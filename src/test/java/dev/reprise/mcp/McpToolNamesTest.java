package dev.reprise.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class McpToolNamesTest {

  @ParameterizedTest
  @CsvSource({
    "echo, git__echo",
    "get-env, git__get_env",
    "readTextFile, git__read_text_file",
    "read_file, git__read_file",
    "repo.list/all, git__repo_list_all",
    "HTTPGet, git__httpget",
    "v2Search, git__v2_search",
    "2fast, git__2fast",
    "a - b, git__a_b",
  })
  void areInSnakeCaseAfterTheServersName(String tool, String name) {
    assertThat(McpToolNames.of("git", tool)).contains(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-", "___", "größe", "a\nb", "a;b", "a\u0000", "工具", "a{b}"})
  void areAbsent_ifTheyWouldHaveToBeGuessed(String tool) {
    assertThat(McpToolNames.of("git", tool)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 61, 200, 10_000})
  void areShortenedWithADigest(int length) {
    String one = McpToolNames.of("git", "x".repeat(length)).orElseThrow();
    String other = McpToolNames.of("git", "x".repeat(length) + "y").orElseThrow();

    assertThat(one).hasSize(64).startsWith("git__xxx");
    assertThat(other).hasSize(64).isNotEqualTo(one);
    assertThat(McpToolNames.of("git", "x".repeat(length))).contains(one);
  }

  @Property
  void areAllowedInTheCatalogue_whateverAToolIsCalled(@ForAll String tool) {
    assertThat(McpToolNames.of("a_server_of_24_character", tool).orElse("none"))
        .matches("[a-z][a-z0-9_]{0,63}");
  }
}
