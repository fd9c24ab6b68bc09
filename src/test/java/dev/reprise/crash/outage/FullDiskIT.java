package dev.reprise.crash.outage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reprise.crash.fixture.Site;
import dev.reprise.platform.Json;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * After its disk was full, Derby cannot be used until it is booted again. The server says so to its
 * callers and to its supervisor, who restarts it; nothing is lost.
 */
class FullDiskIT {

  private final Site site = Site.named("full-disk");

  @AfterEach
  void close() {
    site.close();
  }

  @Test
  void asksForARestartAndLosesNothing() {
    site.server().start();
    UUID before = site.submit("steps", "before.txt");
    site.awaitStatus(before, "COMPLETED");

    site.server().limitFiles("0");
    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(
            () -> {
              HttpResponse<String> refused = site.trySubmission("steps");
              assertThat(refused.statusCode()).as(refused.body()).isEqualTo(503);
              assertThat(refused.body()).contains("store-unavailable");
            });
    site.server().limitFiles("unlimited");
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> health("ready") == 503 && health("live") == 503);
    assertThat(site.trySubmission("steps").statusCode()).isEqualTo(503);

    site.server().kill();
    site.server().start();
    assertThat(site.runs().status(before)).isEqualTo("COMPLETED");
    HttpResponse<String> accepted = site.trySubmission("steps");
    assertThat(accepted.statusCode()).as(accepted.body()).isEqualTo(202);
    UUID after = run(accepted);
    assertThat(run(site.trySubmission("steps"))).isEqualTo(after);
    site.awaitStatus(after, "COMPLETED");
    assertThat(site.runs().list()).containsOnlyKeys(before, after);
  }

  private static UUID run(HttpResponse<String> receipt) {
    return UUID.fromString(Json.read(receipt.body()).path("id").asText());
  }

  private int health(String check) {
    return site.runs().http().ask("health/" + check).statusCode();
  }
}
