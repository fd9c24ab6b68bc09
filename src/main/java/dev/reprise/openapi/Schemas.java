package dev.reprise.openapi;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.api.page.Items;
import jakarta.ws.rs.Path;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The schemas of what a mapper writes, with the mapper's own mix-ins, names and inclusions. A type
 * with a name in Java becomes a component; other types are described where they are used. Tested by
 * {@code ApiDocumentIT}.
 */
final class Schemas {

  private final ObjectMapper mapper;
  private final String prefix;
  private final ObjectNode components;
  private final Map<Class<?>, String> names = new HashMap<>();

  /**
   * @param prefix of the names of components, to distinguish those of two mappers
   * @param components to which schemas are added
   */
  Schemas(ObjectMapper mapper, String prefix, ObjectNode components) {
    this.mapper = mapper;
    this.prefix = prefix;
    this.components = components;
  }

  /** Returns the schema of a type, or a reference to its component. */
  ObjectNode of(Type type) {
    return of(mapper.constructType(type));
  }

  /** Adds a component under this name, and returns a reference to it. */
  ObjectNode as(String name, Class<?> type) {
    return as(name, mapper.constructType(type));
  }

  /** Returns a reference to the component of a list of such items, which is called by these. */
  ObjectNode listOf(Class<?> list, Class<?> item) {
    String what = name(item).replaceFirst("(View|Entry|State)$", "");
    String name = what + (list == Items.class ? "List" : "Page");
    if (!components.has(name)) {
      components.set(name, described(mapper.getTypeFactory().constructParametricType(list, item)));
    }
    return reference(name);
  }

  /** Names the component of a type that the caller adds itself. */
  void leave(Class<?> type, String name) {
    names.put(type, name);
  }

  private ObjectNode of(JavaType type) {
    if (type.isReferenceType()) {
      return of(type.getContentType()); // absence does not change the type
    }
    if (type.isCollectionLikeType() || type.isArrayType()) {
      ObjectNode list = object("array");
      list.set("items", of(type.getContentType()));
      return list;
    }
    if (type.isMapLikeType() && Scalars.of(type.getRawClass()).isEmpty()) {
      ObjectNode map = object("object");
      map.set("additionalProperties", of(type.getContentType()));
      return map;
    }
    return Scalars.of(type.getRawClass()).orElseGet(() -> component(type));
  }

  private ObjectNode component(JavaType type) {
    Class<?> raw = type.getRawClass();
    return Optional.ofNullable(names.get(raw))
        .map(Schemas::reference)
        .orElseGet(() -> as(prefix + name(raw), type));
  }

  private ObjectNode as(String name, JavaType type) {
    if (components.has(name)) {
      throw new IllegalStateException("two components must not both be called " + name);
    }
    names.put(type.getRawClass(), name);
    components.putObject(name); // before its members, which may refer to it
    components.set(name, described(type));
    return reference(name);
  }

  /** Returns the name of a type's component; a resource around the type is no part of it. */
  private static String name(Class<?> type) {
    return ApiClasses.givenName(type)
        .orElseGet(
            () ->
                Optional.<Class<?>>ofNullable(type.getEnclosingClass())
                        .filter(outer -> !outer.isAnnotationPresent(Path.class))
                        .map(Schemas::name)
                        .orElse("")
                    + type.getSimpleName());
  }

  static ObjectNode reference(String name) {
    return JsonNodeFactory.instance.objectNode().put("$ref", "#/components/schemas/" + name);
  }

  private ObjectNode described(JavaType type) {
    ObjectNode schema = undocumented(type);
    Documentation.add(type.getRawClass(), schema);
    return schema;
  }

  private ObjectNode undocumented(JavaType type) {
    if (type.isEnumType()) {
      return words(type.getRawClass());
    }
    List<NamedType> variants = variants(bean(type));
    Optional<NamedType> self =
        variants.stream().filter(it -> it.getType().equals(type.getRawClass())).findFirst();
    if (self.isEmpty() && !variants.isEmpty()) {
      return alternatives(variants);
    }
    ObjectNode schema = members(inPlace(bean(type)));
    self.ifPresent(variant -> tag(variant, bean(type), schema));
    return schema;
  }

  private BeanDescription bean(JavaType type) {
    return mapper.getSerializationConfig().introspect(type);
  }

  private ObjectNode words(Class<?> type) {
    ObjectNode schema = object("string");
    var words = schema.putArray("enum");
    Arrays.stream(type.getEnumConstants())
        .map(constant -> mapper.convertValue(constant, String.class))
        .forEach(words::add);
    return schema;
  }

  private List<NamedType> variants(BeanDescription bean) {
    return Optional.ofNullable(
            mapper
                .getSerializationConfig()
                .getAnnotationIntrospector()
                .findSubtypes(bean.getClassInfo()))
        .orElse(List.of());
  }

  private ObjectNode alternatives(List<NamedType> variants) {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    var all = schema.putArray("oneOf");
    variants.forEach(variant -> all.add(of(variant.getType())));
    return schema;
  }

  /** Adds the member that names the variant. */
  private void tag(NamedType variant, BeanDescription bean, ObjectNode schema) {
    var config = mapper.getSerializationConfig();
    String member =
        config
            .getAnnotationIntrospector()
            .findPolymorphicTypeInfo(config, bean.getClassInfo())
            .getPropertyName();
    ((ObjectNode) schema.path("properties")).putObject(member).put("const", variant.getName());
    schema.withArray("required").add(member);
  }

  /** Returns the bean of the member that represents a type in JSON, or the type's own. */
  private BeanDescription inPlace(BeanDescription bean) {
    return Optional.ofNullable(bean.findJsonValueAccessor())
        .map(member -> inPlace(bean(member.getType())))
        .orElse(bean);
  }

  private ObjectNode members(BeanDescription bean) {
    ObjectNode schema = object("object");
    schema.putObject("properties");
    addMembers(bean, true, schema);
    return schema;
  }

  /**
   * Adds the members of a bean to a schema. The members of a group that is flat in JSON come in its
   * place.
   *
   * @param isPresent whether the bean is never absent
   */
  private void addMembers(BeanDescription bean, boolean isPresent, ObjectNode schema) {
    for (BeanPropertyDefinition property : bean.findProperties()) {
      if (property.couldSerialize()) {
        var member = new Member(bean, property);
        boolean isRequired = isPresent && member.isRequired();
        if (isFlat(property)) {
          JavaType type = property.getPrimaryType();
          JavaType group = type.isReferenceType() ? type.getContentType() : type;
          addMembers(bean(group), isRequired, schema);
        } else {
          addMember(member, property, isRequired, schema);
        }
      }
    }
  }

  private boolean isFlat(BeanPropertyDefinition property) {
    return mapper
            .getSerializationConfig()
            .getAnnotationIntrospector()
            .findUnwrappingNameTransformer(property.getAccessor())
        != null;
  }

  private void addMember(
      Member member, BeanPropertyDefinition property, boolean isRequired, ObjectNode schema) {
    ObjectNode described = of(property.getPrimaryType());
    member.document(described);
    ((ObjectNode) schema.path("properties")).set(property.getName(), described);
    if (isRequired) {
      schema.withArray("required").add(property.getName());
    }
  }

  static ObjectNode object(String type) {
    return JsonNodeFactory.instance.objectNode().put("type", type);
  }
}
