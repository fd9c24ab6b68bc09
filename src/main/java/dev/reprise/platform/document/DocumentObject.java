package dev.reprise.platform.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An object in a document that fits its schema, so that each member is absent or of its type. A
 * member that is null is absent.
 *
 * @param path the object's place in the document; empty for the whole document
 */
public record DocumentObject(String path, JsonNode node) {

  /** Returns the objects in a list. */
  static List<DocumentObject> all(String path, JsonNode list) {
    List<DocumentObject> all = new ArrayList<>();
    for (JsonNode element : list) {
      all.add(new DocumentObject("%s[%d]".formatted(path, all.size()), element));
    }
    return all;
  }

  /** Returns the path of a member. */
  public String pathOf(String member) {
    return DocumentError.under(path, member);
  }

  /** Returns a member of any type. */
  public Optional<JsonNode> member(String name) {
    return Optional.ofNullable(node.get(name)).filter(value -> !value.isNull());
  }

  /** Returns a member that the schema requires. */
  public String requiredText(String name) {
    return text(name).orElseThrow();
  }

  public Optional<String> text(String name) {
    return member(name).map(JsonNode::textValue);
  }

  public Optional<Boolean> flag(String name) {
    return member(name).map(JsonNode::booleanValue);
  }

  public Optional<Integer> integer(String name) {
    return member(name).map(JsonNode::intValue);
  }

  public Optional<Long> wholeNumber(String name) {
    return member(name).map(JsonNode::longValue);
  }

  public Optional<BigDecimal> decimal(String name) {
    return member(name).map(JsonNode::decimalValue);
  }

  public Optional<Duration> duration(String name) {
    return text(name).map(Duration::parse);
  }

  public Optional<List<String>> texts(String name) {
    return member(name).map(list -> elements(list).map(JsonNode::textValue).toList());
  }

  public Optional<DocumentObject> object(String name) {
    return member(name).map(value -> new DocumentObject(pathOf(name), value));
  }

  /** Returns the objects in a list; none if it is absent. */
  public List<DocumentObject> objects(String name) {
    return member(name).map(list -> all(pathOf(name), list)).orElse(List.of());
  }

  /** Returns the objects in an object by their names; none if it is absent. */
  public Map<String, DocumentObject> objectsByName(String name) {
    Map<String, DocumentObject> all = new LinkedHashMap<>();
    object(name)
        .ifPresent(
            outer ->
                outer
                    .node()
                    .fieldNames()
                    .forEachRemaining(
                        member -> outer.object(member).ifPresent(it -> all.put(member, it))));
    return all;
  }

  private static Stream<JsonNode> elements(JsonNode list) {
    return list.valueStream();
  }
}
