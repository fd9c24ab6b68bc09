package dev.reprise.tool.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.platform.Json;
import dev.reprise.tool.TestCalls;
import dev.reprise.tool.ToolBench;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.call.ToolCaller;
import dev.reprise.tool.call.ToolCatalogue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A move is taken back as long as nothing newer would be lost or taken for something else. */
class MoveFileToolUndoTest {

  private static final Map<String, Object> MOVE = Map.of("from", "a/old.txt", "to", "b/new.txt");

  private final ToolCaller caller = ToolFixture.caller(new ToolCatalogue(ToolBench.BUILT_IN));

  private Path root;
  private ToolBench bench;
  private Path old;
  private Path place;

  @BeforeEach
  void move(@TempDir Path root) throws Exception {
    this.root = root;
    bench = new ToolBench(root);
    old = bench.given("a/old.txt", "first");
    place = root.resolve("b/new.txt");
    bench.succeed("move_file", MOVE);
  }

  @Test
  void movesBack() throws Exception {
    assertThat(undo()).isEqualTo(done("Moved `b/new.txt` back to `a/old.txt`."));

    assertThat(old).hasContent("first");
    assertThat(place).doesNotExist();
  }

  @Test
  void undoneTwiceIsUndoneOnceWhateverIsAtTheNewPlaceByThen() throws Exception {
    undo();
    assertThat(undo()).isEqualTo(done("Moved `b/new.txt` back to `a/old.txt`."));
    bench.given("b/new.txt", "another");

    assertThat(undo()).isInstanceOf(ToolOutcome.Succeeded.class);

    assertThat(old).hasContent("first");
    assertThat(place).hasContent("another");
  }

  @Test
  void makesTheDirectoryAgainThatIsGone() throws Exception {
    Files.delete(root.resolve("a"));

    assertThat(undo()).isInstanceOf(ToolOutcome.Succeeded.class);

    assertThat(old).hasContent("first");
  }

  @Test
  void keepsWhatWasChangedInTheFileSince() throws Exception {
    assertThat(bench.call("write_file", "later", Map.of("path", "b/new.txt", "content", "second")))
        .isInstanceOf(ToolOutcome.Succeeded.class);

    assertThat(undo()).isInstanceOf(ToolOutcome.Succeeded.class);

    assertThat(old).hasContent("second");
  }

  @Test
  void overwritesNothingAtTheOldPlace() throws Exception {
    bench.given("a/old.txt", "newer");

    assertThat(refusal().code()).isEqualTo("already_exists");

    assertThat(old).hasContent("newer");
    assertThat(place).hasContent("first");
  }

  @Test
  void leavesAnotherFileAtTheNewPlaceAlone() throws Exception {
    Files.delete(place);
    bench.given("b/new.txt", "another");

    assertThat(refusal().code()).isEqualTo("changed_since");

    assertThat(place).hasContent("another");
    assertThat(old).doesNotExist();
  }

  @Test
  void refusesWhenThereIsNothingToMoveBack() throws Exception {
    Files.delete(place);

    Failure refusal = refusal();

    assertThat(refusal.code()).isEqualTo("not_found");
    assertThat(refusal.message()).contains("a/old.txt", "b/new.txt");
  }

  @Test
  void takesAnotherFileAtTheOldPlaceForNothingThatItMovedBack() throws Exception {
    Files.delete(place);
    bench.given("a/old.txt", "another");

    assertThat(refusal().code()).isEqualTo("not_found");
  }

  @Test
  void completesWhatACrashLeftHalfDone() throws Exception {
    AppliedCalls.on(place).with(ToolBench.KEY + "/undo", "moved").putOn(place);
    Files.createLink(old, place);

    assertThat(undo()).isInstanceOf(ToolOutcome.Succeeded.class);

    assertThat(old).hasContent("first");
    assertThat(place).doesNotExist();
  }

  @Test
  void movesADirectoryBack() throws Exception {
    bench.given("d/e.txt", "e");
    Map<String, Object> move = Map.of("from", "d/", "to", "x/y");
    bench.succeed("move_file", move);

    assertThat(undo("move_file", move)).isInstanceOf(ToolOutcome.Succeeded.class);

    assertThat(root.resolve("d/e.txt")).hasContent("e");
  }

  @Test
  void whatKeepsNothingOfTheOldStateIsNotUndone() throws Exception {
    Map<String, Object> write = Map.of("path", "c.txt", "content", "c");

    assertThat(caller.isUndoable("acme", "move_file")).isTrue();
    assertThat(caller.isUndoable("acme", "write_file")).isFalse();
    assertThat(caller.isUndoable("acme", "no_such_tool")).isFalse();
    assertThat(((ToolOutcome.Failed) undo("write_file", write)).failure().code())
        .isEqualTo("not_undoable");
  }

  private Failure refusal() throws Exception {
    return ((ToolOutcome.Failed) undo()).failure();
  }

  private static ToolOutcome done(String words) {
    return new ToolOutcome.Succeeded(words);
  }

  private ToolOutcome undo() throws Exception {
    return undo("move_file", MOVE);
  }

  private ToolOutcome undo(String tool, Map<String, Object> arguments) throws Exception {
    var call = new ToolCall("c1", tool, new JsonValue(Json.mapper().writeValueAsString(arguments)));
    return caller.undo(call, "", TestCalls.context(ToolBench.KEY, root)).outcome();
  }
}
