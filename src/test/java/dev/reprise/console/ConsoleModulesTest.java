package dev.reprise.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.mcp.NpmServers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * Modules of the console that draw nothing are tested by Node.js alone, in {@code
 * src/test/node/console}; without Node.js the test is skipped, and says so.
 */
class ConsoleModulesTest {

  private static final Path TESTS = Path.of("src", "test", "node", "console");

  @Test
  void doWhatTheirTestsSay() throws Exception {
    Process node =
        new ProcessBuilder(NpmServers.program("node").toString(), "--test", TESTS.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(node.waitFor()).as("%s", said).isZero();
    assertThat(said).containsPattern("# pass [1-9]");
  }
}
