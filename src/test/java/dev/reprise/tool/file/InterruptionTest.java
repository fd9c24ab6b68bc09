package dev.reprise.tool.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.TestCalls;
import dev.reprise.tool.Workspace;
import dev.reprise.tool.method.MethodTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What runs long stops when its thread is interrupted. */
class InterruptionTest {

  private Path root;

  @BeforeEach
  void layOut(@TempDir Path root) throws IOException {
    this.root = root;
    Files.writeString(root.resolve("a.txt"), "a");
    Thread.currentThread().interrupt();
  }

  @AfterEach
  void clear() {
    Thread.interrupted();
  }

  @Test
  void stopsAWalk() {
    var everything = new FileSelection(".", Optional.empty(), true, false);

    assertThatThrownBy(() -> FileWalk.over(new Workspace(root), everything))
        .isInstanceOf(InterruptedException.class);
  }

  @Test
  void stopsACount() {
    var file = new WalkEntry(root.resolve("a.txt"), "a.txt", WalkEntry.Kind.FILE, 1);

    assertThatThrownBy(() -> LineCounter.of(List.of(file)))
        .isInstanceOf(InterruptedException.class);
  }

  @Test
  void stopsInTheMiddleOfALine() throws Exception {
    var pattern = LinePattern.of("b");

    assertThatThrownBy(() -> pattern.occursIn("a")).isInstanceOf(InterruptedException.class);
  }

  @Test
  void leavesAnAppendUnknown() {
    var arguments = JsonNodeFactory.instance.objectNode().put("path", "b.txt").put("content", "b");
    var request = TestCalls.request(arguments, "key", root);

    assertThatThrownBy(() -> MethodTools.of(new AppendFileTool()).call(request))
        .isInstanceOf(OutcomeUnknownException.class);
    Thread.interrupted();
    assertThat(root.resolve("b.txt")).isEmptyFile();
  }
}
