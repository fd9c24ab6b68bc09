package dev.reprise.model.script;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.Template;
import dev.reprise.agent.message.Failure;
import dev.reprise.model.InvalidModelOptionsException;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads a {@link ReplyScript} and finds all its problems, each with its path. A reader reads one
 * script. Tested by {@code ScriptCheckTest}.
 */
final class ScriptReader {

  private static final String PROMPT = "prompt";
  private static final String FAIL = "fail";
  private static final String TIMES = "times";
  private static final String CHOOSE = "choose";
  private static final String WHEN = "when";
  private static final String CALLS = "calls";
  private static final String TEXT = "text";
  private static final String REASONING = "reasoning";
  private static final Template NOTHING = new Template("");

  private final ScriptProblems problems = new ScriptProblems();

  /** The ids of the calls of earlier turns of the current phase. */
  private final Set<String> known = new HashSet<>();

  /** The ids that the current phase has used, including those of the current turn. */
  private final Set<String> taken = new HashSet<>();

  /**
   * Reads a script.
   *
   * @param options the provider's options, an object whose only member is {@code script}
   * @throws InvalidModelOptionsException if the script is not valid
   */
  ReplyScript read(JsonNode options) {
    problems.only(options, "", Set.of("script"));
    JsonNode script = options.path("script");
    Map<String, List<ReplyScript.Turn>> phases = new LinkedHashMap<>();
    if (script.isObject()) {
      script
          .properties()
          .forEach(e -> phases.put(e.getKey(), turns(e.getValue(), "script." + e.getKey())));
    } else {
      problems.add("script", "must be an object with a list of turns for each phase");
    }
    problems.throwIfAny();
    return new ReplyScript(phases);
  }

  private List<ReplyScript.Turn> turns(JsonNode list, String path) {
    known.clear();
    taken.clear();
    List<ReplyScript.Turn> turns = new ArrayList<>();
    if (!list.isArray() || list.isEmpty()) {
      problems.add(path, "must be a list of at least one turn");
      return turns;
    }
    for (int i = 0; i < list.size(); i++) {
      turns.add(turn(list.get(i), path + "[" + i + "]", i + 1));
      known.addAll(taken);
    }
    if (last(turns.getLast()) instanceof ReplyScript.Asks) {
      problems.add(
          path + "[" + (list.size() - 1) + "]",
          "must be a text or a fail, because it is the last turn");
    }
    return turns;
  }

  private static ReplyScript.Turn last(ReplyScript.Turn turn) {
    return switch (turn) {
      case ReplyScript.Fails fails -> fails.last();
      case ReplyScript.Chooses chooses ->
          chooses.cases().stream()
              .map(it -> last(it.turn()))
              .filter(ReplyScript.Asks.class::isInstance)
              .findFirst()
              .orElse(turn);
      default -> turn;
    };
  }

  private ReplyScript.Turn turn(JsonNode turn, String path, int number) {
    if (turn.has(CHOOSE)) {
      return chooses(turn, path, number);
    }
    Duration delay = delay(turn, path);
    if (turn.has(FAIL)) {
      return fails(turn, path, number, delay);
    }
    if (turn.has(CALLS)) {
      problems.only(turn, path, Set.of(REASONING, TEXT, CALLS, "delay"));
      Template text = template(turn, TEXT, path).orElse(NOTHING);
      List<ReplyScript.Call> calls = calls(turn.path(CALLS), path + ".calls", number);
      return new ReplyScript.Asks(delay, template(turn, REASONING, path), text, calls);
    }
    if (turn.has(TEXT)) {
      problems.only(turn, path, Set.of(REASONING, TEXT, "delay"));
      Template text = template(turn, TEXT, path).orElse(NOTHING);
      return new ReplyScript.Answer(delay, template(turn, REASONING, path), text);
    }
    problems.add(path, "must be an object with a text, calls, a fail or a choose");
    return new ReplyScript.Answer(delay, Optional.empty(), NOTHING);
  }

  private ReplyScript.Turn chooses(JsonNode turn, String path, int number) {
    problems.only(turn, path, Set.of(CHOOSE));
    JsonNode list = turn.path(CHOOSE);
    List<ReplyScript.Case> cases = new ArrayList<>();
    if (!list.isArray() || list.isEmpty()) {
      problems.add(path + ".choose", "must be a list of at least one turn");
    }
    for (int i = 0; list.isArray() && i < list.size(); i++) {
      cases.add(oneOf(list.get(i), path + ".choose[" + i + "]", number, i == list.size() - 1));
    }
    return new ReplyScript.Chooses(cases);
  }

  private ReplyScript.Case oneOf(JsonNode turn, String path, int number, boolean isLast) {
    JsonNode when = turn.path(WHEN);
    if (isLast && turn.has(WHEN)) {
      problems.add(path + ".when", "must be absent, because the last turn counts if no other does");
    }
    if (!isLast && (!when.isTextual() || when.textValue().isEmpty())) {
      problems.add(path + ".when", "must be a text that the prompt may contain");
    }
    if (turn.has(CHOOSE)) {
      problems.add(path, "must be an object with a text, calls or a fail");
    }
    JsonNode rest = turn.deepCopy();
    if (rest instanceof ObjectNode object) {
      object.remove(List.of(WHEN, CHOOSE));
    }
    return new ReplyScript.Case(Optional.ofNullable(when.textValue()), turn(rest, path, number));
  }

