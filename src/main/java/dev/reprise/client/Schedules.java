package dev.reprise.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.client.http.ApiRequest;
import dev.reprise.client.http.ClientJson;
import dev.reprise.client.http.IdempotencyKey;
import dev.reprise.client.http.Operation;
import dev.reprise.client.http.RepriseException;
import dev.reprise.client.http.Transport;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The schedules of the caller's tenant; what fails is as with {@link Runs}. */
public final class Schedules {

  private final Transport transport;

  Schedules(Transport transport) {
    this.transport = transport;
  }

  public Page<Schedule> list(int limit, Optional<String> cursor)
      throws RepriseException, InterruptedException {
    return Page.of(
        transport.send(
            ApiRequest.of(Operation.LIST_SCHEDULES)
                .query("limit", Optional.of(limit))
                .query("cursor", cursor)),
        Schedule::of);
  }

  public Schedule show(String name) throws RepriseException, InterruptedException {
    return Schedule.of(transport.send(ApiRequest.of(Operation.SHOW_SCHEDULE, name)));
  }

  /**
   * Creates a schedule.
   *
   * @param definition as the documentation of schedules describes it
   */
  public Schedule create(JsonNode definition, IdempotencyKey key)
      throws RepriseException, InterruptedException {
    return Schedule.of(
        transport.send(ApiRequest.of(Operation.CREATE_SCHEDULE).body(definition).key(key)));
  }

  /** Returns when a schedule would be due, and creates nothing. */
  public JsonNode preview(JsonNode definition) throws RepriseException, InterruptedException {
    return transport.send(
        ApiRequest.of(Operation.PREVIEW_SCHEDULE).body(definition).key(IdempotencyKey.random()));
  }

  /** Replaces the definition of a schedule. */
  public Schedule replace(String name, JsonNode definition)
      throws RepriseException, InterruptedException {
    return Schedule.of(
        transport.send(ApiRequest.of(Operation.REPLACE_SCHEDULE, name).body(definition)));
  }

  /** Deletes a schedule and its history; its active runs go on. */
  public void delete(String name) throws RepriseException, InterruptedException {
    transport.send(ApiRequest.of(Operation.DELETE_SCHEDULE, name));
  }

  public Schedule pause(String name, IdempotencyKey key)
      throws RepriseException, InterruptedException {
    return Schedule.of(transport.send(ApiRequest.of(Operation.PAUSE_SCHEDULE, name).key(key)));
  }

  public Schedule resume(String name, IdempotencyKey key)
      throws RepriseException, InterruptedException {
    return Schedule.of(transport.send(ApiRequest.of(Operation.RESUME_SCHEDULE, name).key(key)));
  }

  /** Requests one firing, and returns it. */
  public JsonNode trigger(String name, IdempotencyKey key)
      throws RepriseException, InterruptedException {
    return transport.send(ApiRequest.of(Operation.TRIGGER_SCHEDULE, name).key(key));
  }

  /** Returns when a schedule is due. */
  public List<Instant> times(String name, int count, Optional<Instant> after)
      throws RepriseException, InterruptedException {
    JsonNode times =
        transport.send(
            ApiRequest.of(Operation.LIST_DUE_TIMES, name)
                .query("count", Optional.of(count))
                .query("after", after));
    return ClientJson.list(times.path("items"), it -> Instant.parse(it.asText()));
  }
}
