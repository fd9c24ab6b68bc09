package dev.reprise.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.reprise.console.ConsoleBrowser.button;
import static dev.reprise.console.ConsoleBrowser.patiently;
import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An agent that declares its input has a form for it, and its answer is shown as JSON. */
class InputFormIT {

  private static final ConsoleSite SITE =
      ConsoleSite.named("console-form", options -> options, "/crash/contract/clerk.yaml");

  @RegisterExtension static final BrowserExtension BROWSER = new BrowserExtension(SITE);

  @BeforeAll
  static void start() {
    SITE.server().start();
  }

  @Test
  void startsARunWithWhatTheFormAsksFor() {
    Page page = BROWSER.loggedIn("operator");
    ConsoleBrowser.go(page, "/agents/clerk");
    button(page, "Try with its script").click();
    Locator dialog = page.locator("dialog");
    assertThat(dialog.locator("textarea[name=input]")).hasCount(0);
    assertThat(
            new AxeBuilder(page).withTags(List.of("wcag2a", "wcag2aa")).analyze().getViolations())
        .isEmpty();
    dialog.locator("input[name=workspace]").fill("effects");
    dialog.locator("[name='input clerk lines']").fill("[]");
    dialog.locator("[name='input clerk customer']").fill("ACME \"north\"");

    dialog.locator(".acts button").first().click();
    assertThat(dialog.locator(".problem")).containsText("input.lines");
    dialog.locator("[name='input clerk lines']").fill("[{\"amount\": 1.5}]");
    dialog.locator(".acts button").first().click();

    assertThat(page.locator("#standing")).containsText("Completed", patiently());
    assertThat(page.locator(".result")).containsText("12345678901234567890.10");
    assertThat(page.locator(".entry.of-fault").first()).containsText("asked again");
    String run = page.url().replaceFirst(".*/", "");
    assertThat(SITE.get("runs/%s/events?limit=1".formatted(run)).at("/items/0/data/input"))
        .hasToString("{\"customer\":\"ACME \\\"north\\\"\",\"lines\":[{\"amount\":1.5}]}");
  }
}
