package dev.reprise.crash.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.crash.fixture.Site;
import dev.reprise.platform.Json;
import dev.reprise.server.JsonClient;
import dev.reprise.server.ServerOptions;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A tenant with many runs does not keep others waiting, and every user sees why a run waits. */
class FairShareIT {

  private static final int RUNS_OF_MANY = 300;
  private static final int RUNS_OF_EACH = 5;
  private static final List<String> FEW =
      IntStream.rangeClosed(1, 9).mapToObj("ana@tenant%d"::formatted).toList();
  private static final String MANY = "ben@many";

  @Test
  void nineTenantsFinishWithinTwiceTheTimeThatTheyNeedAlone() {
    try (var site = Site.named("fair-share", options())) {
      site.server().start();
      carryOutFew(site); // warms up
      Duration alone = carryOutFew(site);

      JsonNode last = submitMany(site);
      Duration beside = carryOutFew(site);

      System.out.printf(
          "fair share on a server: %d tenants with %d runs each took %s alone, %s beside %d of another%n",
          FEW.size(), RUNS_OF_EACH, alone, beside, RUNS_OF_MANY);
      assertThat(beside).isLessThanOrEqualTo(alone.multipliedBy(2));
      assertWhyItWaits(site, last);
      assertPrioritiesCount(site);
      assertNoMoreAreTaken(site);
    }
  }

  private static ServerOptions options() {
    ServerOptions options =
        ServerOptions.DEFAULT
            .with("REPRISE_AGENTS_DIR", Site.agents("fair").toString())
            .with("REPRISE_TENANT_PATTERN", "[^@]+@(.+)")
            .with("REPRISE_WORKSPACES_EFFECTS_TENANTS", "*")
            .with("REPRISE_DISPATCH_AS_JOBS", "never")
            .with("REPRISE_DISPATCH_MAX_RUNNING", "8")
            .with("REPRISE_QUEUE_MAX_QUEUED", Integer.toString(RUNS_OF_MANY))
            .withUser(MANY, "operators");
    for (String user : FEW) {
      options = options.withUser(user, "operators");
    }
    return options;
  }

  /** Returns the time from the first submission to the last completion. */
  private static Duration carryOutFew(Site site) {
    Instant begin = Instant.now();
    for (int i = 0; i < RUNS_OF_EACH; i++) {
      FEW.forEach(user -> submit(site.runs().http().as(user), 0));
    }
    await()
        .atMost(Duration.ofMinutes(1))
        .pollDelay(Duration.ZERO)
        .until(() -> FEW.stream().allMatch(user -> isIdle(site.runs().http().as(user))));
    return Duration.between(begin, Instant.now());
  }

  private static boolean isIdle(JsonClient tenant) {
    JsonNode queue = tenant.get("api/v1/queue");
    return queue.path("queued").asInt() + queue.path("running").asInt() == 0;
  }

  private static JsonNode submitMany(Site site) {
    JsonClient many = site.runs().http().as(MANY);
    JsonNode last = submit(many, 0);
    for (int i = 1; i < RUNS_OF_MANY; i++) {
      last = submit(many, 0);
    }
    return last;
  }

  private static JsonNode submit(JsonClient tenant, int priority) {
    return tenant.change("POST", "api/v1/runs", submission(priority));
  }

  private static ObjectNode submission(int priority) {
    var body = JsonNodeFactory.instance.objectNode();
    body.put("agent", "thinker").put("workspace", "effects").put("priority", priority);
    body.putObject("input");
    return body;
  }

  private static void assertWhyItWaits(Site site, JsonNode run) {
    JsonClient many = site.runs().http().as(MANY);

    JsonNode place = many.get("api/v1/runs/" + run.path("id").asText()).path("queue");

    assertThat(place.path("reason").asText()).isEqualTo("behind_others_of_tenant");
    assertThat(place.path("ahead").asInt()).isBetween(1, RUNS_OF_MANY);
    JsonNode queue = many.get("api/v1/queue");
    assertThat(queue.path("queued").asInt()).isBetween(1, RUNS_OF_MANY);
    assertThat(queue.path("weight").asInt()).isEqualTo(1);
    assertThat(queue.path("maxQueued").asInt()).isEqualTo(RUNS_OF_MANY);
    assertThat(queue.has("maxRunning")).isFalse();
    assertThat(Instant.parse(queue.path("oldestDue").asText())).isBefore(Instant.now());
    assertThat(many.get("api/v1/runs?limit=1&status=QUEUED").at("/items/0").has("queue")).isFalse();
  }

  private static void assertPrioritiesCount(Site site) {
    JsonClient many = site.runs().http().as(MANY);
    String plain = submit(many, 0).path("id").asText();
    JsonNode urgent = submit(many, 9);
    assertThat(urgent.path("priority").asInt()).isEqualTo(9);

    await()
        .until(
            () -> status(many, urgent.path("id").asText()), status -> status.equals("COMPLETED"));

    assertThat(status(many, plain)).isEqualTo("QUEUED");
    assertThat(many.tryTo("POST", "api/v1/runs", submission(10)).body())
        .contains("invalid-value", "priority must be a whole number from -9 to 9");
  }

  private static String status(JsonClient tenant, String run) {
    return tenant.get("api/v1/runs/" + run).path("status").asText();
  }

  private static void assertNoMoreAreTaken(Site site) {
    JsonClient many = site.runs().http().as(MANY);
    HttpResponse<String> answer;
    do {
      answer = many.tryTo("POST", "api/v1/runs", submission(-9));
    } while (answer.statusCode() == 202);

    assertThat(answer.statusCode()).isEqualTo(429);
    assertThat(answer.headers().firstValue("Retry-After")).contains("5");
    JsonNode problem = Json.read(answer.body());
    assertThat(problem.path("code").asText()).isEqualTo("queue-full");
    assertThat(problem.path("retryable").asBoolean()).isTrue();
    assertThat(problem.path("detail").asText())
        .isEqualTo(
            "Tenant many has %d runs queued, and may have %d (reprise.queue.max-queued)."
                .formatted(RUNS_OF_MANY, RUNS_OF_MANY));
    assertThat(many.get("api/v1/queue").path("refused").asInt()).isEqualTo(1);
    submit(site.runs().http().as(FEW.getFirst()), 0);
  }
}
