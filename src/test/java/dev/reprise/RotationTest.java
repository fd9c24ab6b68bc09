package dev.reprise;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The tests that take turns, so that each runs at every fifth commit. */
class RotationTest {

  private static final int TURNS = 5;
  private static final Path TESTS = Path.of("src/test/java");

  @Test
  void namesEachTestOnce() throws IOException {
    assertThat(lines())
        .extracting(Line::file)
        .doesNotHaveDuplicates()
        .allSatisfy(file -> assertThat(file).isRegularFile());
  }

  @Test
  void keepsNoTestOfADoorFromACommit() throws IOException {
    assertThat(lines())
        .extracting(Line::file)
        .allSatisfy(file -> assertThat(file).content().doesNotContain("@Tag(\"door\")"));
  }

  @Test
  void givesEachTurnItsShareOfTheTime() throws IOException {
    List<Integer> turns = new ArrayList<>(Collections.nCopies(TURNS, 0));
    List<Line> lines = lines();
    for (int i = 0; i < lines.size(); i++) {
      turns.set(i % TURNS, turns.get(i % TURNS) + lines.get(i).seconds());
    }
    assertThat(Collections.max(turns))
        .as("seconds of the turns %s", turns)
        .isLessThan(Collections.min(turns) * 5 / 4);
  }

  private static List<Line> lines() throws IOException {
    return Files.readAllLines(Path.of("src/test/rotation.txt")).stream().map(Line::parse).toList();
  }

  private record Line(int seconds, Path file) {

    static Line parse(String line) {
      String[] parts = line.strip().split(" ", 2);
      return new Line(
          Integer.parseInt(parts[0]), TESTS.resolve(parts[1].replace('.', '/') + ".java"));
    }
  }
}
