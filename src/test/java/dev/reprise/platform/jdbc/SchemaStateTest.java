package dev.reprise.platform.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.platform.jdbc.SchemaState.Script;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A schema that is older is told from one that is newer, and from one of another build. */
class SchemaStateTest {

  private static final Script ONE = new Script("V1__one.sql", 1);
  private static final Script TWO = new Script("V2__two.sql", 2);
  private static final Script THREE = new Script("V3__three.sql", 3);

  @Test
  void isCurrentWithTheSameScripts() {
    var state = new SchemaState(List.of(ONE, TWO), List.of(ONE, TWO));

    assertThat(state.isCurrent()).isTrue();
    assertThat(state.conflict()).isEmpty();
    assertThat(state.summary()).isEqualTo("its schema is current");
  }

  @Test
  void lacksScriptsIfItIsOlder() {
    var state = new SchemaState(List.of(ONE), List.of(ONE, TWO));

    assertThat(state.isCurrent()).isFalse();
    assertThat(state.missing()).containsExactly("V2__two.sql");
    assertThat(state.conflict()).isEmpty();
    assertThat(state.summary())
        .isEqualTo("its schema is older than this version: it lacks V2__two.sql");
    assertThat(new SchemaState(List.of(), List.of(ONE)).summary())
        .isEqualTo("it has no schema yet");
  }

  @Test
  void conflictsIfItIsNewer() {
    var state = new SchemaState(List.of(ONE, TWO, THREE), List.of(ONE));

    assertThat(state.unknown()).containsExactly("V2__two.sql", "V3__three.sql");
    assertThat(state.conflict())
        .hasValueSatisfying(
            it ->
                assertThat(it)
                    .contains("newer than this version", "V2__two.sql, V3__three.sql")
                    .contains("start a version that has them, or restore the backup"));
  }

  @Test
  void conflictsIfAScriptIsAnotherOne() {
    var state = new SchemaState(List.of(ONE, new Script("V2__two.sql", 7)), List.of(ONE, TWO));

    assertThat(state.isCurrent()).isFalse();
    assertThat(state.unknown()).isEmpty();
    assertThat(state.conflict())
        .hasValueSatisfying(it -> assertThat(it).contains("another build: V2__two.sql differ"));
  }
}
