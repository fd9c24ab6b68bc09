package dev.reprise.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.client.http.ClientJson;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;

/** What a run and its child runs may spend; what is empty is as the agent says. */
public record Budget(
    Optional<BigDecimal> usd,
    Optional<Long> tokens,
    Optional<Integer> modelCalls,
    Optional<Integer> toolCalls,
    Optional<Duration> time) {

  public static final Budget AS_THE_AGENT_SAYS =
      new Budget(
          Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  boolean isEmpty() {
    return equals(AS_THE_AGENT_SAYS);
  }

  ObjectNode json() {
    ObjectNode json = ClientJson.object();
    usd.ifPresent(it -> json.put("usd", it));
    tokens.ifPresent(it -> json.put("tokens", it));
    modelCalls.ifPresent(it -> json.put("modelCalls", it));
    toolCalls.ifPresent(it -> json.put("toolCalls", it));
    time.ifPresent(it -> json.put("time", it.toString()));
    return json;
  }
}
