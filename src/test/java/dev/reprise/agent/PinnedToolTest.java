package dev.reprise.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PinnedToolTest {

  private static final PinnedTool PUT = tool("put", EffectClass.ONCE, "d1", "a1", "1");
  private static final PinnedTool LOOK = tool("look", EffectClass.READ_ONLY, "d1", "a1", "2");
  private static final Set<String> BOTH = Set.of("look", "put");

  @Test
  void findsNoDifferenceBetweenEqualDeclarations() {
    assertThat(PinnedTool.differences(List.of(PUT, LOOK), List.of(LOOK, PUT), BOTH)).isEmpty();
  }

  @Test
  void namesToolsThatAreGoneOrNewSortedByName() {
    assertThat(PinnedTool.differences(List.of(PUT), List.of(LOOK), BOTH))
        .extracting(Difference::toString)
        .containsExactly("tools.look is new", "tools.put is not there");
  }

  @Test
  void saysWhatChanged() {
    assertThat(changed(tool("put", EffectClass.IDEMPOTENT, "d1", "a1", "3")))
        .isEqualTo("has the effect class IDEMPOTENT, not ONCE");
    assertThat(changed(tool("put", EffectClass.ONCE, "d1", "a2", "3")))
        .isEqualTo("takes other arguments");
    assertThat(changed(tool("put", EffectClass.READ_ONLY, "d2", "a2", "3")))
        .isEqualTo(
            "has the effect class READ_ONLY, not ONCE, takes other arguments, has another"
                + " description");
    assertThat(changed(tool("put", EffectClass.ONCE, "d1", "a1", "3")))
        .isEqualTo("has another time limit, category, tags or danger");
  }

  @Test
  void comparesOnlyNeededTools() {
    assertThat(PinnedTool.differences(List.of(PUT, LOOK), List.of(LOOK), Set.of("look"))).isEmpty();
    assertThat(PinnedTool.differences(List.of(), List.of(PUT), Set.of("unknown"))).isEmpty();
  }

  private static String changed(PinnedTool now) {
    return PinnedTool.differences(List.of(PUT), List.of(now), Set.of("put")).getFirst().message();
  }

  private static PinnedTool tool(
      String name, EffectClass effect, String description, String arguments, String digest) {
    return new PinnedTool(name, effect, digest, description, arguments);
  }
}
