package dev.reprise.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A grant within another one gives no more than either of them. */
class ToolGrantTest {

  private static ToolGrant only(String... targets) {
    return new ToolGrant(Set.of(targets), Optional.empty(), Optional.empty(), false);
  }

  private static ToolGrant secrets(String... names) {
    return new ToolGrant(Set.of(), Optional.of(Set.of(names)), Optional.empty(), false);
  }

  private static ToolGrant timeout(int seconds) {
    return new ToolGrant(
        Set.of(), Optional.empty(), Optional.of(Duration.ofSeconds(seconds)), false);
  }

  @Test
  void reachesWhatBothReach() {
    assertThat(only("a", "b").within(only("b", "c"))).contains(only("b"));
    assertThat(ToolGrant.WHOLE.within(only("a"))).contains(only("a"));
    assertThat(only("a").within(ToolGrant.WHOLE)).contains(only("a"));
    assertThat(ToolGrant.WHOLE.within(ToolGrant.WHOLE)).contains(ToolGrant.WHOLE);
  }

  @Test
  void isNothingIfTheyHaveNoTargetInCommon() {
    assertThat(only("a").within(only("b"))).isEmpty();
  }

  @Test
  void usesTheSecretsOfBoth() {
    assertThat(secrets("a", "b").within(secrets("b", "c"))).contains(secrets("b"));
    assertThat(ToolGrant.WHOLE.within(secrets())).contains(secrets());
    assertThat(secrets("a").within(ToolGrant.WHOLE)).contains(secrets("a"));
    assertThat(secrets("a").within(secrets("b"))).contains(secrets());
  }

  @Test
  void hasTheShorterTimeAndAsksIfEitherAsks() {
    var asked = new ToolGrant(Set.of(), Optional.empty(), Optional.empty(), true);

    assertThat(timeout(5).within(timeout(3))).contains(timeout(3));
    assertThat(timeout(5).within(ToolGrant.WHOLE)).contains(timeout(5));
    assertThat(ToolGrant.WHOLE.within(asked)).contains(asked);
    assertThat(asked.within(ToolGrant.WHOLE)).contains(asked);
  }
}
