package dev.reprise.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import dev.reprise.platform.Json;
import dev.reprise.platform.PlainText;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a person approves is what is shown: all of it, each digit and each character. */
class ApprovedTextIT {

  private static final ConsoleSite SITE = ConsoleSite.named("console-approved-text");
  private static final String MARKER = "TAMPERED-ROW";

  @RegisterExtension static final BrowserExtension BROWSER = new BrowserExtension(SITE);

  @BeforeAll
  static void start() throws IOException {
    var rows = JsonNodeFactory.instance.arrayNode();
    for (int i = 0; i < 640; i++) {
      rows.addObject().put("iban", "DE02120300000000202051").put("amount", i == 571 ? MARKER : "1");
    }
    agent("payments", call("pay", JsonNodeFactory.instance.objectNode().set("rows", rows)));
    agent(
        "numbers",
        call(
            "count",
            Json.read(
                "{\"id\": 98765432109876543210, \"price\": 2.50, \"small\": 1e-7, \"note\": \"a\"}")));
    agent(
        "unseen",
        call("c1", Json.read("{\"na\u3164me\": \"x\u00ad%sy\"}".formatted("\u3000".repeat(130)))));
    ObjectNode question =
        JsonNodeFactory.instance.objectNode().put("question", "Delete\u2066 it?\ufff9");
    question.putArray("options").add("y\u034fes").add("no");
    agent("unseen-question", call("ask", question).put("tool", "ask_human"));
    SITE.server().start();
  }

