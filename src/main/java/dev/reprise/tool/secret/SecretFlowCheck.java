package dev.reprise.tool.secret;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.SecretPlaceholder;
import dev.reprise.platform.Json;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolException;
import dev.reprise.web.OriginAllowlist;
import dev.reprise.web.RequestBlockedException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Checks where secrets are in a call, and to which host the call may send them. A model may follow
 * instructions in a page that it reads. So a handle in its call does not prove that the receiver
 * may have the secret. Tested by {@code ExfiltrationTest}.
 *
 * @param tool that is called
 * @param given its arguments, with handles
 */
public record SecretFlowCheck(Tool tool, JsonNode given) {

  /**
   * Checks that handles are only in places where the tool takes secrets.
   *
   * @throws ToolException {@code secret_not_allowed} if one is elsewhere, for example in a URL,
   *     which others log, or in code, which could send it anywhere
   */
  public void checkPlaces() throws ToolException {
    Optional<Set<JsonPointer>> places = tool.secretPlaces();
    if (places.isEmpty() || !(given instanceof ObjectNode arguments)) {
      return;
    }
    ObjectNode rest = arguments.deepCopy();
    for (JsonPointer place : places.get()) {
      if (rest.at(place.head()) instanceof ObjectNode around) {
        around.remove(place.last().getMatchingProperty());
      }
    }
    if (!handles(rest).isEmpty()) {
      throw refused(
          places.get().isEmpty()
              ? "no secret may stand in its arguments"
              : "a secret may stand in %s, never in a URL".formatted(listed(places.get())));
    }
  }

  /**
   * Checks that a web tool sends secrets only to the hosts that may have them.
   *
   * @param hosts by the name of a secret; empty for none
   * @throws ToolException {@code secret_not_allowed} if it would send one elsewhere; {@code
   *     invalid_url}
   */
  public void checkHosts(Function<String, Optional<OriginAllowlist>> hosts) throws ToolException {
    if (tool.destination().isEmpty()) {
      return;
    }
    for (String name : handles(given)) {
      OriginAllowlist allowed =
          hosts
              .apply(name)
              .orElseThrow(
                  () -> refused("the secret '%s' is for no host of the web".formatted(name)));
      if (!leadsTo(allowed, tool.destination().get())) {
        throw refused(
            "the secret '%s' goes to %s alone, and the URL leads elsewhere"
                .formatted(name, allowed));
      }
    }
  }

  /**
   * Checks that the arguments of a web tool do not contain the value of a secret, which the model
   * should not know.
   *
   * @throws ToolException {@code secret_not_allowed} if they do
   */
  public void checkValues(SecretScrubber scrubbing) throws ToolException {
    if (tool.destination().isEmpty() || scrubbing.isIdle()) {
      return;
    }
    String text = Json.write(given);
    if (!scrubbing.text(text).equals(text)) {
      throw refused("its arguments hold a secret as it is, not its handle");
    }
  }

  private boolean leadsTo(OriginAllowlist allowed, String argument) throws ToolException {
    try {
      return allowed.allowsOriginOf(given.path(argument).asText());
    } catch (RequestBlockedException e) {
      throw new ToolException(e.code(), e.reason());
    }
  }

  private static Set<String> handles(JsonNode value) {
    return texts(value)
        .flatMap(text -> SecretPlaceholder.in(text).stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Stream<String> texts(JsonNode value) {
    return value.isTextual()
        ? Stream.of(value.textValue())
        : StreamSupport.stream(value.spliterator(), false).flatMap(SecretFlowCheck::texts);
  }

  private static String listed(Set<JsonPointer> places) {
    return places.stream()
        .map(place -> place.toString().substring(1).replace('/', '.'))
        .sorted()
        .collect(Collectors.joining(" or "));
  }

  private ToolException refused(String why) {
    return new ToolException(
        "secret_not_allowed", "%s was not run: %s".formatted(tool.declaration().name(), why));
  }
}
