package dev.reprise.platform.schema;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.platform.Json;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No schema from elsewhere takes much time, memory or stack, accepted or used. */
class HostileSchemaTest {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** Half of what the threads of a server have. */
  private static final long STACK_BYTES = 512 * 1024;

  private static final int MOST_SECONDS = 20;

  @ParameterizedTest
  @ValueSource(strings = {"allOf", "anyOf", "oneOf"})
  void refusesASchemaThatAppliesAnotherTwiceAndSoOn(String keyword) throws Exception {
    String definitions =
        IntStream.range(0, 24)
            .mapToObj(
                i ->
                    "'a%d':{'%s':[{'$ref':'#/$defs/a%d'},{'$ref':'#/$defs/a%d'}]}"
                        .formatted(i, keyword, i + 1, i + 1))
            .collect(joining(","));

    assertRefused(
        "{'$ref':'#/$defs/a0','$defs':{%s,'a24':{'type':'string'}}}".formatted(definitions),
        "its references expand to more than 2000 schemas for one value");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'$ref':'#'}",
        "{'allOf':[{'$ref':'#'}]}",
        "{'$defs':{'a':{'not':{'$ref':'#/$defs/b'}},'b':{'if':{'$ref':'#/$defs/a'}}}}",
        "{'properties':{'x':{'anyOf':[{'$ref':'#/properties/x'}]}}}",
        "{'$id':'https://a.test/s','dependentSchemas':{'x':{'$ref':'#'}}}"
      })
  void refusesRecursionThatDoesNotDescend(String text) throws Exception {
    assertRefused(text, "it refers to itself without descending into the value");
  }

  /** The names of keywords are the schema's, and so may be anything, and as many as it has. */
  @Test
  void keepsAndLogsNoKeywordThatItDoesNotKnow() {
    List<LogRecord> logged = new CopyOnWriteArrayList<>();
    Logger log = Logger.getLogger("com.networknt.schema.keyword.UnknownKeywordFactory");
    var handler =
        new Handler() {
          @Override
          public void publish(LogRecord line) {
            logged.add(line);
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    log.addHandler(handler);
    try {
      String name = "x-\nAUDIT: " + UUID.randomUUID();
      JsonSchema schema = JsonSchema.of(NODES.objectNode().put(name, 1), "arguments");

      assertThat(schema.violations(NODES.numberNode(1))).isEmpty();
      assertThat(logged).isEmpty();
    } finally {
      log.removeHandler(handler);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {65, 800})
  void refusesDeepNesting(int depth) throws Exception {
    assertRefused(
        "{'not':".repeat(depth) + "{}" + "}".repeat(depth), "it must not be nested deeper than 64");
  }

  @Test
  void refusesExpressionsThatAreTooLargeTogether() throws Exception {
    String patterns =
        IntStream.range(0, 500)
            .mapToObj("'p%d':{'pattern':'[ab]{1000}'}"::formatted)
            .collect(joining(","));

    assertRefused("{'properties':{%s}}".formatted(patterns), "too large together");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'pattern':'%s'}",
        "{'patternProperties':{'%s':{}}}",
        "{'propertyNames':{'pattern':'%s'}}",
        "{'properties':{'pattern':{'anyOf':[{},{'items':{'pattern':'%s'}}]}}}",
        "{'$defs':{'a':{'patternProperties':{'b':{},'%s':true}}}}"
      })
  void refusesAnExpressionThatIsTooLongOrNestedTooDeep(String schema) throws Exception {
    assertRefused(
        schema.formatted("(".repeat(20_000) + ")".repeat(20_000)),
        "its regular expressions must have at most 1000 characters each");
    assertRefused(
        schema.formatted("(".repeat(101) + ")".repeat(101)),
        "its regular expressions must not be nested deeper than 100");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'properties':{'pattern':{'const':'%s'},'patternProperties':{}}}",
        "{'const':{'pattern':'%s'}}",
        "{'pattern':'^(a|b)[(]{1,3}$'}",
      })
  void acceptsOtherTextsThatAreLong(String text) {
    assertThat(schema(text.formatted("(".repeat(2_000))).violations(NODES.numberNode(1)))
        .doesNotContain("regular expressions");
  }

  @Test
  void countsGroupsAndNoOtherParentheses() throws Exception {
    String group = "(".repeat(99) + "a" + ")".repeat(99);

    assertThat(
            onSmallStack(
                () ->
                    schema("{'pattern':'%s%s%s'}".formatted(group, group, "[(]\\\\(".repeat(60)))
                        .violations(NODES.textNode("aa" + "((".repeat(60)))))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'pattern':'%s'}",
        "{'items':{'pattern':'%s'}}",
        "{'patternProperties':{'%s':{}}}",
        "{'patternProperties':{'%s':{}},'additionalProperties':false}"
      })
  void boundsTheWorkOfAnExpressionWithCounts(String text) throws Exception {
    JsonSchema schema = schema(text.formatted("x{1000}".repeat(10) + "y"));
    String hostile = "x".repeat(100_000);

    for (JsonNode value :
        List.of(
            NODES.textNode(hostile),
            NODES.arrayNode().add(hostile),
            NODES.objectNode().put(hostile, 1))) {
      assertThat(onSmallStack(() -> schema.violations(value)))
          .matches(it -> it.isEmpty() || it.contains("more than 2000000 steps"));
    }
  }

  @Test
  void checksTenThousandIdentifiersByAnExpression() {
    JsonSchema schema =
        schema(
            "{'items':{'pattern':'^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'}}");
    ArrayNode items = NODES.arrayNode();
    IntStream.range(0, 10_000).forEach(i -> items.add(new UUID(i, i).toString()));

    assertThat(schema.violations(items)).isEmpty();
    assertThat(schema("{'pattern':'^[a-z ]*$'}").violations(NODES.textNode("a b".repeat(300_000))))
        .isEmpty();
  }

  @Test
  void refusesAChainOfReferencesThatIsTooLong() throws Exception {
    String chain =
        IntStream.range(0, 3_000)
            .mapToObj(i -> "'a%d':{'items':{'$ref':'#/$defs/a%d'}}".formatted(i, i + 1))
            .collect(joining(","));

    assertRefused(
        "{'$ref':'#/$defs/a0','$defs':{%s,'a3000':{}}}".formatted(chain),
        "its references lead too deep");
  }

  @Test
  void stopsRecursionThatItCouldNotSee() throws Exception {
    JsonSchema schema = schema("{'$anchor':'a','allOf':[{'$ref':'#a'}]}");

    assertThat(onSmallStack(() -> schema.violations(NODES.numberNode(1))))
        .isEqualTo(
            "value: cannot be checked: more than 450 of the schema's keywords and subschemas would"
                + " be nested in each other");
  }

  @Test
  void acceptsTheSchemaOfATreeAndChecksIt() throws Exception {
    JsonSchema schema =
        schema(
            """
            {'$ref':'#/$defs/node','$defs':{'node':{'type':'object','required':['name'],
             'properties':{'name':{'type':'string'},
             'children':{'type':'array','items':{'$ref':'#/$defs/node'}}}}}}
            """);

    assertThat(
            onSmallStack(() -> schema.violations(tree(100, NODES.objectNode().put("name", "x")))))
        .isEmpty();
    assertThat(schema.violations(tree(3, NODES.objectNode())))
        .isEqualTo("/children/0/children/0/children/0: required property 'name' not found");
  }

  private static JsonNode tree(int depth, JsonNode leaf) {
    JsonNode tree = leaf;
    for (int i = 0; i < depth; i++) {
      ObjectNode node = NODES.objectNode().put("name", "x");
      node.putArray("children").add(tree);
      tree = node;
    }
    return tree;
  }

  @Test
  void boundsTheWorkOfARecursiveSchemaThatDoublesAtEachLevel() {
    JsonSchema schema = schema("{'allOf':[{'items':{'$ref':'#'}},{'items':{'$ref':'#'}}]}");

    assertThat(schema.violations(HostileSchemas.lists(10))).isEmpty();
    assertThat(schema.violations(HostileSchemas.lists(40))).contains("more than 2000000 steps");
  }

  @Test
  void checksAListOfTenThousandObjects() {
    JsonSchema schema =
        schema(
            """
            {'type':'array','items':{'type':'object','additionalProperties':false,
             'required':['id','name','kind'],'properties':{'id':{'type':'integer','minimum':0},
             'name':{'type':'string'},'kind':{'enum':['a','b']},'price':{'type':'number'},
             'tags':{'type':'array','items':{'type':'string'},'uniqueItems':true}}}}
            """);
    ArrayNode items = NODES.arrayNode();
    for (int i = 0; i < 10_000; i++) {
      ObjectNode item = items.addObject().put("id", i).put("name", "name " + i).put("price", 1.5);
      item.put("kind", "a").putArray("tags").add("x").add("y");
    }

    assertThat(schema.violations(items)).isEmpty();
  }

  @Test
  void reportsTwentyErrorsAndStops() {
    ArrayNode items = NODES.arrayNode();
    IntStream.range(0, 100_000).forEach(items::add);

    assertThat(schema("{'items':{'type':'string'}}").violations(items))
        .contains("/19: ")
        .doesNotContain("/20: ")
        .endsWith("; and more");
  }

  @Property(tries = 300)
  void everySchemaIsCompiledAndUsedOrRefusedWithinBounds(
      @ForAll("schemas") JsonNode schema, @ForAll("values") JsonNode value) throws Exception {
    String answer =
        onSmallStack(() -> compiled(schema).map(it -> it.violations(value)).orElse("refused"));

    assertThat(answer.length()).isLessThan(100_000);
  }

  private static Optional<JsonSchema> compiled(JsonNode schema) {
    try {
      return Optional.of(JsonSchema.of(schema, "value"));
    } catch (IllegalArgumentException e) {
      assertThat(e.getMessage()).isNotBlank();
      return Optional.empty();
    }
  }

  private static void assertRefused(String text, String reason) throws Exception {
    assertThat(
            onSmallStack(
                () -> {
                  assertThatThrownBy(() -> schema(text))
                      .isInstanceOf(IllegalArgumentException.class)
                      .hasMessageContaining(reason);
                  return "refused";
                }))
        .isEqualTo("refused");
  }

  /** Reads a schema with apostrophes for quotation marks. */
  private static JsonSchema schema(String text) {
    return JsonSchema.of(Json.read(text.replace('\'', '"')), "value");
  }

  private static String onSmallStack(Callable<String> check) throws Exception {
    var task = new FutureTask<>(check);
    Thread unused = Thread.ofPlatform().stackSize(STACK_BYTES).daemon().start(task);
    return task.get(MOST_SECONDS, TimeUnit.SECONDS);
  }

  @Provide
  Arbitrary<JsonNode> schemas() {
    return HostileSchemas.schemas();
  }

  @Provide
  Arbitrary<JsonNode> values() {
    return HostileSchemas.values();
  }
}
