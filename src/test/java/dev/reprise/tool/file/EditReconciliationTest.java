package dev.reprise.tool.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.tool.Reconciliation;
import dev.reprise.tool.ToolBench;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What edit_file reports about one of its calls after a crash. */
class EditReconciliationTest {

  /** Could be made on top of itself. */
  private static final Map<String, Object> GROWING =
      Map.of("path", "a", "old", "x", "new", "x and x");

  private Path root;
  private ToolBench bench;

  @BeforeEach
  void open(@TempDir Path root) {
    this.root = root;
    bench = new ToolBench(root);
  }

  @Test
  void happenedWithWhatTheCallGave() throws Exception {
    bench.given("a", "1\nx\n");
    String given = bench.succeed("edit_file", GROWING);

    assertThat(bench.reconcile("edit_file", GROWING)).isEqualTo(new Reconciliation.Happened(given));
    assertThat(root.resolve("a")).hasContent("1\nx and x\n");
  }

  @Test
  void didNotHappenWhenTheCallNeverBegan() throws Exception {
    bench.given("a", "1\nx\n");

    assertThat(bench.reconcile("edit_file", GROWING)).isEqualTo(new Reconciliation.DidNotHappen());
  }

  @Test
  void didNotHappenWhenItWasCutShortBeforeItTookThePlace() throws Exception {
    Path file = bench.given("a", "x");
    new DurableFile(file)
        .draft(bytes("x and x"), ToolBench.KEY, AppliedCalls.on(file).with(ToolBench.KEY, "here"));

    assertThat(bench.reconcile("edit_file", GROWING)).isEqualTo(new Reconciliation.DidNotHappen());
    bench.succeed("edit_file", GROWING);
    assertThat(file).hasContent("x and x");
    assertThat(root.toFile().list()).as("the draft is cleared up").containsExactly("a");
  }

  @Test
  void isKnownAfterLaterCallsOnTheSameFile() throws Exception {
    Path file = bench.given("a", "x");
    bench.succeed("edit_file", GROWING);
    var durable = new DurableFile(file);
    for (int i = 1; i < AppliedCalls.KEPT; i++) {
      durable
          .draft(
              bytes("x and x" + i), "k" + i, AppliedCalls.on(file).with("k" + i, "x".repeat(160)))
          .takePlace();
    }
    bench.succeed("write_file", Map.of("path", "a", "content", "all new, x and x"));

    assertThat(bench.reconcile("edit_file", GROWING)).isInstanceOf(Reconciliation.Happened.class);
    assertThat(AppliedCalls.on(file).lines()).hasSize(AppliedCalls.KEPT);
  }

  @Test
  void isUnknownAfterAnotherWriterReplacedTheFile() throws Exception {
    Path file = bench.given("a", "x");
    bench.succeed("edit_file", GROWING);
    Files.delete(file);
    bench.given("a", "x and x\n");

    assertThat(bench.reconcile("edit_file", GROWING)).isInstanceOf(Reconciliation.CannotTell.class);
  }

  @Test
  void cannotBeToldWhenTheFileIsGone() throws Exception {
    assertThat(bench.reconcile("edit_file", GROWING)).isInstanceOf(Reconciliation.CannotTell.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // text  | old | new   | kept  | told
        "old     | old | new   | true  | DidNotHappen",
        "old     | old | new   | false | DidNotHappen",
        "neither | old | new   | false | DidNotHappen",
        "old new | old | new   | true  | DidNotHappen",
        "old new | old | new   | false | CannotTell",
        "new     | old | new   | true  | CannotTell",
        "old     | old | ''    | true  | DidNotHappen",
        "old     | old | ''    | false | CannotTell",
        "other   | old | ''    | true  | CannotTell",
        "old old | old | ''    | true  | CannotTell",
        "old     | old | older | true  | DidNotHappen",
        "older   | old | older | true  | CannotTell",
        "older   | old | older | false | CannotTell",
      })
  void isDecidedByTheTextWhereThereIsNoMark(
      String text, String before, String after, boolean marksAreKept, String told)
      throws Exception {
    Reconciliation said = TextEdit.of("a", before, after).unmarked(text, marksAreKept);

    assertThat(said.getClass().getSimpleName()).isEqualTo(told);
  }

  @Test
  void nothingIsThereOfADraftThatCouldNotBeWritten() throws Exception {
    var file = new DurableFile(bench.given("a", "x"));
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> file.draft(bytes("y"), ToolBench.KEY, AppliedCalls.on(file.path())))
          .isInstanceOf(IOException.class);
    } finally {
      Thread.interrupted();
    }
    assertThat(root.toFile().list()).containsExactly("a");
    assertThat(root.resolve("a")).hasContent("x");
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }
}
