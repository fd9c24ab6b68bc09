package dev.reprise.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.JsonValue;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

/** What a run keeps of a declaration. */
class ToolDeclarationTest {

  @Test
  void saysThatAToolIsPolling() {
    assertThat(declared("read", ToolDeclaration.POLLING).pinned().polling()).isTrue();
    assertThat(declared("read").pinned().polling()).isFalse();
  }

  /** Another digest would have every run wait for a migration that keeps such a tool. */
  @Test
  void hasTheSameDigestInEveryVersionOfTheServer() {
    assertThat(declared("read").pinned().digest())
        .isEqualTo("3ec64919db9d867db9bd0e08bb22d490ebd25c0826cbbe70f5a3f1f059292456");
  }

  @Test
  void hasADigestOfItsOwnIfItsItemsCostSomething() {
    assertThat(costing("0.25", "0").pinned().digest())
        .as("of a tool whose calls all cost the same, in every version of the server")
        .isEqualTo("1453a8b08c01ecf36ea65fa32318695241e9565121d57df0bf860908d91b0085");
    assertThat(costing("0.25", "0.01").pinned().digest())
        .isNotEqualTo(costing("0.25", "0").pinned().digest())
        .isNotEqualTo(costing("0.25", "0.02").pinned().digest());
  }

  private static ToolDeclaration costing(String perCall, String perItem) {
    return ToolDeclaration.named("look", EffectClass.READ_ONLY)
        .costing(CostHint.usd(new BigDecimal(perCall), new BigDecimal(perItem)))
        .build();
  }

  private static ToolDeclaration declared(String... tags) {
    return ToolDeclaration.named("look", EffectClass.READ_ONLY)
        .describedAs("Looks.")
        .taking(new JsonValue("{\"type\":\"object\"}"))
        .in("test", tags)
        .build();
  }
}
