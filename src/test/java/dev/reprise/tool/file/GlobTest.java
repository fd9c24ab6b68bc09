package dev.reprise.tool.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GlobTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*.java      | src/a/B.java   | true",
        "*.java      | B.java         | true",
        "*.java      | B.javac        | false",
        "**/*.java   | B.java         | true",
        "**/*.java   | src/a/B.java   | true",
        "src/*.java  | src/B.java     | true",
        "src/*.java  | src/a/B.java   | false",
        "src/**      | src/a/B.java   | true",
        "src/**/B.*  | src/B.java     | true",
        "src/**/B.*  | src/a/b/B.java | true",
        "a**/B.java  | ab/c/B.java    | true",
        "?.md        | a.md           | true",
        "?.md        | ab.md          | false",
        "[a-c].md    | b.md           | true",
        "[!a-c].md   | b.md           | false",
        "[!a-c].md   | d.md           | true",
        "*.{xml,md}  | pom.xml        | true",
        "*.{xml,md}  | a.txt          | false",
        "a+b(1).txt  | a+b(1).txt     | true",
        "a,b}        | a,b}           | true",
      })
  void matches(String glob, String path, boolean expected) throws Exception {
    assertThat(Glob.of(glob).matches(path)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[abc", "{a,b", "[z-a]"})
  void refusesWhatIsNone(String glob) {
    assertThatThrownBy(() -> Glob.of(glob)).hasMessageStartingWith("invalid_glob");
  }

  @Test
  void doesNotHangOnManyStars() throws Exception {
    assertThat(Glob.of("*a".repeat(90) + "b").matches("a".repeat(255))).isFalse();
  }
}
