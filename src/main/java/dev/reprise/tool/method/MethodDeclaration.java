package dev.reprise.tool.method;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.platform.Json;
import dev.reprise.tool.CostHint;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolMethod;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The declaration in the annotation of a method. Tested by {@code ToolBeanScannerTest}.
 *
 * @param tool the declaration that a run pins
 * @param secretPlaces where in the arguments secrets may be; empty for anywhere
 * @param destination the argument with the URL to whose host the tool sends its arguments
 */
record MethodDeclaration(
    ToolDeclaration tool, Optional<Set<JsonPointer>> secretPlaces, Optional<String> destination) {

  /**
   * Reads an annotation.
   *
   * @param description for the model
   * @throws IllegalArgumentException if a value of the annotation cannot be used
   */
  static MethodDeclaration of(ToolMethod said, String description, ToolSignature signature) {
    if (description.isBlank()) {
      throw new IllegalArgumentException("has no description, by which a model could choose it");
    }
    ToolDeclaration.Builder tool =
        ToolDeclaration.named(said.name(), said.effect())
            .describedAs(description)
            .dangerousIf(said.dangerous())
            .in(said.category(), said.tags())
            .within(timeout(said.timeout()))
            .giving(said.resultLimit());
    signature.arguments().map(ArgumentRecord::schema).ifPresent(tool::taking);
    costHint(said).ifPresent(tool::costing);
    ToolDeclaration declaration = tool.build();
    Optional<Set<JsonPointer>> secrets = secretPlaces(said.secretsIn());
    Optional<String> destination = Optional.of(said.destination()).filter(it -> !it.isEmpty());
    secrets.stream()
        .flatMap(Set::stream)
        .map(JsonPointer::getMatchingProperty)
        .forEach(argument -> requireArgument(argument, declaration));
    destination.ifPresent(argument -> requireArgument(argument, declaration));
    return new MethodDeclaration(declaration, secrets, destination);
  }

  private static Optional<CostHint> costHint(ToolMethod said) {
    return said.cost().isEmpty() && said.costPerItem().isEmpty()
        ? Optional.empty()
        : Optional.of(CostHint.usd(dollars(said.cost()), dollars(said.costPerItem())));
  }

  private static BigDecimal dollars(String text) {
    try {
      return text.isEmpty() ? BigDecimal.ZERO : new BigDecimal(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "costs '%s', which is no amount of US dollars such as 0.25".formatted(text), e);
    }
  }

  private static Optional<Set<JsonPointer>> secretPlaces(String[] pointers) {
    List<JsonPointer> places = Arrays.stream(pointers).map(MethodDeclaration::pointer).toList();
    return places.contains(JsonPointer.empty())
        ? Optional.empty()
        : Optional.of(places.stream().collect(Collectors.toUnmodifiableSet()));
  }

  private static JsonPointer pointer(String text) {
    try {
      return JsonPointer.compile(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "has secrets in '%s', which is no JSON pointer such as /headers/authorization"
              .formatted(text),
          e);
    }
  }

  private static void requireArgument(String name, ToolDeclaration declaration) {
    JsonNode properties = Json.read(declaration.arguments().text()).path("properties");
    if (!properties.has(name)) {
      throw new IllegalArgumentException(
          "names the argument '%s', which its record does not have".formatted(name));
    }
  }

  private static Duration timeout(String text) {
    try {
      return Duration.parse(text);
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          "has the timeout '%s', which is no ISO duration such as PT30S".formatted(text), e);
    }
  }
}
