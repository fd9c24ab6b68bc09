package dev.reprise.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The console with what a team has after some time, on screens of three widths, in both themes and
 * both languages: nothing is wider than the screen. With {@code -Dreprise.pictures=target/pictures}
 * it makes pictures of each page, to be looked at; if that directory has some, it makes those
 * again, as those of the documentation in {@code src/docs/console}.
 */
class PicturesIT {

  private static final Optional<Path> PICTURES =
      Optional.ofNullable(System.getProperty("reprise.pictures")).map(Path::of);
  private static final Set<Path> RENEWED = picturesThere();
  private static final ConsoleSite SITE =
      ConsoleSite.named("console-pictures", RealisticData::options, RealisticData.documents());

  @RegisterExtension static final BrowserExtension BROWSER = new BrowserExtension(SITE);

  private static RealisticData data;

  @BeforeAll
  static void start() throws IOException {
    RealisticData.prepare(SITE);
    SITE.server().start();
    data = RealisticData.create(SITE);
  }

  private static Map<String, String> pages() {
    var pages = new LinkedHashMap<String, String>();
    pages.put("home", "/?over=hour");
    pages.put("inbox", "/inbox");
    pages.put("runs", "/runs");
    pages.put("failures", "/failures");
    pages.put("activity", "/activity?over=hour");
    pages.put("run", "/runs/" + data.report());
    pages.put("run-timeline", "/runs/" + data.report() + "/timeline");
    pages.put("long-run", "/runs/" + data.walk());
    pages.put("long-run-timeline", "/runs/" + data.walk() + "/timeline");
    pages.put("compare", "/compare?left=%s&right=%s".formatted(data.report(), data.fork()));
    pages.put("batches", "/batches");
    pages.put("schedules", "/schedules");
    pages.put("schedule", "/schedules/nightly");
    pages.put("agents", "/agents");
    pages.put("agent", "/agents/ticket-triage");
    pages.put("tools", "/tools");
    pages.put("tool", "/tools/read_file");
    pages.put("artifacts", "/artifacts");
    pages.put("budgets", "/budgets");
    pages.put("breakers", "/breakers");
    pages.put("servers", "/servers");
    pages.put("kill-switches", "/kill-switches");
    pages.put("bulk", "/bulk");
    pages.put("retention", "/retention");
    pages.put("audit", "/audit");
    pages.put("configuration", "/configuration");
    return pages;
  }

  @ParameterizedTest
  @CsvSource({
    "390, 844, LIGHT, en",
    "1280, 900, LIGHT, en",
    "1920, 1080, DARK, de",
    "390, 844, DARK, de",
    "640, 450, LIGHT, de"
  })
  void fitsTheScreen(int width, int height, ColorScheme theme, String language) {
    Page page = BROWSER.loggedIn("admin");
    page.setViewportSize(width, height);
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(theme));
    page.evaluate(
        "language => localStorage.setItem('reprise.language', JSON.stringify(language))", language);
    page.reload();
    pages()
        .forEach(
            (name, path) -> {
              ConsoleBrowser.go(page, path);
              assertThat(page.locator("main .loading")).hasCount(0);
              assertThat(page.locator(".legend [role=status]")).hasCount(0); // all events are read
              assertThat(page.locator("main > .problem")).hasCount(0);
              PICTURES.ifPresent(
                  to -> picture(page, to.resolve(picture(name, width, theme, language))));
              assertThat((Integer) page.evaluate("() => document.documentElement.scrollWidth"))
                  .as("%s at %d pixels", name, width)
                  .isLessThanOrEqualTo(width);
            });
  }

  private static String picture(String name, int width, ColorScheme theme, String language) {
    return "%s-%d-%s-%s.png"
        .formatted(name, width, theme.name().toLowerCase(Locale.ROOT), language);
  }

  private static void picture(Page page, Path file) {
    if (RENEWED.isEmpty() || RENEWED.contains(file)) {
      page.screenshot(new Page.ScreenshotOptions().setPath(file));
    }
  }

  private static Set<Path> picturesThere() {
    if (PICTURES.isEmpty() || !Files.isDirectory(PICTURES.get())) {
      return Set.of();
    }
    try (Stream<Path> files = Files.list(PICTURES.get())) {
      return files.filter(file -> file.toString().endsWith(".png")).collect(Collectors.toSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
