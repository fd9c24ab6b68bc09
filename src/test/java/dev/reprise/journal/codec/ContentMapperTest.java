package dev.reprise.journal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.journal.EventType;
import dev.reprise.journal.RunEvent;
import dev.reprise.platform.Json;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.platform.redaction.RedactionRules;
import dev.reprise.platform.redaction.RedactionRules.Secret;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every text in every event is either redacted or listed as structure. The test also covers events
 * that are added later; a new text that is structure must be added to the list.
 */
class ContentMapperTest {

  private static final Set<String> STRUCTURE =
      Set.of(
          "agent",
          "agentVersion",
          "workspace",
          "submittedBy",
          "server",
          "phase",
          "callId",
          "id",
          "tool",
          "by",
          "people",
          "code",
          "waitingFor",
          "mediaType",
          "provider",
          // what a run pins of its tools and its agent: the server's own words and hashes
          "name",
          "description",
          "arguments",
          "digest",
          "hash",
          "calls",
          "currency",
          "from",
          "to",
          // names of generated tools and classes of failures, which have the form of names
          "role",
          "method",
          "failureClass",
          // the model that a price list lacks, as the agent's document names it
          "unpriced",
          // with what people mark a run; a submission with a secret in it is refused
          "label",
          // names, ids, amounts and times that an explanation has as parameters
          "explained");

  private static final Set<String> REMARKS = Set.of("message", "reason", "evidence", "accepted");

  /** Texts that people post to a run. */
  private static final Set<String> NOT_BODIES = Set.of("text");

  private static final String CANARY = "canary_word";

  private final EventCodec codec = new EventCodec();
  private final EventRedactor redacting =
      new EventRedactor(
          new Redaction(
              new RedactionRules(List.of(new Secret("canary", CANARY)), List.of(), List.of())));

  /** A checkpoint has no contents of its own: they were redacted when they were recorded. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "RUN_CHECKPOINTED")
  void leavesNoTextThatIsNotStructure(EventType type) throws Exception {
    var event = (RunEvent) filled(type.event, "");
    String before = codec.write(event);

    String after = codec.write(redacting.apply(event));

    var left = new TreeSet<String>();
    collect(Json.read(after), "", left);
    assertThat(STRUCTURE).containsAll(left);
    assertThat(codec.read(type.typeName(), type.version(), after)).isInstanceOf(type.event);
    assertThat(after.replace("[redacted:canary]", CANARY)).isEqualTo(withoutProof(before));
  }

  /** Without bodies, the record keeps the run's input and the remarks about the run. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "RUN_CHECKPOINTED")
  void omitsAllBodies(EventType type) throws Exception {
    String after = codec.write(BodyOmission.notKept((RunEvent) filled(type.event, "")));

    var left = new TreeSet<String>();
    collect(Json.read(after), type.typeName() + ".", left);
    left.removeIf(name -> STRUCTURE.contains(name) || REMARKS.contains(name));
    assertThat(left).isSubsetOf(type == EventType.RUN_SUBMITTED ? Set.of("x") : NOT_BODIES);
    assertThat(
            codec.write(BodyOmission.notKept(codec.read(type.typeName(), type.version(), after))))
        .satisfies(again -> assertThat(again.length()).isEqualTo(after.length()));
  }

  @ParameterizedTest
  @EnumSource(EventType.class)
  void returnsTheSameEventIfNothingMatches(EventType type) throws Exception {
    var event = (RunEvent) filled(type.event, "");

    assertThat(new EventRedactor(Redaction.none()).apply(event)).isSameAs(event);
  }

  @ParameterizedTest
  @EnumSource(EventType.class)
  void keepsAllOtherComponents(EventType type) throws Exception {
    var event = (RunEvent) filled(type.event, "");
    var other =
        new EventRedactor(
            new Redaction(
                new RedactionRules(
                    List.of(new Secret("other", "not there")), List.of(), List.of())));

    assertThat(other.apply(event)).isEqualTo(event);
  }

  /** The proof of a redacted text is removed with it. */
  private static String withoutProof(String payload) {
    return payload.replace(",\"proof\":{\"x\":\"%s\"}".formatted(CANARY), "");
  }

  private static void collect(JsonNode node, String name, Set<String> found) {
    if (node.isTextual() && node.textValue().contains(CANARY)) {
      found.add(name);
    }
    node.properties().forEach(member -> collect(member.getValue(), member.getKey(), found));
    if (node.isArray()) {
      node.forEach(element -> collect(element, name, found));
    }
  }

  /** Creates a value of a type with the canary in each of its texts. */
  private static Object filled(Type type, String name) throws ReflectiveOperationException {
    if (type instanceof ParameterizedType generic) {
      Type argument = generic.getActualTypeArguments()[0];
      if (generic.getRawType() == Optional.class) {
        return Optional.of(filled(argument, name));
      }
      if (generic.getRawType() == Map.class) {
        return Map.of("label", CANARY);
      }
      if (generic.getRawType() == SortedMap.class) {
        return new TreeMap<>(Map.of("explained", CANARY));
      }
      if (generic.getRawType() == List.class) {
        return all(argument, name);
      }
      throw new IllegalStateException("teach this test to fill in " + type);
    }
    var plain = (Class<?>) type;
    if (plain == String.class) {
      return name.equals("mediaType") ? "image/png" : CANARY;
    }
    if (plain == JsonValue.class) {
      return new JsonValue("{\"x\":\"%s\"}".formatted(CANARY));
    }
    if (plain == Instant.class) {
      return Instant.parse("2026-01-01T00:00:00Z");
    }
    if (plain == Duration.class) {
      return Duration.ofHours(1);
    }
    if (plain == LocalDate.class) {
      return LocalDate.of(2026, 1, 1);
    }
    if (plain == BigDecimal.class) {
      return new BigDecimal("0.25");
    }
    if (plain == UUID.class) {
      return new UUID(0, 1);
    }
    if (plain == Usage.class) {
      return new Usage(4, 3, 2, 1);
    }
    if (plain == int.class || plain == Integer.class) {
      return 1;
    }
    if (plain == long.class || plain == Long.class) {
      return 1L;
    }
    if (plain == boolean.class) {
      return true;
    }
    if (plain.isEnum()) {
      return plain.getEnumConstants()[0];
    }
    if (plain.isSealed()) {
      return filled(plain.getPermittedSubclasses()[0], name);
    }
    if (plain.isRecord()) {
      return record(plain);
    }
    throw new IllegalStateException("teach this test to fill in " + type);
  }

  /** Creates a list with one value of each kind. */
  private static List<Object> all(Type type, String name) throws ReflectiveOperationException {
    List<Object> all = new ArrayList<>();
    if (type instanceof Class<?> plain && plain.isSealed()) {
      for (Class<?> kind : plain.getPermittedSubclasses()) {
        all.add(filled(kind, name));
      }
      return all;
    }
    all.add(filled(type, name));
    return all;
  }

  private static Object record(Class<?> type) throws ReflectiveOperationException {
    RecordComponent[] components = type.getRecordComponents();
    var values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      values[i] = filled(components[i].getGenericType(), components[i].getName());
    }
    var constructor =
        type.getDeclaredConstructor(
            Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
    constructor.setAccessible(true);
    return constructor.newInstance(values);
  }
}
