package dev.reprise.crash.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.crash.fixture.HookReceiver;
import dev.reprise.crash.fixture.HookReceiver.Mood;
import dev.reprise.crash.fixture.Site;
import dev.reprise.server.JsonClient;
import dev.reprise.server.ServerOptions;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Receivers of one tenant that hang keep no other tenant's messages waiting, and no secret. */
class SlowWebhooksIT {

  private static final int HANGING = 20;
  private static final String SLOW = "eve@beta";
  private static final String OTHER = "ann@alpha";
  private static final Duration SOON = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Test
  void delayNoOtherTenant() {
    try (var slow = new HookReceiver();
        var quick = new HookReceiver();
        var site = Site.named("slow-webhooks", options(slow, quick))) {
      site.server().start();
      JsonClient eve = site.runs().http().as(SLOW);
      JsonClient ann = site.runs().http().as(OTHER);
      slow.now(Mood.HANGS);
      for (int i = 0; i < HANGING; i++) {
        register(eve, slow.url() + "/s3cret-" + i);
      }
      register(ann, quick.url());
      for (int i = 0; i < 3; i++) {
        submit(eve);
      }
      await().atMost(PATIENCE).until(() -> slow.got().size() >= 2);

      for (int i = 1; i <= 5; i++) {
        int told = i;
        String run = submit(ann);
        await().atMost(PATIENCE).until(() -> isOver(ann, run));
        await("delivery %d".formatted(i)).atMost(SOON).until(() -> quick.accepted().size() == told);
      }

      assertThat(slow.accepted()).isEmpty();
      assertConceals(site, slow);
    }
  }

  /** What follows the host of a URL is the secret of many receivers. */
  private static void assertConceals(Site site, HookReceiver receiver) {
    String shown = "http://127.0.0.1:%d/…".formatted(receiver.port());
    JsonClient eve = site.runs().http().as(SLOW);

    assertThat(eve.get("api/v1/webhooks?limit=100").path("items"))
        .hasSize(HANGING)
        .allSatisfy(it -> assertThat(it.path("url").asText()).contains("/hook/s3cret-"));
    assertThat(eve.as("vic@beta").get("api/v1/webhooks?limit=100").path("items"))
        .hasSize(HANGING)
        .allSatisfy(it -> assertThat(it.path("url").asText()).isEqualTo(shown));
    assertThat(eve.as("aud@beta").get("api/v1/audit?limit=100").path("items"))
        .filteredOn(it -> it.toString().contains("POST /webhooks"))
        .hasSize(HANGING)
        .allSatisfy(it -> assertThat(it.toString()).contains(shown).doesNotContain("s3cret"));
  }

  private static ServerOptions options(HookReceiver slow, HookReceiver quick) {
    return ServerOptions.DEFAULT
        .with("REPRISE_AGENTS_DIR", Site.agents("fair").toString())
        .with("REPRISE_TENANT_PATTERN", "[^@]+@(.+)")
        .with("REPRISE_WORKSPACES_EFFECTS_TENANTS", "*")
        .with("REPRISE_WEBHOOKS_NETWORKS", "127.0.0.0/8")
        .with("REPRISE_WEB_PORTS", slow.port() + "," + quick.port())
        .withUser(SLOW, "admins")
        .withUser("vic@beta", "operators")
        .withUser("aud@beta", "auditors")
        .withUser(OTHER, "admins");
  }

  private static void register(JsonClient admin, String url) {
    ObjectNode request = JsonNodeFactory.instance.objectNode().put("url", url);
    request.putArray("events").add("run.completed");
    admin.change("POST", "api/v1/webhooks", request);
  }

  private static String submit(JsonClient admin) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("agent", "thinker").put("workspace", "effects").putObject("input");
    JsonNode run = admin.change("POST", "api/v1/runs", body);
    return run.path("id").asText();
  }

  private static boolean isOver(JsonClient client, String run) {
    return client.get("api/v1/runs/" + run).path("status").asText().equals("COMPLETED");
  }
}
