package dev.reprise.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PinnedToolTest {

  private static final PinnedTool PUT = tool("put", EffectClass.ONCE, "d1", "a1", "1");

  @Test
  void findsNoDifferenceBetweenEqualDeclarations() {
    assertThat(PUT.differenceOf(tool("put", EffectClass.ONCE, "d1", "a1", "1"))).isEmpty();
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

  private static String changed(PinnedTool now) {
    return PUT.differenceOf(now).orElseThrow();
  }

  private static PinnedTool tool(
      String name, EffectClass effect, String description, String arguments, String digest) {
    return new PinnedTool(name, effect, digest, description, arguments);
  }
}
