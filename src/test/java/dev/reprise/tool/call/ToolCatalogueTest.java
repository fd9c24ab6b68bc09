package dev.reprise.tool.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.tool.ReconcilableStub;
import dev.reprise.tool.Reconciliation;
import dev.reprise.tool.StubTool;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolBench;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.control.AskHumanDeclaration;
import dev.reprise.tool.control.DelegateDeclaration;
import dev.reprise.tool.control.WaitUntilDeclaration;
import dev.reprise.tool.file.ReadFileTool;
import dev.reprise.tool.method.MethodTools;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ToolCatalogueTest {

  @Test
  void knowsItsToolsInOrder() {
    var catalogue = new ToolCatalogue(ToolBench.BUILT_IN);

    assertThat(catalogue.names("acme"))
        .containsExactly(
            "append_file",
            "ask_human",
            "count_lines",
            "delegate",
            "delete_file",
            "edit_file",
            "list_archive",
            "list_files",
            "move_file",
            "read_file",
            "search_files",
            "wait_until",
            "write_file");
    assertThat(catalogue.declarations("acme"))
        .extracting(ToolDeclaration::effect)
        .containsExactly(
            EffectClass.ONCE,
            EffectClass.READ_ONLY,
            EffectClass.READ_ONLY,
            EffectClass.READ_ONLY,
            EffectClass.RECONCILABLE,
            EffectClass.RECONCILABLE,
            EffectClass.READ_ONLY,
            EffectClass.READ_ONLY,
            EffectClass.RECONCILABLE,
            EffectClass.READ_ONLY,
            EffectClass.READ_ONLY,
            EffectClass.READ_ONLY,
            EffectClass.IDEMPOTENT);
    assertThat(catalogue.find("read_file")).isPresent();
    assertThat(catalogue.find("rm")).isEmpty();
  }

  @Test
  void offersControlToolsThatHaveNoBody() {
    var catalogue = new ToolCatalogue(List.of());

    assertThat(catalogue.declarations("acme"))
        .containsExactly(
            AskHumanDeclaration.DECLARATION,
            DelegateDeclaration.DECLARATION,
            WaitUntilDeclaration.DECLARATION);
    assertThat(catalogue.find("wait_until")).isEmpty();
  }

  @Test
  void refusesAToolWithTheNameOfAControlTool() {
    var declaration = WaitUntilDeclaration.DECLARATION;
    var tool = new StubTool(declaration, request -> new ToolOutcome.Succeeded(""));

    assertThatThrownBy(() -> new ToolCatalogue(List.of(tool)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is named 'wait_until', as a control tool is");
  }

  @Test
  void refusesTwoOfOneName() {
    assertThatThrownBy(
            () ->
                new ToolCatalogue(
                    List.of(
                        MethodTools.of(new ReadFileTool()), MethodTools.of(new ReadFileTool()))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("two tools are named 'read_file'");
  }

  @Test
  void refusesAToolThatClaimsToBeReconcilableAndCannotBeAsked() {
    var tool =
        StubTool.of(
            EffectClass.RECONCILABLE,
            Duration.ofSeconds(1),
            request -> new ToolOutcome.Succeeded(""));

    assertThatThrownBy(() -> new ToolCatalogue(List.of(tool)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "tool 'stub' declares RECONCILABLE, but is no ReconcilableTool that could be asked");
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "RECONCILABLE")
  void refusesAToolThatCanBeAskedAndDeclaresSomethingElse(EffectClass effect) {
    var tool =
        new ReconcilableStub(
            StubTool.of(effect, Duration.ofSeconds(1), request -> new ToolOutcome.Succeeded("")),
            request -> new Reconciliation.DidNotHappen());

    assertThatThrownBy(() -> new ToolCatalogue(List.of(tool)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "tool 'stub' is a ReconcilableTool, but declares %s instead of RECONCILABLE"
                .formatted(effect));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{nonsense                                                      | not JSON",
        "[]                                                             | object",
        "{\"type\": \"objekt\"}                                         | /type",
        "{\"type\": \"string\"}                                         | type is not \"object\"",
        "{}                                                             | type is not \"object\"",
        "{\"type\": \"object\", \"required\": \"path\"}                 | /required",
        "{\"type\": \"object\", \"properties\": {\"a\": {\"minimum\": \"1\"}}} | /properties/a/minimum",
        "{\"type\": \"object\", \"properties\": {\"a\": {\"pattern\": \"(\"}}} | (",
        "{\"type\": \"object\", \"properties\": {\"a\": {\"$ref\": \"#/$defs/b\"}}} | b",
        "{\"type\": \"object\", \"properties\": {\"a\": {\"$ref\": \"http://localhost:1/s\"}}} | s",
      })
  void refusesAnInvalidSchema(String schema, String reason) {
    var tool = StubTool.taking(schema, request -> new ToolOutcome.Succeeded(""));

    assertThatThrownBy(() -> new ToolCatalogue(List.of(tool)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("tool 'stub' declares invalid arguments: ")
        .hasMessageContaining(reason);
  }

  @Test
  void aToolHasTimeToRun() {
    assertThatThrownBy(
            () -> StubTool.of(EffectClass.ONCE, Duration.ZERO, r -> ToolOutcome.failed("a", "b")))
        .hasMessageContaining("the timeout of tool 'stub' must be more than zero");
  }

  @Test
  void takesOverWhatASourceOffers() {
    var catalogue = new ToolCatalogue(List.of(MethodTools.of(new ReadFileTool())));

    catalogue.offer("far", List.of(named("far_one"), named("far_two")));
    catalogue.offer("far", List.of(named("far_two"), named("far_three")));

    assertThat(catalogue.names("acme"))
        .containsExactly(
            "ask_human", "delegate", "far_three", "far_two", "read_file", "wait_until");
    assertThat(catalogue.granted("acme", catalogue.names("acme")).pins())
        .extracting("name")
        .containsExactlyElementsOf(catalogue.names("acme"));
  }

  @Test
  void staysAsItIsWhenAnOfferCannotBeUsed() {
    var catalogue = new ToolCatalogue(List.of(MethodTools.of(new ReadFileTool())));
    catalogue.offer("far", List.of(named("far_one")));

    assertThatThrownBy(() -> catalogue.offer("far", List.of(named("far_two"), named("read_file"))))
        .hasMessageContaining("read_file");
    assertThatThrownBy(() -> catalogue.offer("other", List.of(named("far_one"))))
        .hasMessageContaining("far_one");
    assertThat(catalogue.names("acme"))
        .containsExactly("ask_human", "delegate", "far_one", "read_file", "wait_until");
  }

  private static Tool named(String name) {
    var declaration =
        ToolDeclaration.named(name, EffectClass.ONCE)
            .taking(new JsonValue("{\"type\": \"object\"}"))
            .in("far")
            .within(Duration.ofSeconds(1))
            .build();
    return new StubTool(declaration, request -> new ToolOutcome.Succeeded("done"));
  }
}