  private Optional<Template> template(JsonNode turn, String member, String path) {
    if (!turn.has(member)) {
      return Optional.empty();
    }
    JsonNode text = turn.path(member);
    if (!text.isTextual()) {
      problems.add(path + "." + member, "must be a text");
      return Optional.of(NOTHING);
    }
    return Optional.of(template(text.textValue(), path + "." + member));
  }

  private ReplyScript.Turn fails(JsonNode turn, String path, int number, Duration delay) {
    JsonNode fail = turn.path(FAIL);
    Failure failure = failure(fail, path + ".fail");
    FailureClass kind = FailureClass.of(failure.code()).orElse(FailureClass.CONTENT_REFUSED);
    var fault = new Fault(kind, failure.message(), retryAfter(fail, path + ".fail"));
    if (!fail.has(TIMES)) {
      problems.only(turn, path, Set.of(FAIL, "delay"));
      return new ReplyScript.Fails(delay, failure, fault, Integer.MAX_VALUE, Optional.empty());
    }
    JsonNode times = fail.path(TIMES);
    if (!times.isInt() || times.intValue() < 1 || times.intValue() > 100) {
      problems.add(path + ".fail.times", "must be a number from 1 to 100");
    }
    var rest = (ObjectNode) turn.deepCopy();
    rest.remove(FAIL);
    if (rest.has(TEXT) || rest.has(CALLS)) {
      ReplyScript.Turn then = turn(rest, path, number);
      return new ReplyScript.Fails(delay, failure, fault, times.intValue(), Optional.of(then));
    }
    problems.add(path, "must have a text or calls for the time after its failures");
    return new ReplyScript.Fails(delay, failure, fault, times.intValue(), Optional.empty());
  }

  private Optional<Duration> retryAfter(JsonNode fail, String path) {
    return fail.has("retryAfter")
        ? Optional.of(
            problems.duration(fail.path("retryAfter"), path + ".retryAfter", ReplyScript.MAX_WAIT))
        : Optional.empty();
  }

  private Failure failure(JsonNode fail, String path) {
    problems.only(fail, path, Set.of("code", "message", TIMES, "retryAfter"));
    String code = fail.path("code").asText();
    if (!code.matches("[a-z][a-z0-9_]*")) {
      problems.add(path + ".code", "must be a word in snake case such as overloaded");
      code = "invalid";
    }
    if (!fail.path("message").isTextual()) {
      problems.add(path + ".message", "must be a text that says what failed");
    }
    return new Failure(code, fail.path("message").asText());
  }

  private List<ReplyScript.Call> calls(JsonNode list, String path, int turn) {
    List<ReplyScript.Call> calls = new ArrayList<>();
    if (!list.isArray() || list.isEmpty()) {
      problems.add(path, "must be a list of at least one call");
      return calls;
    }
    for (int i = 0; i < list.size(); i++) {
      calls.add(call(list.get(i), path + "[" + i + "]", "t" + turn + "c" + (i + 1)));
    }
    return calls;
  }

  private ReplyScript.Call call(JsonNode call, String path, String defaultId) {
    problems.only(call, path, Set.of("id", "tool", "arguments"));
    String id = call.has("id") ? call.path("id").asText() : defaultId;
    if (!id.matches("[A-Za-z0-9_-]{1,64}")) {
      problems.add(path + ".id", "must be 1 to 64 letters, digits, _ or -");
    } else if (!taken.add(id)) {
      problems.add(path + ".id", "'" + id + "' is the id of an earlier call of this phase");
    }
    if (!call.path("tool").isTextual() || call.path("tool").textValue().isBlank()) {
      problems.add(path + ".tool", "must be the name of a tool");
    }
    JsonNode arguments =
        call.has("arguments") ? call.path("arguments") : JsonNodeFactory.instance.objectNode();
    if (!arguments.isObject()) {
      problems.add(path + ".arguments", "must be an object");
    }
    checkTemplates(arguments, path + ".arguments");
    return new ReplyScript.Call(id, call.path("tool").asText(), arguments);
  }

  private void checkTemplates(JsonNode value, String path) {
    if (value.isTextual()) {
      template(value.textValue(), path);
    }
    value.properties().forEach(e -> checkTemplates(e.getValue(), path + "." + e.getKey()));
    for (int i = 0; value.isArray() && i < value.size(); i++) {
      checkTemplates(value.get(i), path + "[" + i + "]");
    }
  }

  private Template template(String text, String path) {
    Template template;
    try {
      template = new Template(text);
    } catch (IllegalArgumentException e) {
      problems.add(path, String.valueOf(e.getMessage()));
      return NOTHING;
    }
    for (String reference : template.references()) {
      if (!reference.equals(PROMPT)
          && !CallReference.parse(reference).map(this::knows).orElse(false)) {
        problems.add(
            path,
            "'%s' refers to nothing; allowed are prompt and calls.<id> of an earlier turn of this"
                    .formatted(reference)
                + " phase, optionally with a JSON pointer after the id");
      }
    }
    return template;
  }

  private boolean knows(CallReference reference) {
    return known.contains(reference.id());
  }

  private Duration delay(JsonNode turn, String path) {
    return turn.has("delay")
        ? problems.duration(turn.path("delay"), path + ".delay", ReplyScript.MAX_DELAY)
        : Duration.ZERO;
  }
}
