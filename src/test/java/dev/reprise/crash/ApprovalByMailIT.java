package dev.reprise.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import dev.reprise.server.JsonClient;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;

/** A person gets a mail, opens its link, logs in and decides; the server is killed in between. */
class ApprovalByMailIT {

  private static final Pattern LINK = Pattern.compile("https://reprise\\.example\\.org/(\\S+)");
  private static final String FORM = "application/x-www-form-urlencoded";

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

      var operator = new JsonClient(site.server(), "operator");
      assertThat(operator.as("viewer").ask(link).statusCode()).as("may not decide").isEqualTo(403);
      assertThat(
              operator.ask(link.replace(run.toString(), UUID.randomUUID().toString())).statusCode())
          .as("for another run")
          .isEqualTo(403);
      Document page = page(operator.ask(link), 200);
      assertThat(page.text())
          .contains(run.toString(), "Call line of", "If denied")
          .contains("Who may decide people with the role approver")
          .as("what was done before")
          .contains("missing of read_file with {\"path\":\"missing.txt\"}: FAILED")
          .containsPattern("Spent so far 0 USD, \\d+ tokens, 1 tool calls");
      assertThat(page.select("pre").eachText())
          .as("what write_file would change")
          .anyMatch(text -> text.contains("+++ refused.txt") && text.endsWith("+no"));
      assertThat(page.select("script, style, [onclick]")).isEmpty();

      page =
          page(sendWithKey(operator, link, form(page, "line", Map.of("decision", "approve"))), 200);
      assertThat(page.select("[role=status]").text()).isEqualTo("Call line is approved.");
      page =
          page(
              operator.send(
                  link,
                  FORM,
                  form(page, "no", Map.of("decision", "deny", "reason", "<b>not</b> now"))),
              200);
      Map<String, String> red = Map.of("decision", "answer", "answer", "red");
      String answer = form(page, "colour", red);
      page(operator.send(link, FORM, answer), 200);

      site.awaitStatus(run, "COMPLETED").assertSound();
      assertThat(site.effects("lines")).containsExactly("line");
      assertThat(site.file("refused.txt")).doesNotExist();
      assertThat(page(operator.send(link, FORM, answer), 409).text())
          .contains("was answered by 'operator'");
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

      var approver = new JsonClient(site.server(), "approver");
      Document page = page(approver.ask(link), 200);
      assertThat(page.text()).contains("⟨U+202E⟩").doesNotContain("\u202e");
      String denial = form(page, "write", Map.of("decision", "deny"));
      HttpResponse<String> refused = approver.as("submitter").send(link, FORM, denial);
      assertThat(refused.statusCode()).as("no approver").isEqualTo(403);
      assertThat(refused.body()).doesNotContain("The link has expired");
      page(approver.send(link, FORM, denial), 200);
      site.awaitStatus(run, "COMPLETED").assertSound();
    } finally {
      mail.stop();
    }
  }

  @Test
  void saysWhyARunIsPausedThatNoPersonPaused() {
    GreenMail mail = new GreenMail(ServerSetup.SMTP.dynamicPort());
    mail.start();
    try (Site site = site("by-mail-paused", mail, "PT2S")) {
      site.server().start();
      tell(site, "run.paused");
      var operator = new JsonClient(site.server(), "operator");

      UUID late = site.submit("asks", "lines");
      Document page = page(operator.ask(onlyLink(mail, late)), 200);

      assertThat(page.text())
          .contains("No decision came in time", "/runs/" + late + ":resume", "Call line of");
      assertThat(page.select("form")).as("nothing is to decide before it is resumed").isEmpty();

      UUID poor = withBudget(operator);
      page = page(operator.ask(onlyLink(mail, poor)), 200);

      assertThat(page.text())
          .contains("the limit of the run is 500 tokens, 0 are spent")
          .containsPattern("\\{\"budget\": \\{\"tokens\": \\d{4,}}}")
          .doesNotContain("No call of this run waits");
    } finally {
      mail.stop();
    }
  }

  private static UUID withBudget(JsonClient operator) {
    ObjectNode submission =
        JsonNodeFactory.instance.objectNode().put("agent", "boundary").put("workspace", "effects");
    submission.putObject("input").put("effects", "poor");
    submission.putObject("budget").put("tokens", 500);
    return UUID.fromString(operator.change("POST", "api/v1/runs", submission).path("id").asText());
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

  private static Document page(HttpResponse<String> response, int status) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(response.headers().firstValue("Content-Type"))
        .hasValueSatisfying(type -> assertThat(type).startsWith("text/html"));
    return Jsoup.parse(response.body());
  }

  /** Sends a form with a key, which has no meaning for pages. */
  private static HttpResponse<String> sendWithKey(JsonClient operator, String link, String form)
      throws IOException, InterruptedException {
    return operator
        .client()
        .send(
            HttpRequest.newBuilder(operator.base().resolve(link))
                .header("Authorization", operator.credentials().basic(operator.user()))
                .header("Content-Type", FORM)
                .header("Idempotency-Key", UUID.randomUUID().toString())
                .POST(BodyPublishers.ofString(form))
                .build(),
            BodyHandlers.ofString());
  }

  /** Returns what a browser sends for the form of a call, with these fields filled in. */
  private static String form(Document page, String call, Map<String, String> filled) {
    Element form =
        page.select("form").stream()
            .filter(it -> it.select("[name=call]").attr("value").equals(call))
            .findFirst()
            .orElseThrow();
    Map<String, String> fields =
        form.select("input[type=hidden]").stream()
            .collect(Collectors.toMap(it -> it.attr("name"), it -> it.attr("value")));
    fields.putAll(filled);
    return fields.entrySet().stream()
        .map(it -> it.getKey() + "=" + URLEncoder.encode(it.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
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
