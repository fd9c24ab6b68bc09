package dev.reprise.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import dev.reprise.platform.Json;
import dev.reprise.server.OidcProvider;
import dev.reprise.server.ServerOptions;
import dev.reprise.server.ServerProcess;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** People log in to the console at an identity provider, with a code and a proof (PKCE). */
class OpenIdConnectLoginIT {

  @Test
  void logsInAtTheProvider() throws Exception {
    Map<String, JsonNode> users = Map.of("ina", Json.read("{\"groups\": [\"operators\"]}"));
    try (var browser = ConsoleBrowser.start();
        var provider = OidcProvider.start(users);
        var server = ServerProcess.named("console-login", options(provider))) {
      server.start();
      Page page = browser.open(server, new Browser.NewContextOptions().setIgnoreHTTPSErrors(true));
      String policy =
          page.request()
              .get(server.baseUri() + "console/")
              .headers()
              .get("content-security-policy");
      assertThat(policy).contains("connect-src 'self' https://localhost:");

      page.locator("button.provider").click();
      page.locator("input[name=login]").fill("ina");
      page.locator("input[name=password]").fill("any");
      page.locator("button[type=submit]").click();
      page.locator("button[type=submit]").click();

      assertThat(page.locator("header.top .name")).containsText("ina");
      assertThat(page.url()).startsWith(server.baseUri() + "console/").doesNotContain("code=");
      ConsoleBrowser.go(page, "/runs");
      assertThat(page.locator("main")).containsText("No run matches.");
      Page tab = page.context().newPage();
      tab.navigate(page.url());
      assertThat(tab.locator("header.top .name")).containsText("ina");
      assertThat(browser.faults()).isEmpty();
    }
  }

  private static ServerOptions options(OidcProvider provider) {
    return ServerOptions.DEFAULT
        .with("REPRISE_LOGIN", "oidc")
        .with("REPRISE_OIDC_DISCOVERY_URL", provider.discoveryUrl())
        .with("REPRISE_OIDC_AUDIENCE", OidcProvider.AUDIENCE)
        .with("REPRISE_OIDC_CLIENT_ID", "console")
        .withJvmOption("-Djavax.net.ssl.trustStore=" + provider.trustStore())
        .withJvmOption("-Djavax.net.ssl.trustStorePassword=" + provider.password());
  }
}
