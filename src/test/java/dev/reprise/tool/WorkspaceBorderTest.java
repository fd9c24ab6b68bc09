package dev.reprise.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.message.ToolOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import net.jqwik.api.lifecycle.BeforeTry;

/** Whatever path is given to whatever tool, nothing outside the workspace is read or written. */
@SuppressWarnings("NullAway.Init") // it does not know the life cycle of jqwik
class WorkspaceBorderTest {

  private static final String SECRET = "the-secret-of-the-neighbour";

  /** The name of a file outside that no path here has: only a listing could tell it. */
  private static final String UNGUESSED = "unguessed";

  private static Path temp;
  private static ToolBench bench;
  private static Map<String, String> outsideBefore;

  @BeforeContainer
  static void layOut() throws IOException {
    temp = Files.createTempDirectory("workspace").toRealPath();
    Path outside = Files.createDirectory(temp.resolve("outside"));
    Files.writeString(outside.resolve("secret.txt"), SECRET);
    Files.writeString(outside.resolve(UNGUESSED), "x");
    outsideBefore = contentsOf(outside);
    bench = new ToolBench(temp.resolve("ws"));
  }

  @BeforeTry // the try before may have moved or deleted what leads to the border
  void layOutWorkspace() throws IOException {
    Path root = temp.resolve("ws");
    clear(root);
    Files.createDirectories(root.resolve("docs"));
    Files.writeString(root.resolve("a.txt"), "inside");
    Files.createSymbolicLink(root.resolve("out"), Path.of("../outside"));
    Files.createSymbolicLink(root.resolve("leak"), temp.resolve("outside/secret.txt"));
    Files.createSymbolicLink(root.resolve("new"), Path.of("../outside/new.txt"));
    Files.createSymbolicLink(root.resolve("docs/up"), Path.of("../.."));
  }

  @AfterContainer
  static void clearUp() throws IOException {
    clear(temp);
  }

  private static void clear(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    try (var all = Files.walk(directory)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  @Property(tries = 1500)
  void nothingOutsideIsReadOrWritten(@ForAll("paths") String path, @ForAll("tools") Tool tool)
      throws Exception {
    for (var arguments : ToolBench.waysToName(path, tool)) {
      ToolOutcome outcome = bench.call(tool.declaration().name(), arguments);

      assertThat(outcome.toString()).doesNotContain(SECRET, UNGUESSED);
    }
    assertThat(contentsOf(temp.resolve("outside"))).isEqualTo(outsideBefore);
    try (var beside = Files.list(temp)) {
      assertThat(beside.map(p -> p.getFileName().toString())).containsOnly("ws", "outside");
    }
  }

  @Provide
  Arbitrary<Tool> tools() {
    return Arbitraries.of(ToolBench.BUILT_IN);
  }

  @Provide
  Arbitrary<String> paths() {
    Arbitrary<String> pieces =
        Arbitraries.of(
            "..",
            "/",
            "/",
            ".",
            "out",
            "leak",
            "new",
            "docs",
            "up",
            "outside",
            "secret.txt",
            "ws",
            "a.txt",
            "~",
            "\\",
            "\0",
            " ",
            "%2e%2e",
            "\u2024\u2024",
            "\uff0e\uff0e",
            "C:",
            "b",
            "",
            temp.toString());
    return Arbitraries.oneOf(
        pieces.list().ofMaxSize(9).map(p -> String.join("", p)),
        pieces.list().ofMaxSize(6).map(p -> String.join("/", p)),
        Arbitraries.strings().ofMaxLength(40));
  }

  private static Map<String, String> contentsOf(Path directory) throws IOException {
    try (var all = Files.walk(directory)) {
      Map<String, String> contents = new TreeMap<>();
      for (Path path : all.collect(Collectors.toList())) {
        contents.put(path.toString(), Files.isDirectory(path) ? "" : Files.readString(path));
      }
      return contents;
    }
  }
}
