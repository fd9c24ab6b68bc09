package dev.reprise.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.server.JsonClient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/** A schedule of these tests on a server, and the outcome of its due times. */
record Clockwork(Site site, String name) {

  /** The outcome of some due times of a schedule. */
  record Fired(
      String id,
      Instant due,
      Instant until,
      int dues,
      String source,
      String status,
      String reason,
      Instant started,
      Instant ended) {

    static Fired read(JsonNode firing) {
      return new Fired(
          firing.path("id").asText(),
          Instant.parse(firing.path("due").asText()),
          Instant.parse(firing.path("until").asText()),
          firing.path("dues").asInt(),
          firing.path("source").asText(),
          firing.path("status").asText(),
          firing.path("reason").asText(),
          time(firing, "startedAt"),
          time(firing, "endedAt"));
    }

    private static Instant time(JsonNode firing, String name) {
      return firing.hasNonNull(name) ? Instant.parse(firing.path(name).asText()) : Instant.MAX;
    }

    boolean ran() {
      return !started.equals(Instant.MAX);
    }

    boolean isOpen() {
      return status.equals("PENDING") || status.equals("ACTIVE");
    }
  }

  /**
   * Creates a schedule. Each of its runs writes a line to a file of its own.
   *
   * @param policies members of the request
   */
  static Clockwork make(Site site, String name, String cron, ObjectNode policies) {
    ObjectNode request = policies.deepCopy();
    request.put("name", name).put("agent", "ticker").put("workspace", "effects").put("cron", cron);
    request.putObject("input").put("effects", "{{schedule.firing}}");
    client(site).change("POST", "api/v1/schedules", request);
    return new Clockwork(site, name);
  }

  static ObjectNode policies(String cooldown, String overlap, String missed) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("cooldown", cooldown)
        .put("overlap", overlap)
        .put("missed", missed);
  }

  private static JsonClient client(Site site) {
    return site.runs().http();
  }

  private void pause() {
    client(site)
        .change(
            "POST", "api/v1/schedules/" + name + ":pause", JsonNodeFactory.instance.objectNode());
  }

  /** Cancels firings that wait for the schedule to resume. */
  private void withdrawWaiting() {
    firings().stream()
        .filter(fired -> fired.status().equals("PENDING"))
        .forEach(
            fired ->
                client(site)
                    .tryTo(
                        "POST",
                        "api/v1/schedules/%s/firings/%s:cancel".formatted(name, fired.id()),
                        JsonNodeFactory.instance.objectNode()));
  }

  /** Returns all firings of the schedule, the newest first. */
  List<Fired> firings() {
    List<Fired> all = new ArrayList<>();
    String query = "?limit=200";
    while (!query.isEmpty()) {
      JsonNode page = client(site).get("api/v1/schedules/" + name + "/firings" + query);
      page.path("items").forEach(item -> all.add(Fired.read(item)));
      query =
          page.hasNonNull("nextCursor")
              ? "?limit=200&cursor=" + page.path("nextCursor").asText()
              : "";
    }
    return all;
  }

  /** Pauses the schedule, cancels waiting firings, and waits until none is open any more. */
  void bringToRest() {
    pause();
    await()
        .atMost(Duration.ofMinutes(3))
        .pollInterval(Duration.ofMillis(500))
        .untilAsserted(
            () -> {
              withdrawWaiting();
              assertThat(firings()).noneMatch(Fired::isOpen);
            });
  }

  /** Checks that each due time has one firing, and that each firing that ran wrote one line. */
  void assertFiredOnceEach(Duration interval) {
    var dues = new TreeSet<Instant>();
    for (Fired fired : firings()) {
      for (int i = 0; i < fired.dues(); i++) {
        Instant due = fired.due().plus(interval.multipliedBy(i));
        assertThat(dues.add(due)).as("%s of %s has one firing: %s", due, name, fired).isTrue();
      }
      int lines = site.effects(fired.id()).size();
      assertThat(lines).as("effects of %s", fired).isEqualTo(fired.ran() ? 1 : 0);
    }
    long passed = Duration.between(dues.first(), dues.last()).dividedBy(interval) + 1;
    assertThat(dues).as("none of %s is lost", name).hasSize((int) passed);
  }

  /** Checks that no firing started during the cooldown after another one. */
  void assertRested(Duration cooldown) {
    List<Fired> ran =
        firings().stream().filter(Fired::ran).sorted(Comparator.comparing(Fired::started)).toList();
    for (int i = 1; i < ran.size(); i++) {
      assertThat(ran.get(i).started())
          .as("%s after %s", ran.get(i), ran.get(i - 1))
          .isAfterOrEqualTo(ran.get(i - 1).ended().plus(cooldown));
    }
  }
}
