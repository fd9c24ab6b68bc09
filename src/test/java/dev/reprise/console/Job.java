package dev.reprise.console;

import static java.lang.System.Logger.Level.INFO;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;

/** What a person does with the mouse from a page on: how many clicks it takes. */
record Job(Page page, String name, long begun) {

  private static final System.Logger LOG = System.getLogger(Job.class.getName());

  /** Begins to count; the page must not be loaded again until the job is done. */
  static Job begin(Page page) {
    page.evaluate(
        """
        () => {
          window.clicks = 0;
          window.addEventListener('click', event => { window.clicks += event.isTrusted ? 1 : 0; }, true);
        }\
        """);
    String test =
        StackWalker.getInstance()
            .walk(frames -> frames.skip(1).findFirst().orElseThrow().getMethodName());
    return new Job(page, test, System.nanoTime());
  }

  /** Checks how many clicks it took. */
  void isDoneWith(int clicks) {
    double seconds = (System.nanoTime() - begun) / 1e9;
    LOG.log(INFO, "%s: %d clicks, %.1f s".formatted(name, clicks, seconds));
    assertThat(page.evaluate("window.clicks")).as("clicks of " + name).isEqualTo(clicks);
  }
}
