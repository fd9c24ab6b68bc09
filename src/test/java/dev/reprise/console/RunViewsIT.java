package dev.reprise.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.Media;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The page of a run shows its family and the images of its calls, and can be read on paper. */
class RunViewsIT {

  private static final ConsoleSite SITE =
      ConsoleSite.named(
          "console-views",
          options -> options.withBeans(PictureTool.class),
          "/console/family/head.yaml",
          "/console/family/lead.yaml",
          "/console/family/hand.yaml");

  @RegisterExtension static final BrowserExtension BROWSER = new BrowserExtension(SITE);

  private static UUID head;

  @BeforeAll
  static void start() {
    SITE.server().start();
    head = SITE.submit("head", JsonNodeFactory.instance.objectNode());
    SITE.awaitStatus(head, "COMPLETED");
  }

  private Page page;

  @BeforeEach
  void logIn() {
    page = BROWSER.loggedIn("operator");
  }

  @Test
  void showsTheRunsThatWorkForItAndThoseThatWorkForThem() {
    List<String> leads = children(head.toString());
    String hand = children(leads.getLast()).getFirst();
    ConsoleBrowser.go(page, "/runs/" + head + "/relatives");

    Locator branches = page.locator("section > .tree > li");
    assertThat(branches).hasCount(2);
    assertThat(branches).containsText(new String[] {"lead", "lead"});
    assertThat(branches.last()).containsText("Completed");
    assertThat(branches.last().locator("a")).hasAttribute("href", "#/runs/" + leads.getLast());
    branches.last().locator("summary").click();
    Locator twig = page.locator(".tree .tree a");
    assertThat(twig).hasAttribute("href", "#/runs/" + hand);
    page.locator(".tree .tree summary").click();
    assertThat(page.locator(".tree .tree details")).containsText("No run works for this one.");

    twig.click();
    assertThat(page.locator("h1")).containsText("hand");
    assertThat(page.locator(".facts a[href='#/runs/" + leads.getLast() + "']")).hasCount(1);
    page.locator(".views a").getByText("Family").click();
    page.locator("section a[href='#/runs/" + leads.getLast() + "']").click();
    assertThat(page.locator("h1")).containsText("lead");
    page.locator("details.call summary").click();
    page.getByText("Its run").click();
    assertThat(page.locator("h1")).containsText("hand");
  }

  @Test
  void linksImagesOfTheWebAndFetchesNone() {
    String hand = children(children(head.toString()).getFirst()).getFirst();
    List<String> requests = new CopyOnWriteArrayList<>();
    page.onRequest(request -> requests.add(request.url()));
    ConsoleBrowser.go(page, "/runs/" + hand);

    page.locator("details.call summary").click();

    Locator call = page.locator("details.call");
    assertThat(call).containsText("two pictures");
    assertThat(call).containsText("Image: " + PictureTool.ADDRESS + " (image/png)");
    assertThat(call).containsText("Image: " + PictureTool.REFERENCE + " (image/webp)");
    assertThat(
            call.locator("p", new Locator.LocatorOptions().setHasText(PictureTool.ADDRESS))
                .locator("a"))
        .hasAttribute("href", PictureTool.ADDRESS);
    assertThat(
            call.locator("p", new Locator.LocatorOptions().setHasText(PictureTool.REFERENCE))
                .locator("a"))
        .hasCount(0);
    assertThat(page.locator("main img")).hasCount(0);
    assertThat(requests)
        .isNotEmpty()
        .allMatch(url -> url.startsWith(SITE.server().baseUri().toString()));
    JsonNode recorded =
        SITE.runs().read(UUID.fromString(hand)).first("tool-call.completed").data().path("images");
    assertThat(recorded.findValuesAsText("source"))
        .containsExactly(PictureTool.ADDRESS, PictureTool.REFERENCE);
  }

  @Test
  void canBeReadOnPaper() {
    String hand = children(children(head.toString()).getFirst()).getFirst();
    ConsoleBrowser.personMenu(page).getByLabel("Theme").selectOption("Dark");
    ConsoleBrowser.go(page, "/runs/" + hand);
    assertThat(page.locator("nav")).isVisible();
    assertThat(page.getByText("two pictures")).isHidden();
    assertThat(page.getByText("A picture says more.")).isHidden();
    assertThat(page.locator("body")).not().hasCSS("background-color", "rgb(255, 255, 255)");

    page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));

    for (String hidden : List.of("nav", ".top", "main .acts", ".views")) {
      assertThat(page.locator(hidden).first()).isHidden();
    }
    assertThat(page.locator("h1")).isVisible();
    assertThat(page.locator("#standing")).isVisible();
    assertThat(page.getByText("two pictures")).isVisible();
    assertThat(page.getByText("A picture says more.")).isVisible();
    assertThat(page.locator("body")).hasCSS("background-color", "rgb(255, 255, 255)");
  }

  private static List<String> children(String run) {
    return SITE.get("runs/" + run + "/children").path("items").findValuesAsText("id");
  }
}
