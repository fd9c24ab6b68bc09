package dev.reprise.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Walks a chain of causes from the outermost to the innermost, however the chain is made. */
class CausesTest {

  private final IOException inner = new IOException("inner");
  private final IllegalStateException middle = new IllegalStateException("middle", inner);
  private final RuntimeException outer = new RuntimeException("outer", middle);

  @Test
  void startWithTheThrowableItself() {
    assertThat(Causes.of(outer)).containsExactly(outer, middle, inner);
  }

  @Test
  void findTheOutermostOfAType() {
    assertThat(Causes.first(outer, RuntimeException.class)).containsSame(outer);
    assertThat(Causes.first(outer, IOException.class)).containsSame(inner);
    assertThat(Causes.first(middle, Error.class)).isEmpty();
  }

  @Test
  void tellWhetherATypeIsAmongThem() {
    assertThat(Causes.contains(outer, IOException.class)).isTrue();
    assertThat(Causes.contains(inner, IllegalStateException.class)).isFalse();
  }

  @Test
  void endAtTheRoot() {
    assertThat(Causes.root(outer)).isSameAs(inner);
    assertThat(Causes.root(inner)).isSameAs(inner);
  }

  @Test
  void endWhereACircleCloses() {
    inner.initCause(outer);

    assertThat(Causes.of(outer)).containsExactly(outer, middle, inner);
    assertThat(Causes.root(outer)).isSameAs(inner);
  }

  @Test
  void endAtTheFiftiethLink() {
    Exception deep = new Exception("0");
    for (int i = 1; i < 100; i++) {
      deep = new Exception(Integer.toString(i), deep);
    }

    assertThat(Causes.of(deep)).hasSize(50);
    assertThat(Causes.root(deep)).hasMessage("50");
  }
}
