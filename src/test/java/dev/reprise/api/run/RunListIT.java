package dev.reprise.api.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.api.Client;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The pages of the list of runs stay consistent while runs are added. */
class RunListIT {

  private static final Client ACME = new Client("ana@acme");

  @Test
  void showsEachRunOnceAlthoughRunsAreAdded() {
    List<String> submitted = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      submitted.addFirst(ACME.submit("quick").toString());
    }

    List<String> listed = new ArrayList<>();
    String next = "runs?limit=2";
    while (listed.size() < 5) {
      var page = ACME.get(next);
      page.body().path("items").forEach(run -> listed.add(run.path("id").asText()));
      String cursor = page.body().path("nextCursor").asText();
      next = "runs?limit=2&cursor=" + cursor;
      assertThat(page.header("Link"))
          .satisfiesAnyOf(
              link -> assertThat(link).contains("cursor=" + cursor).contains("rel=\"next\""),
              link -> assertThat(link + cursor).isEmpty());
      ACME.submit("quick");
    }

    assertThat(listed.subList(0, 5)).isEqualTo(submitted);
  }

  @Test
  void isFilteredByAgentAndStatus() {
    ACME.submit("quick");

    assertThat(ACME.get("runs?agent=quick").body().path("items")).isNotEmpty();
    assertThat(ACME.get("runs?agent=never-run").body().path("items")).isEmpty();
    assertThat(ACME.get("runs?status=DEAD_LETTER").body().path("items")).isEmpty();
    assertThat(ACME.get("runs?status=DEAD_LETTER").body().has("nextCursor")).isFalse();
  }
}
