package dev.reprise.platform.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import org.junit.jupiter.api.Test;

/**
 * A schema is compiled once as long as it is used, and one that is no longer taken fits nothing.
 */
class KeptSchemasTest {

  private static final String NUMBER = "{\"type\":\"number\",\"title\":\"kept\"}";

  @Test
  void keepsWhatIsUsed() {
    JsonSchema first = KeptSchemas.compiled(NUMBER);
    for (int i = 0; i < 99; i++) {
      KeptSchemas.compiled("{\"title\":\"%d\"}".formatted(i));
    }
    assertThat(KeptSchemas.compiled(NUMBER)).isSameAs(first);

    for (int i = 0; i < 200; i++) {
      KeptSchemas.compiled("{\"title\":\"other %d\"}".formatted(i));
    }
    assertThat(KeptSchemas.compiled(NUMBER)).isNotSameAs(first);
  }

  @Test
  void compilesALongOneEachTime() {
    String isLong = "{\"title\":\"%s\"}".formatted("x".repeat(20_000));

    assertThat(KeptSchemas.compiled(isLong)).isNotSameAs(KeptSchemas.compiled(isLong));
  }

  @Test
  void saysWhatDoesNotFit() {
    assertThat(KeptSchemas.violations(NUMBER, IntNode.valueOf(5))).isEmpty();
    assertThat(KeptSchemas.violations(NUMBER, TextNode.valueOf("5"))).hasSize(1);
  }

  @Test
  void nothingFitsASchemaThatWouldNotBeAcceptedAnyMore() {
    assertThat(KeptSchemas.violations("{\"$ref\":\"#\"}", IntNode.valueOf(5), "result"))
        .isEqualTo(
            "result: cannot be checked by its schema: it refers to itself without descending into"
                + " the value");
  }
}
