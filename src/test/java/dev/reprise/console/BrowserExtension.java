package dev.reprise.console;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The browser for the tests of a class. After each test, nothing must have violated the policy of
 * the pages; after the last one, the site is closed with it.
 */
final class BrowserExtension implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {

  private final ConsoleSite site;
  private @Nullable ConsoleBrowser browser;

  BrowserExtension(ConsoleSite site) {
    this.site = site;
  }

  /** Returns a page that a user has logged in to. */
  Page loggedIn(String user) {
    return started().loggedIn(site.server(), user);
  }

  /** Returns a page that shows the login. */
  Page open(Browser.NewContextOptions options) {
    return started().open(site.server(), options);
  }

  private ConsoleBrowser started() {
    return requireNonNull(browser, "the browser has not been started");
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    browser = ConsoleBrowser.start();
  }

  @Override
  public void afterEach(ExtensionContext context) {
    assertThat(started().faults()).isEmpty();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    site.close();
    if (browser != null) {
      browser.close();
    }
  }
}
