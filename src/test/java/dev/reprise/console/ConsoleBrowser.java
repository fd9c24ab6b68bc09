package dev.reprise.console;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.LocatorAssertions.ContainsTextOptions;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.WaitForSelectorState;
import dev.reprise.fixture.Machine;
import dev.reprise.server.ServerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A Chromium, and what goes wrong in its pages: violations of the content security policy, faults
 * of scripts, and messages of the page's own.
 */
final class ConsoleBrowser implements AutoCloseable {

  private static final Path CHROMIUM =
      Path.of(System.getProperty("reprise.chromium", "/usr/bin/chromium"));

  /** Generous, because several builds may share the machine. */
  private static final double PATIENCE = 60_000;

  private static final List<String> ARGUMENTS =
      List.of(
          "--no-sandbox",
          "--disable-gpu",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync");

  private final Playwright playwright;
  private final Browser browser;
  private final List<String> faults = new CopyOnWriteArrayList<>();

  private ConsoleBrowser(Playwright playwright, Browser browser) {
    this.playwright = playwright;
    this.browser = browser;
  }

  /** Starts one; skips the test where there is no Chromium. */
  static ConsoleBrowser start() {
    Machine.requires(Files.isExecutable(CHROMIUM), () -> "there is no browser at " + CHROMIUM);
    // Generous, because several builds may share the machine.
    PlaywrightAssertions.setDefaultAssertionTimeout(20_000);
    var playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    var browser =
        playwright
            .chromium()
            .launch(new BrowserType.LaunchOptions().setExecutablePath(CHROMIUM).setArgs(ARGUMENTS));
    return new ConsoleBrowser(playwright, browser);
  }

  /** Returns a page that a user of a server has logged in to. */
  Page loggedIn(ServerProcess server, String user) {
    return logIn(open(server, new Browser.NewContextOptions()), server, user);
  }

  /** Returns a page that shows the login. */
  Page open(ServerProcess server, Browser.NewContextOptions options) {
    BrowserContext context =
        browser.newContext(options.setLocale("en-GB").setViewportSize(1280, 900));
    Page page = context.newPage();
    page.onPageError(faults::add);
    page.onConsoleMessage(
        message -> {
          if (message.text().contains("Content Security Policy")
              || message.text().contains("requires 'Trusted")) {
            faults.add(message.text());
          }
        });
    page.navigate(server.baseUri() + "console/");
    return page;
  }

  static Page logIn(Page page, ServerProcess server, String user) {
    page.getByLabel("Name", new Page.GetByLabelOptions().setExact(true)).fill(user);
    page.getByLabel("Password", new Page.GetByLabelOptions().setExact(true))
        .fill(server.credentials().passwordOf(user));
    page.locator("form button.primary").click();
    page.locator("header.top").waitFor();
    return page;
  }

  /** Opens the menu of the person who is logged in, if it is closed. */
  static Locator personMenu(Page page) {
    Locator menu = page.locator("header.top .person");
    if (menu.getAttribute("open") == null) {
      menu.locator("summary").click();
    }
    return menu;
  }

  static void logOut(Page page) {
    personMenu(page).locator("button").click();
  }

  /** Goes to a page of the console and waits until it is shown. */
  static void go(Page page, String path) {
    page.evaluate(
        """
        path => window.location.hash === '#' + path || new Promise(left => {
          window.addEventListener('hashchange', () => left(true), { once: true });
          window.location.hash = path;
        })\
        """,
        path);
    page.locator("#console:not([aria-busy=true])").waitFor();
  }

  /** Returns the button of an act on what a page shows. */
  static Locator button(Page page, String name) {
    return page.locator("main .acts button", new Page.LocatorOptions().setHasText(name));
  }

  /** Does something for a reason, which must succeed. */
  static void act(Page page, String name, String reason) {
    button(page, name).click();
    page.locator("dialog textarea[name=reason]").fill(reason);
    confirm(page);
  }

  /** Closes a dialog in which something was typed, and does not keep that. */
  static void discard(Page page) {
    page.keyboard().press("Escape");
    page.locator("dialog [role=alertdialog] .danger").click();
    page.locator("dialog")
        .waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.DETACHED));
  }

  /** Confirms the act that a dialog is about, which must succeed. */
  static void confirm(Page page) {
    page.locator("dialog .acts button").first().click();
    page.locator("dialog")
        .waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.DETACHED));
  }

  /** For what the server does in its own time. */
  static ContainsTextOptions patiently() {
    return new ContainsTextOptions().setTimeout(PATIENCE);
  }

  /** Returns violations of the policy and faults of scripts, in all pages so far. */
  List<String> faults() {
    return List.copyOf(faults);
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }
}
