package dev.reprise.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.platform.CanonicalJson;
import dev.reprise.platform.Json;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** What goes into a script comes out of it as it was. */
class AnyJsonComesBackTest {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final Sandbox SANDBOX = Scripts.sandbox(Scripts.LIMITS);

  /** All values of a try go through one engine. */
  @Property(tries = 40)
  void comesBackEqual(@ForAll("values") List<JsonNode> values) throws InterruptedException {
    JsonNode input = JSON.arrayNode().addAll(values);

    ScriptResult ending = SANDBOX.run("acme", Scripts.script("return input", input)).ending();

    assertThat(ending).isInstanceOf(ScriptResult.Returned.class);
    JsonNode returned = ((ScriptResult.Returned) ending).value();
    assertThat(CanonicalJson.write(returned)).isEqualTo(CanonicalJson.write(input));
  }

  @Example
  void bigIntegersKeepAllDigitsAndFractionsThatWouldNotAreRefused() throws InterruptedException {
    JsonNode big = Json.read("[9007199254740993, -123456789012345678901234567890]");
    assertThat(SANDBOX.run("acme", Scripts.script("return input", big)).ending())
        .isEqualTo(new ScriptResult.Returned(big));
    assertThat(SANDBOX.run("acme", Scripts.script("return typeof input[0]", big)).ending())
        .isEqualTo(Scripts.returned("\"bigint\""));

    assertThatThrownBy(
            () -> SANDBOX.run("acme", Scripts.script("", Json.read("0.1234567890123456789"))))
        .isInstanceOf(UnrepresentableNumberException.class)
        .hasMessageContaining("0.1234567890123456789");
  }

  @Provide
  Arbitrary<List<JsonNode>> values() {
    return value(3).list().ofMaxSize(20);
  }

  private static Arbitrary<JsonNode> value(int depth) {
    Arbitrary<JsonNode> leaf =
        Arbitraries.oneOf(
            Arbitraries.of(JSON.nullNode(), JSON.booleanNode(true), JSON.booleanNode(false)),
            Arbitraries.strings().all().ofMaxLength(20).map(JSON::textNode),
            Arbitraries.of("", "\0", "__proto__", "\u2028", "\ud83c\udf0a", "'\"\\`${1}")
                .map(JSON::textNode),
            Arbitraries.longs().map(JSON::numberNode),
            Arbitraries.bigIntegers().map(JSON::numberNode),
            Arbitraries.doubles().between(-1e300, 1e300).ofScale(3).map(JSON::numberNode));
    if (depth == 0) {
      return leaf;
    }
    return Arbitraries.frequencyOf(
        Tuple.of(3, leaf),
        Tuple.of(1, value(depth - 1).list().ofMaxSize(4).map(it -> JSON.arrayNode().addAll(it))),
        Tuple.of(
            1,
            Arbitraries.maps(names(), value(depth - 1))
                .ofMaxSize(4)
                .map(AnyJsonComesBackTest::object)));
  }

  private static Arbitrary<String> names() {
    return Arbitraries.oneOf(
        Arbitraries.strings().all().ofMaxLength(8),
        Arbitraries.of("__proto__", "constructor", "toString", "then", "toJSON", "0", "length"));
  }

  private static JsonNode object(Map<String, JsonNode> members) {
    ObjectNode object = JSON.objectNode();
    members.forEach(object::set);
    return object;
  }
}
