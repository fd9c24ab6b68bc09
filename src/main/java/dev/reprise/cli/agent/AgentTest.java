package dev.reprise.cli.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.cli.output.Columns;
import dev.reprise.cli.watch.EndView;
import dev.reprise.cli.watch.RunWatcher;
import dev.reprise.client.Budget;
import dev.reprise.client.RepriseClient;
import dev.reprise.client.Run;
import dev.reprise.client.Submission;
import dev.reprise.client.http.ApiRequest;
import dev.reprise.client.http.ClientJson;
import dev.reprise.client.http.IdempotencyKey;
import dev.reprise.client.http.Operation;
import dev.reprise.client.http.ProblemException;
import dev.reprise.client.http.RepriseException;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/**
 * Tests an agent: submits a run for each case of a file, follows it to its end, and compares.
 * Tested by {@code AgentTestCommandTest}.
 *
 * @param agent the agent's name
 * @param workspace that the runs work in
 */
public record AgentTest(String agent, String workspace, List<AgentTestCase> cases) {

  private static final int PAGE = 200;

  /** How results are shown. */
  public static final Columns COLUMNS =
      Columns.of(
          """
          CASE /case, RESULT /result, RUN /run, STATUS /status, DIFFERENCES /differences""");

  /** With which the runs of tests are marked. */
  private static final String LABEL = "agent-test";

  private static final Set<String> MEMBERS = Set.of("agent", "workspace", "cases");

  /**
   * Reads a test.
   *
   * @throws IllegalArgumentException if something is wrong with it; says what and where
   */
  public static AgentTest of(JsonNode json) {
    AgentTestCase.requireKnown("test", json, MEMBERS);
    return new AgentTest(
        text(json, "agent"), text(json, "workspace"), AgentTestCase.of(json.path("cases")));
  }

  private static String text(JsonNode json, String name) {
    return ClientJson.text(json, name)
        .orElseThrow(() -> new IllegalArgumentException(name + " is missing; it must be a text"));
  }

  /**
   * Carries the cases out one after another.
   *
   * @param timeout how long a run may take
   * @param err where lost connections are reported
   * @return a result for each, whose member {@code result} is {@code passed} or {@code failed}
   */
  public List<JsonNode> carryOut(RepriseClient client, Duration timeout, PrintWriter err)
      throws RepriseException, InterruptedException {
    List<JsonNode> results = new ArrayList<>();
    for (AgentTestCase each : cases) {
      results.add(result(client, each, timeout, err));
    }
    return results;
  }

  /** Returns whether all results passed. */
  public static boolean hasPassed(List<JsonNode> results) {
    return results.stream().allMatch(it -> it.path("result").asText().equals("passed"));
  }

  private JsonNode result(
      RepriseClient client, AgentTestCase test, Duration timeout, PrintWriter err)
      throws RepriseException, InterruptedException {
    Run run;
    try {
      run = client.runs().submit(submission(test), IdempotencyKey.random());
    } catch (ProblemException refused) {
      return result(test, List.of("it was refused: " + refused.getMessage()));
    }
    List<String> differences;
    try {
      new RunWatcher(client, Clock.systemUTC())
          .watch(
              run.id(),
              new RunWatcher.Extent(0, Optional.of(timeout), true),
              new EndView(ended -> {}, err));
      run = client.runs().show(run.id());
      differences = test.expected().differences(run, called(client, run.id()));
    } catch (TimeoutException e) {
      run = client.runs().show(run.id());
      differences = List.of("it had not ended after " + timeout);
    }
    return result(test, differences)
        .put("run", run.id().toString())
        .put("status", run.status().name());
  }

  private static ObjectNode result(AgentTestCase test, List<String> differences) {
    ObjectNode result =
        ClientJson.object()
            .put("case", test.name())
            .put("result", differences.isEmpty() ? "passed" : "failed");
    differences.forEach(result.putArray("differences")::add);
    return result;
  }

  private Submission submission(AgentTestCase test) {
    return new Submission(
        agent,
        workspace,
        test.input(),
        true,
        0,
        Budget.AS_THE_AGENT_SAYS,
        Optional.empty(),
        Map.of(LABEL, agent));
  }

  private static Set<String> called(RepriseClient client, UUID run)
      throws RepriseException, InterruptedException {
    return client
        .list(ApiRequest.of(Operation.LIST_CALLS, run).query("limit", Optional.of(PAGE)))
        .stream()
        .map(call -> call.path("tool").asText())
        .collect(Collectors.toSet());
  }
}
