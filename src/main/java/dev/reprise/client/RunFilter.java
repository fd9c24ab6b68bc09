package dev.reprise.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.client.http.ApiRequest;
import dev.reprise.client.http.ClientJson;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Which runs are meant; all that is given must hold. Tested by {@code RepeatedRequestTest}.
 *
 * @param cause why runs that failed did so
 * @param created when they were created
 * @param ended when they ended
 * @param labels what they are marked with
 * @param text what their input contains, in upper or lower case
 */
public record RunFilter(
    Optional<RunStatus> status,
    Optional<String> agent,
    Optional<String> waitingFor,
    Cause cause,
    Period created,
    Period ended,
    Map<String, String> labels,
    Optional<String> text) {

  /** All runs. */
  public static final RunFilter ALL =
      new RunFilter(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Cause.ANY,
          Period.ALWAYS,
          Period.ALWAYS,
          Map.of(),
          Optional.empty());

  /**
   * Why runs failed.
   *
   * @param failureCode the code of the failure, such as {@code iteration_limit}
   * @param failureGroup the group of like failures, as {@code GET /failures} names it
   */
  public record Cause(Optional<String> failureCode, Optional<String> failureGroup) {

    /** Whatever the reason, and runs that did not fail. */
    public static final Cause ANY = new Cause(Optional.empty(), Optional.empty());
  }

  /**
   * A period, which may be open at both ends.
   *
   * @param from its first instant
   * @param until the first instant after it
   */
  public record Period(Optional<Instant> from, Optional<Instant> until) {

    /** All of time. */
    public static final Period ALWAYS = new Period(Optional.empty(), Optional.empty());
  }

  public RunFilter {
    labels = Map.copyOf(labels);
  }

  /** Returns the order for exactly one run, as an operation on many runs takes it. */
  static ObjectNode only(UUID run) {
    ObjectNode json = ClientJson.object();
    json.putArray("runs").add(run.toString());
    return json;
  }

  ApiRequest of(ApiRequest request) {
    List<String> marks =
        labels.entrySet().stream()
            .map(label -> label.getKey() + "=" + label.getValue())
            .sorted()
            .toList();
    return request
        .query("status", status)
        .query("agent", agent)
        .query("waitingFor", waitingFor)
        .query("failureCode", cause.failureCode())
        .query("failureGroup", cause.failureGroup())
        .query("createdAfter", created.from())
        .query("createdBefore", created.until())
        .query("endedAfter", ended.from())
        .query("endedBefore", ended.until())
        .query("label", marks)
        .query("q", text);
  }

  ObjectNode json() {
    ObjectNode json = ClientJson.object();
    status.ifPresent(it -> json.put("status", it.name()));
    agent.ifPresent(it -> json.put("agent", it));
    waitingFor.ifPresent(it -> json.put("waitingFor", it));
    cause.failureCode().ifPresent(it -> json.put("failureCode", it));
    cause.failureGroup().ifPresent(it -> json.put("failureGroup", it));
    created.from().ifPresent(it -> json.put("createdAfter", it.toString()));
    created.until().ifPresent(it -> json.put("createdBefore", it.toString()));
    ended.from().ifPresent(it -> json.put("endedAfter", it.toString()));
    ended.until().ifPresent(it -> json.put("endedBefore", it.toString()));
    if (!labels.isEmpty()) {
      json.set("labels", ClientJson.object(labels));
    }
    text.ifPresent(it -> json.put("q", it));
    return json;
  }
}
