package dev.reprise.model.cassette;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.message.Failure;
import dev.reprise.model.ModelException;
import dev.reprise.model.ModelRequest;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Says how a call differs from those on a cassette: in which places, and not what stands there. */
final class CassetteMiss {

  static final String CODE = "cassette_miss";

  private static final List<String> MEMBERS =
      List.of("attempt", "model", "systemPrompt", "messages", "tools");

  private CassetteMiss() {}

  /** Returns why no call of a cassette is the one that is asked for. */
  static ModelException of(Cassette cassette, JsonNode asked, List<RecordedCall> calls) {
    String step =
        "phase '%s', iteration %d, attempt %d%s"
            .formatted(
                asked.path("phase").asText(),
                asked.path("iteration").asInt(),
                asked.path("attempt").asInt(),
                asked.path("purpose").asText().equals(ModelRequest.Purpose.SUMMARY.name())
                    ? ", summary"
                    : "");
    return exception("%s has no call for %s: %s".formatted(cassette, step, why(asked, calls)));
  }

  /** Returns that there is nothing to look into. */
  static ModelException withoutFile(Cassette cassette) {
    return exception("there is no " + cassette + " in the directory reprise.cassettes.dir");
  }

  private static ModelException exception(String words) {
    // Neither another attempt nor another model makes it better: somebody has to look.
    return new ModelException(
        new Failure(CODE, words), new Fault(FailureClass.INVALID_REQUEST, words));
  }

  private static String why(JsonNode asked, List<RecordedCall> calls) {
    return calls.stream()
        .filter(call -> call.isOfTheStep(asked))
        .map(call -> differences(asked, call))
        .min(Comparator.comparing(List::size)) // of several, the one that comes nearest
        .map(places -> "the recorded one differs in " + String.join(", ", places))
        .orElse("none of its %d calls is for that step".formatted(calls.size()));
  }

  private static List<String> differences(JsonNode asked, RecordedCall call) {
    List<String> places = new ArrayList<>();
    for (String member : MEMBERS) {
      if (!call.has(member, asked)) {
        places.add(place(member, asked.path(member), call.request().path(member)));
      }
    }
    return places;
  }

  private static String place(String member, JsonNode asked, JsonNode recorded) {
    if (!asked.isArray()) {
      return member;
    }
    int first = 0;
    while (first < asked.size()
        && first < recorded.size()
        && asked.get(first).equals(recorded.get(first))) {
      first++;
    }
    return "%s[%d]".formatted(member, first);
  }
}
