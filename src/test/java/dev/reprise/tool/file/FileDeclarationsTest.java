package dev.reprise.tool.file;

import dev.reprise.tool.PinnedDeclarations;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolBench;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the tools for files declare. */
class FileDeclarationsTest {

  static List<Tool> tools() {
    return ToolBench.BUILT_IN;
  }

  @ParameterizedTest
  @MethodSource("tools")
  void areThoseThatRunsHavePinned(Tool tool) throws Exception {
    PinnedDeclarations.assertPinned(tool.declaration());
  }
}
