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

/** Reports how a call differs from those on a cassette: the places, but not their content. */
final class CassetteMiss {

  static final String CODE = "cassette_miss";

  private static final List<String> MEMBERS =
      List.of("attempt", "model", "systemPrompt", "messages", "tools");

  private CassetteMiss() {}

  /** Returns the exception for a call that matches no call of the cassette. */
  static ModelException of(Cassette cassette, JsonNode request, List<RecordedCall> calls) {
    String step =
        "phase '%s', iteration %d, attempt %d%s"
            .formatted(
                request.path("phase").asText(),
                request.path("iteration").asInt(),
                request.path("attempt").asInt(),
                request.path("purpose").asText().equals(ModelRequest.Purpose.SUMMARY.name())
                    ? ", summary"
                    : "");
    return exception("%s has no call for %s: %s".formatted(cassette, step, why(request, calls)));
  }

  /** Returns the exception for a cassette without a file. */
  static ModelException withoutFile(Cassette cassette) {
    return exception("there is no " + cassette + " in the directory reprise.cassettes.dir");
  }

  private static ModelException exception(String message) {
    // Neither another attempt nor another model helps: a person must look into it.
    return new ModelException(
        new Failure(CODE, message), new Fault(FailureClass.INVALID_REQUEST, message));
  }

  private static String why(JsonNode request, List<RecordedCall> calls) {
    return calls.stream()
        .filter(call -> call.isOfStep(request))
        .map(call -> differences(request, call))
        .min(Comparator.comparing(List::size)) // the nearest one
        .map(places -> "the recorded call differs in " + String.join(", ", places))
        .orElse("none of its %d calls is for that step".formatted(calls.size()));
  }

  private static List<String> differences(JsonNode request, RecordedCall call) {
    List<String> places = new ArrayList<>();
    for (String member : MEMBERS) {
      if (!call.has(member, request)) {
        places.add(place(member, request.path(member), call.request().path(member)));
      }
    }
    return places;
  }

  private static String place(String member, JsonNode request, JsonNode recorded) {
    if (!request.isArray()) {
      return member;
    }
    int first = 0;
    while (first < request.size()
        && first < recorded.size()
        && request.get(first).equals(recorded.get(first))) {
      first++;
    }
    return "%s[%d]".formatted(member, first);
  }
}