  private static ObjectNode call(String id, JsonNode arguments) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", id)
        .put("tool", "long_line")
        .set("arguments", arguments);
  }

  private static void agent(String name, ObjectNode call) throws IOException {
    ObjectNode document =
        (ObjectNode)
            Json.read(
                """
                {"description": "Asks before a call.", "tools": ["long_line", "ask_human"],
                 "grants": {"long_line": {"approval": true}},
                 "phases": [{"name": "only", "prompt": "Do it."}]}""");
    document.put("name", name);
    var script = document.putObject("model").put("provider", "scripted").putObject("script");
    var replies = script.putArray("only");
    replies.addObject().put("text", "This is what I want.").putArray("calls").add(call);
    replies.addObject().put("text", "done");
    Files.writeString(SITE.agent(name), document.toString());
  }

  @Test
  void showsAllOfLongArgumentsAndSaysWhatWasNotOpened() {
    UUID run = waiting("payments");
    Page page = BROWSER.loggedIn("approver");
    ConsoleBrowser.go(page, "/inbox?run=" + run);
    Locator call = page.locator("section.item[data-run='" + run + "'] article.call");
    assertThat(call).not().containsText(MARKER);

    call.locator("input[type=search]").fill(MARKER.toLowerCase(Locale.ROOT));
    call.locator("input[type=search]").press("Enter");

    assertThat(call.locator("mark")).hasText(MARKER);
    assertThat(call).containsText("Found in line");

    Locator unopened = call.locator("input[name=unopened]");
    assertThat(unopened).isVisible();
    call.locator("button[value=approve]").click();
    assertThat(unopened).isFocused();
    assertThat(page.locator("#toast")).hasCount(0);
    call.getByText("First", exactly()).click();
    while (call.getByText("Next", exactly()).isEnabled()) {
      call.getByText("Next", exactly()).click();
    }
    assertThat(unopened).hasCount(0);
    call.locator("button[value=approve]").click();
    assertThat(page.locator("#toast")).containsText("Approve");
  }

  @Test
  void textsOfMegabytesDoNotBurdenThePage() {
    Page page = BROWSER.loggedIn("viewer");

    Object shown =
        page.evaluate(
            """
            async () => {
              const base = document.querySelector('script[src]').src.replace(/[^/]*$/, '');
              const { longText, unopened } = await import(base + 'parts/long-text.js');
              const { render } = await import(base + 'html.js');
              const results = [];
              for (const text of ['y'.repeat(2_300_000) + 'END', 'line\\n'.repeat(130_000) + 'END']) {
                const begin = performance.now();
                const place = document.body.appendChild(document.createElement('div'));
                render(longText(text.slice(0, 9), text), place);
                const size = place.textContent.length;
                const last = [...place.querySelectorAll('button')].find((it) => it.textContent === 'Last');
                last.click();
                results.push(size < 30_000 && place.textContent.includes('END')
                    && unopened(text.slice(0, 9), text) > 400_000 && performance.now() - begin < 2_000);
              }
              return results.join();
            }\
            """);

    assertThat(shown).isEqualTo("true,true");
  }

  @Test
  void keepsTheTextOfNumbersThroughAnEdit() {
    UUID run = waiting("numbers");
    Page page = BROWSER.loggedIn("approver");
    ConsoleBrowser.go(page, "/runs/" + run);
    assertThat(page.locator("article.call")).containsText("98765432109876543210");
    page.locator("article.call button", text("Edit")).click();
    Locator area = page.locator("article.call textarea.code");
    assertThat(area).hasValue(Pattern.compile("98765432109876543210"));

    area.fill(area.inputValue().replace("\"a\"", "[-12345678901234567891.10, 1e400, 7.50]"));
    page.locator("article.call button[value=edit]").click();
    assertThat(page.locator("article.call")).hasCount(0);

    JsonNode call = SITE.get("runs/%s/tool-calls".formatted(run)).at("/items/0");
    assertThat(call.at("/arguments/id").toString()).isEqualTo("98765432109876543210");
    assertThat(call.at("/arguments/note").toString())
        .isEqualTo("[-12345678901234567891.10,1E+400,7.50]");
  }

  @Test
  void editsInALargeAreaAndShowsTheDifferenceBeforeItIsSent() {
    UUID run = waiting("numbers");
    Page page = BROWSER.loggedIn("approver");
    ConsoleBrowser.go(page, "/runs/" + run);
    page.locator("article.call button", text("Edit")).click();
    Locator area = page.locator("article.call textarea.code");
    assertThat(Integer.parseInt(area.getAttribute("rows"))).isGreaterThanOrEqualTo(20);
    assertThat(area.evaluate("it => it.selectionStart + it.scrollTop")).isEqualTo(0);
    assertThat(page.locator("article.call")).containsText("Nothing is changed.");

    area.fill(area.inputValue().replace("\"a\"", "\"b\""));

    assertThat(page.locator(".decision .removed")).hasText("-  \"note\": \"a\",");
    assertThat(page.locator(".decision .added")).hasText("+  \"note\": \"b\",");
    area.fill("{\n  \"id\": 1,\n  \"price\" 2\n}");
    page.locator("article.call button[value=edit]").click();
    assertThat(page.locator("article.call [role=alert]")).containsText("line 3, column 11");
  }

  @Test
  void marksWhatAReaderWouldNotSee() {
    UUID run = waiting("unseen");
    UUID asks = waiting("unseen-question");
    Page page = BROWSER.loggedIn("approver");

    // no script may give a call such an id, but other models do
    page.route(
        Pattern.compile("/api/v1/(approvals|runs/[^/]*/tool-calls)"),
        route -> {
          APIResponse sent = route.fetch();
          route.fulfill(
              new Route.FulfillOptions()
                  .setResponse(sent)
                  .setBody(sent.text().replace("\"id\":\"c1\"", "\"id\":\"c\\u202e1\"")));
        });
    for (String path : new String[] {"/inbox?run=" + run, "/runs/" + run}) {
      ConsoleBrowser.go(page, path);
      Locator call = page.locator("article.call[data-call^=c]").last();
      assertThat(call).containsText("c⟨U+202E⟩1");
      assertThat(call).containsText("na⟨U+3164⟩me");
      assertThat(call).containsText("x⟨U+00AD⟩⟨130 × U+3000⟩y");
    }
    page.unrouteAll(); // before a poll is under way while the page closes
    ConsoleBrowser.go(page, "/runs/" + asks);
    assertThat(page.locator("article.call")).containsText("Delete⟨U+2066⟩ it?⟨U+FFF9⟩");
    assertThat(page.locator("article.call fieldset label").first()).hasText("y⟨U+034F⟩es");
    page.locator("article.call input[name=answer]").first().check();
    page.locator("article.call button[value=answer]").click();
    SITE.awaitStatus(asks, "COMPLETED");
  }

  @Test
  void theConsoleAndTheServerMarkTheSameCharacters() {
    Page page = BROWSER.loggedIn("viewer");

    Object marked =
        page.evaluate(
            """
            async () => {
              const base = document.querySelector('script[src]').src.replace(/[^/]*$/, '');
              const { visible } = await import(base + 'unseen.js');
              const marked = [];
              for (let code = 0; code <= 0x10ffff; code += 1) {
                const text = `a${String.fromCodePoint(code)}b`;
                if (visible(text) !== text) {
                  marked.push(code);
                }
                if (visible(text.repeat(2)) !== visible(text).repeat(2)) {
                  marked.push(-code);
                }
              }
              return marked.join();
            }\
            """);

    assertThat(marked)
        .isEqualTo(
            IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
                .filter(
                    code -> {
                      String text = "a" + Character.toString(code) + "b";
                      return !PlainText.ofLines(text).equals(text);
                    })
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(",")));
  }

  private static Locator.GetByTextOptions exactly() {
    return new Locator.GetByTextOptions().setExact(true);
  }

  private static Page.LocatorOptions text(String text) {
    return new Page.LocatorOptions().setHasText(text);
  }

  private static UUID waiting(String agent) {
    UUID run = SITE.submit(agent, JsonNodeFactory.instance.objectNode());
    SITE.awaitStatus(run, "WAITING");
    return run;
  }
}
