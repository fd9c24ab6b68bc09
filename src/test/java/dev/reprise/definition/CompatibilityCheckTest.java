package dev.reprise.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Difference;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.PinnedTool;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.fixture.Agents;
import dev.reprise.model.catalogue.ChatModels;
import dev.reprise.model.script.ScriptedModel;
import dev.reprise.platform.TenantScope;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.call.ExpectedTools;
import dev.reprise.tool.call.ToolCatalogue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CompatibilityCheckTest {

  private static final AgentDefinition CLERK = Documents.reader().read(Documents.GOOD).definition();
  private static final ChatModels SCRIPTED = new ChatModels(List.of(new ScriptedModel()));
  private static final ToolDeclaration LOOK =
      declaration("look", "Looks.", "{\"type\":\"object\"}");
  private static final ToolDeclaration WRITE =
      declaration("write", "Writes.", "{\"type\":\"object\"}");
  private static final Set<String> BOTH = Set.of("look", "write");

  @Test
  void pinsOnlyToolsThatAPhaseGrants() {
    var more = declaration("more", "More.", "{\"type\":\"object\"}");

    assertThat(here(LOOK, WRITE, more).pins("acme", CLERK))
        .extracting(PinnedTool::name)
        .containsExactly("look", "write");
  }

  @Test
  void ignoresTheSpellingOfASchema() {
    var spaced = declaration("look", "Looks.", " { \"type\" : \"object\" } ");

    assertThat(differences(here(spaced, WRITE))).isEmpty();
  }

  @Test
  void namesEachToolThatIsDeclaredDifferently() {
    var patient =
        ToolDeclaration.named("write", EffectClass.IDEMPOTENT)
            .describedAs("Writes.")
            .taking(WRITE.arguments())
            .in("test")
            .within(Duration.ofSeconds(31))
            .build();
    var picky = declaration("look", "Looks.", "{\"type\":\"object\",\"required\":[\"n\"]}");

    assertThat(differences(here(picky, patient)))
        .containsExactly(
            "tools.look takes other arguments",
            "tools.write has another time limit, category, tags or danger");
    assertThat(differences(here(LOOK))).containsExactly("tools.write is not there");
  }

  @Test
  void comparesOnlyToolsThatTheRunPinsAndNeeds() {
    List<PinnedTool> onlyLook = here(LOOK).pins("acme", CLERK);

    assertThat(here(WRITE).differences("acme", CLERK, onlyLook, Set.of("write")))
        .as("none that it may still call is another one")
        .isEmpty();
  }

  /** A run that was submitted without a tool that its agent grants uses it once it is there. */
  @Test
  void aToolThatTheRunDidNotPinKeepsItFromNothing() {
    List<PinnedTool> onlyLook = here(LOOK).pins("acme", CLERK);

    assertThat(here(LOOK, WRITE).differences("acme", CLERK, onlyLook, BOTH)).isEmpty();
  }

  @Test
  void saysWhichToolsAreOnlyNotThereYet() {
    List<PinnedTool> both = here(LOOK, WRITE).pins("acme", CLERK);
    var early =
        new CompatibilityCheck(
            new ToolCatalogue(
                List.of(new Declared(LOOK)),
                Map.of("far", new ExpectedTools("wri", TenantScope.ALL, "its server is slow"))),
            SCRIPTED);

    assertThat(early.differences("acme", CLERK, both, BOTH))
        .extracting(Difference::toString)
        .containsExactly("tools.write is not there yet: its server is slow");
  }

  @Test
  void comparesNoToolsIfTheRunPinsNone() {
    assertThat(here(LOOK).differences("acme", CLERK, List.of(), BOTH)).isEmpty();
  }

  @Test
  void namesAProviderThatIsGone() {
    var compatibility = new CompatibilityCheck(catalogue(LOOK, WRITE), new ChatModels(List.of()));

    assertThat(differences(compatibility))
        .containsExactly("model.provider 'scripted' is not there, only none");
  }

  @Test
  void namesOptionsThatTheProviderNoLongerAccepts() {
    var agent =
        Agents.from(CLERK)
            .model(Agents.scripted(new JsonValue("{\"script\":{\"third\":[]}}")))
            .build();

    assertThat(here(LOOK, WRITE).modelDifferences(agent))
        .isNotEmpty()
        .allSatisfy(it -> assertThat(it.at()).startsWith("model.script"));
  }

  @Test
  void namesAFallbackThatCannotReplyHere() {
    var agent =
        Agents.from(CLERK)
            .fallbacks(
                CLERK.models().first(), new ModelChoice("gone", "default", JsonValue.EMPTY_OBJECT))
            .build();

    assertThat(here(LOOK, WRITE).modelDifferences(agent))
        .extracting(Difference::toString)
        .containsExactly("model.fallbacks[1].provider 'gone' is not there, only scripted");
  }

  private static List<String> differences(CompatibilityCheck compatibility) {
    List<PinnedTool> kept = here(LOOK, WRITE).pins("acme", CLERK);
    return compatibility.differences("acme", CLERK, kept, BOTH).stream()
        .map(Difference::toString)
        .toList();
  }

  private static CompatibilityCheck here(ToolDeclaration... tools) {
    return new CompatibilityCheck(catalogue(tools), SCRIPTED);
  }

  private static ToolCatalogue catalogue(ToolDeclaration... tools) {
    return ToolFixture.catalogue(List.of(tools).stream().map(Declared::new).toList());
  }

  private static ToolDeclaration declaration(String name, String description, String arguments) {
    return ToolDeclaration.named(name, EffectClass.IDEMPOTENT)
        .describedAs(description)
        .taking(new JsonValue(arguments))
        .in("test")
        .build();
  }

  private record Declared(ToolDeclaration declaration) implements Tool {
    @Override
    public ToolOutcome call(ToolRequest request) {
      throw new UnsupportedOperationException("only declared");
    }
  }
}
