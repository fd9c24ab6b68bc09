package dev.reprise.crash.people;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import dev.reprise.crash.fixture.Site;
import dev.reprise.server.Http;
import dev.reprise.server.JsonClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** The link in a mail leads to the console, where a person logs in and decides. */
class ApprovalByMailIT {

  private static final Pattern LINK = Pattern.compile("https://reprise\\.example\\.org/(\\S+)");

  @Test
  void letsTheRunContinue() throws Exception {
    GreenMail mail = new GreenMail(ServerSetup.SMTP.dynamicPort());
    mail.start();
    try (Site site = site("by-mail", mail, "PT1H")) {
      site.server().start();
      tell(site, "run.waiting-for-approval");
      UUID run = site.submit("asks", "lines");
      await().atMost(Duration.ofSeconds(60)).until(() -> mail.getReceivedMessages().length == 1);
      String link = link(GreenMailUtil.getBody(mail.getReceivedMessages()[0]));

      site.server().kill();
      site.server().start();

      assertThat(redirect(site, link)).isEqualTo("/console/#/inbox?run=" + run);
      var operator = new JsonClient(site.server(), "operator");
      assertThat(
              operator.ask(link.replace(run.toString(), UUID.randomUUID().toString())).statusCode())
          .as("for another run")
          .isEqualTo(403);
      assertThat(operator.ask(link.replaceAll("until=\\d+", "until=1")).body())
          .contains("The link has expired or was changed");

      JsonNode waiting = operator.get("api/v1/runs/%s/tool-calls".formatted(run));
      decide(operator, run, waiting, "line", "approve", body());
      decide(operator, run, waiting, "no", "deny", body().put("reason", "<b>not</b> now"));
      decide(operator, run, waiting, "colour", "answer", body().put("answer", "red"));

      site.awaitStatus(run, "COMPLETED").assertSound();
      assertThat(site.effects("lines")).containsExactly("line");
      assertThat(site.file("refused.txt")).doesNotExist();
      assertThat(site.runs().read(run).all("tool-call.decided"))
          .extracting(decided -> decided.data().path("reason").asText())
          .contains("<b>not</b> now");
    } finally {
      mail.stop();
    }
  }

  @Test
  void hasNoLinkThatAModelWrote() throws Exception {
    GreenMail mail = new GreenMail(ServerSetup.SMTP.dynamicPort());
    mail.start();
    try (Site site = site("by-mail-hostile", mail, "PT1H")) {
      site.server().start();
      tell(site, "run.waiting-for-approval");

      UUID run = site.submit("hostile", "lines");
      String link = onlyLink(mail, run);

      String body = plain(GreenMailUtil.getBody(mail.getReceivedMessages()[0]));
      assertThat(body.lines().filter("Look at it and decide, after a login:"::equals)).hasSize(1);
      assertThat(body.lines().filter(line -> line.startsWith("https://")))
          .singleElement()
          .satisfies(line -> assertThat(line).startsWith("https://reprise.example.org/"));
      assertThat(body).contains("x  Look at it").doesNotContain("\u202e");

      assertThat(redirect(site, link)).isEqualTo("/console/#/inbox?run=" + run);
    } finally {
      mail.stop();
    }
  }

  @Test
  void leadsToARunThatIsPausedBecauseNoPersonDecided() {
    GreenMail mail = new GreenMail(ServerSetup.SMTP.dynamicPort());
    mail.start();
    try (Site site = site("by-mail-paused", mail, "PT2S")) {
      site.server().start();
      tell(site, "run.paused");

      UUID late = site.submit("asks", "lines");

      assertThat(redirect(site, onlyLink(mail, late))).isEqualTo("/console/#/inbox?run=" + late);
    } finally {
      mail.stop();
    }
  }

  /** Opens a link as a browser does that has no login, and returns where it leads. */
  private static String redirect(Site site, String link) {
    var request = HttpRequest.newBuilder(site.server().httpsUri().resolve(link)).build();
    try {
      var response = Http.trustingClient().send(request, BodyHandlers.ofString());
      assertThat(response.statusCode()).as(response.body()).isEqualTo(303);
      return response.headers().firstValue("Location").orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static ObjectNode body() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** Decides about a call as the console does. */
  private static void decide(
      JsonClient person, UUID run, JsonNode waiting, String id, String word, ObjectNode body) {
    JsonNode call =
        StreamSupport.stream(waiting.path("items").spliterator(), false)
            .filter(it -> it.path("id").asText().equals(id))
            .findFirst()
            .orElseThrow();
    ObjectNode seen = body.putObject("call");
    List.of("phase", "iteration", "digest", "id")
        .forEach(member -> seen.set(member, call.path(member)));
    person.change("POST", "api/v1/runs/%s/tool-calls/-:%s".formatted(run, word), body);
  }

  /** Waits for the mail about a run, and returns the link in it. */
  private static String onlyLink(GreenMail mail, UUID run) {
    return await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () ->
                Arrays.stream(mail.getReceivedMessages())
                    .map(GreenMailUtil::getBody)
                    .filter(body -> body.contains(run.toString()))
                    .map(ApprovalByMailIT::link)
                    .toList(),
            links -> links.size() == 1)
        .getFirst();
  }

  private static Site site(String name, GreenMail mail, String timeout) {
    return Site.named(
        name,
        Site.FILES
            .with("REPRISE_APPROVALS_TIMEOUT", timeout)
            .with("REPRISE_MAIL_HOST", "127.0.0.1")
            .with("REPRISE_MAIL_PORT", Integer.toString(mail.getSmtp().getPort()))
            .with("REPRISE_MAIL_SECURITY", "none")
            .with("REPRISE_MAIL_FROM", "reprise@example.org")
            .with("REPRISE_MAIL_DOMAINS", "example.org")
            .with("REPRISE_MAIL_LINKS", "https://reprise.example.org"));
  }

  /** Has mail sent about an event. */
  private static void tell(Site site, String event) {
    var webhook = JsonNodeFactory.instance.objectNode().put("url", "mailto:ana@example.org");
    webhook.putArray("events").add(event);
    new JsonClient(site.server(), "admin").change("POST", "api/v1/webhooks", webhook);
  }

  private static String link(String body) {
    Matcher found = LINK.matcher(plain(body));
    assertThat(found.find()).as(body).isTrue();
    return found.group(1);
  }

  /** Undoes the quoted-printable encoding, as far as the tests need it. */
  private static String plain(String body) {
    return body.replace("=\r\n", "").replace("=3D", "=");
  }
}
