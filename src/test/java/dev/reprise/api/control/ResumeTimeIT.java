package dev.reprise.api.control;

import static java.util.stream.StreamSupport.stream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.fixture.Client;
import dev.reprise.server.RecordedEvent;
import dev.reprise.server.RecordedRun;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A paused run continues soon after a person has asked for that. */
class ResumeTimeIT {

  private static final Client ADMIN = new Client("admin");
  private static final Duration LONGEST = Duration.ofSeconds(1);

  /** An odd number, of which the middle one counts: the machine may be busy in some of them. */
  private static final int RESUMES = 9;

  @Test
  void takesLessThanASecond() {
    List<Duration> times =
        Stream.generate(ResumeTimeIT::resumeTime).limit(RESUMES).sorted().toList();

    System.out.println("from the request to the next step of the resumed run: " + times);
    assertThat(times.get(RESUMES / 2)).isLessThan(LONGEST);
  }

  /**
   * Returns the time from the request until the run's approved call begins. The database's clock is
   * this machine's.
   */
  private static Duration resumeTime() {
    UUID run = ADMIN.submit("guarded");
    awaitStatus(run, "WAITING");
    ADMIN.post("runs/" + run + ":pause", "{}");
    awaitStatus(run, "PAUSED");
    say(run, "write:approve", ADMIN.seen(run, "write"));

    Instant asked = Instant.now();
    assertThat(ADMIN.post("runs/" + run + ":resume", "{}").status()).isEqualTo(202);

    await().atMost(Duration.ofSeconds(30)).until(() -> read(run).has("tool-call.started"));
    Instant continued = read(run).first("tool-call.started").at();
    ADMIN.post("runs/" + run + ":cancel", "{}");
    return Duration.between(asked, continued);
  }

  private static void say(UUID run, String word, String members) {
    Client.Answer answer =
        ADMIN.post("runs/%s/tool-calls/%s".formatted(run, word), "{" + members + "}");
    assertThat(answer.status()).as("%s", answer.body()).isEqualTo(202);
  }

  private static void awaitStatus(UUID run, String status) {
    await().atMost(Duration.ofSeconds(30)).until(() -> ADMIN.status(run).equals(status));
  }

  private static RecordedRun read(UUID run) {
    JsonNode items = ADMIN.get("runs/" + run + "/events").body().path("items");
    return new RecordedRun(stream(items.spliterator(), false).map(RecordedEvent::of).toList());
  }
}
