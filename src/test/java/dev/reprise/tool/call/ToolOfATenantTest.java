package dev.reprise.tool.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.Difference;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.PinnedTool;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.platform.TenantScope;
import dev.reprise.tool.CallContext;
import dev.reprise.tool.TestCalls;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.ToolRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tool of one tenant does not exist for the others. */
class ToolOfATenantTest {

  private final ToolCatalogue catalogue =
      new ToolCatalogue(List.of(new Owned("ours", "acme"), new Owned("theirs", "beta")));

  @Test
  void isThereForItsTenantAlone() {
    assertThat(catalogue.names("acme")).contains("delegate", "ours").doesNotContain("theirs");
    assertThat(catalogue.names("beta")).contains("delegate", "theirs").doesNotContain("ours");
    assertThat(catalogue.declarations("acme"))
        .extracting(ToolDeclaration::name)
        .containsExactlyElementsOf(catalogue.names("acme"));
    List<String> all = List.of("theirs", "ours", "gone", "ours");
    assertThat(catalogue.declarations("acme", all))
        .extracting(ToolDeclaration::name)
        .containsExactly("ours");
    GrantedTools granted = catalogue.granted("beta", all);
    assertThat(granted.pins()).extracting(PinnedTool::name).containsExactly("theirs");
    assertThat(granted.absent())
        .extracting(Difference::toString)
        .containsExactly("tools.gone is not there", "tools.ours is not there");
    assertThat(catalogue.find("acme", "ours")).isPresent();
    assertThat(catalogue.find("acme", "theirs")).isEmpty();
  }

  @Test
  void isCalledByItsTenantAlone(@TempDir Path workspace) throws Exception {
    assertThat(call("ours", workspace)).isEqualTo(new ToolOutcome.Succeeded("done"));

    Failure theirs = ((ToolOutcome.Failed) call("theirs", workspace)).failure();
    Failure nothing = ((ToolOutcome.Failed) call("gone", workspace)).failure();

    assertThat(theirs)
        .isEqualTo(new Failure(nothing.code(), nothing.message().replace("'gone'", "'theirs'")));
    assertThat(theirs.message())
        .isEqualTo("there is no tool 'theirs'; there are: ask_human, delegate, ours, wait_until");
  }

  @Test
  void isNeitherUndoneNorAskedByOthers(@TempDir Path workspace) throws Exception {
    ToolCaller caller = ToolFixture.caller(catalogue);
    ToolCall call = new ToolCall("c", "theirs", JsonValue.EMPTY_OBJECT);
    CallContext context = TestCalls.context("key", workspace, "theirs");

    assertThat(caller.undo(call, "", context).outcome()).asString().contains("unknown_tool");
    assertThat(caller.reconcile(call, context)).asString().contains("there is no tool 'theirs'");
    assertThat(caller.precheck(call, context)).get().asString().contains("unknown_tool");
  }

  private ToolOutcome call(String tool, Path workspace) throws Exception {
    return ToolFixture.caller(catalogue)
        .call(
            ToolUse.CLEARED_CALL,
            new ToolCall("c", tool, JsonValue.EMPTY_OBJECT),
            TestCalls.context("key", workspace, tool))
        .outcome();
  }

  /** A tool that is for some tenants. */
  private record Owned(ToolDeclaration declaration, TenantScope tenants) implements Tool {

    Owned(String name, String... tenants) {
      this(
          ToolDeclaration.named(name, EffectClass.READ_ONLY)
              .taking(new JsonValue("{\"type\": \"object\"}"))
              .in("test")
              .within(Duration.ofSeconds(1))
              .build(),
          new TenantScope(Set.copyOf(Stream.of(tenants).toList())));
    }

    @Override
    public ToolOutcome call(ToolRequest request) {
      return new ToolOutcome.Succeeded("done");
    }
  }
}
