package dev.reprise.definition;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.DeserializationProblemHandler;
import com.fasterxml.jackson.databind.deser.ValueInstantiator;
import com.fasterxml.jackson.databind.module.SimpleModule;
import dev.reprise.platform.Json;
import java.io.IOException;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Binds a tree to an {@link AgentDocument}. It continues after a member of the wrong type, so that
 * the author reads all problems at once.
 */
final class DocumentBinder extends DeserializationProblemHandler {

  private final List<DocumentError> problems = new ArrayList<>();
  private final ObjectMapper mapper = Json.mapper();

  DocumentBinder() {
    var scalars = new SimpleModule();
    scalars.addDeserializer(String.class, new Scalar<>(String.class));
    scalars.addDeserializer(Boolean.class, new Scalar<>(Boolean.class));
    scalars.addDeserializer(Integer.class, new Scalar<>(Integer.class));
    scalars.addDeserializer(Duration.class, new Scalar<>(Duration.class));
    mapper.registerModule(scalars).addHandler(this);
  }

  /** Returns the problems of binding. */
  List<DocumentError> problems() {
    return problems;
  }

  /** Returns the document without the members that have the wrong type. */
  Optional<AgentDocument> bind(JsonNode tree) {
    try {
      return Optional.ofNullable(mapper.treeToValue(tree, AgentDocument.class));
    } catch (JsonMappingException e) {
      problems.add(new DocumentError(path(e), "must be an object"));
      return Optional.empty();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("binding a tree must not fail on its syntax", e);
    }
  }

  @Override
  public boolean handleUnknownProperty(
      DeserializationContext context,
      JsonParser parser,
      @Nullable JsonDeserializer<?> deserializer,
      Object target,
      String name)
      throws IOException {
    var known = new TreeSet<String>();
    if (deserializer != null && deserializer.getKnownPropertyNames() != null) {
      deserializer.getKnownPropertyNames().forEach(property -> known.add(property.toString()));
    }
    problems.add(
        new DocumentError(
            DocumentError.under(owner(context.getParser()), name),
            "is not allowed here; allowed are " + String.join(", ", known)));
    parser.skipChildren();
    return true;
  }

  /**
   * Returns the path of an object with an unknown member. Jackson may report such a member when the
   * parser is at its value, at a later member, or after the object.
   */
  private static String owner(JsonParser parser) {
    JsonStreamContext context = parser.getParsingContext();
    JsonToken token = parser.currentToken();
    if (token == JsonToken.END_OBJECT) {
      return path(context);
    }
    boolean inside = token != null && token.isStructStart();
    return path((inside ? context.getParent() : context).getParent());
  }

  @Override
  public @Nullable Object handleUnexpectedToken(
      DeserializationContext context,
      JavaType type,
      JsonToken token,
      JsonParser parser,
      @Nullable String detail)
      throws IOException {
    return misfit(parser, type.getRawClass());
  }

  @Override
  public @Nullable Object handleMissingInstantiator(
      DeserializationContext context,
      Class<?> type,
      @Nullable ValueInstantiator instantiator,
      JsonParser parser,
      String detail)
      throws IOException {
    return misfit(parser, type);
  }

  private @Nullable Object misfit(JsonParser parser, Class<?> type) throws IOException {
    JsonStreamContext context = parser.getParsingContext();
    // on an opening bracket the parser is already inside, so the value's own path is one level up
    boolean inside = parser.currentToken() != null && parser.currentToken().isStructStart();
    problems.add(
        new DocumentError(path(inside ? context.getParent() : context), "must be " + wanted(type)));
    parser.skipChildren();
    return null;
  }

  /**
   * Returns the path of an empty text instead of an object, the only misfit that Jackson does not
   * pass to a handler.
   */
  private static String path(JsonMappingException misfit) {
    String path = "";
    for (JsonMappingException.Reference step : misfit.getPath()) {
      String name = step.getFieldName();
      path = name == null ? path + "[" + step.getIndex() + "]" : DocumentError.under(path, name);
    }
    return path;
  }

  private static String wanted(Class<?> type) {
    if (type == String.class) {
      return "a text";
    }
    if (type == Boolean.class) {
      return "true or false";
    }
    if (type == Integer.class) {
      return "a whole number";
    }
    if (type == Duration.class) {
      return "an ISO-8601 duration such as PT30M";
    }
    return List.class.isAssignableFrom(type) ? "a list" : "an object";
  }

  private static String path(@Nullable JsonStreamContext context) {
    if (context == null || context.inRoot()) {
      return "";
    }
    String parent = path(context.getParent());
    if (context.inArray()) {
      return parent + "[" + context.getCurrentIndex() + "]";
    }
    String name = context.getCurrentName();
    return name == null ? parent : DocumentError.under(parent, name);
  }

  /** Accepts exactly the JSON type of {@code T}: Jackson alone would accept 5 for "5". */
  private static final class Scalar<T> extends JsonDeserializer<T> {

    private final Class<T> type;

    Scalar(Class<T> type) {
      this.type = type;
    }

    @Override
    public @Nullable T deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      Object value = valueOf(parser);
      return type.cast(value == null ? context.handleUnexpectedToken(type, parser) : value);
    }

    private @Nullable Object valueOf(JsonParser parser) throws IOException {
      return switch (Objects.requireNonNull(parser.currentToken())) {
        case VALUE_STRING ->
            type == Duration.class ? duration(parser.getText()) : asText(parser.getText());
        case VALUE_TRUE, VALUE_FALSE -> type == Boolean.class ? parser.getBooleanValue() : null;
        case VALUE_NUMBER_INT ->
            type == Integer.class && parser.getNumberType() == JsonParser.NumberType.INT
                ? parser.getIntValue()
                : null;
        default -> null;
      };
    }

    private @Nullable Object asText(String text) {
      return type == String.class ? text : null;
    }

    private static @Nullable Duration duration(String text) {
      try {
        return Duration.parse(text);
      } catch (DateTimeParseException e) {
        return null;
      }
    }
  }
}
