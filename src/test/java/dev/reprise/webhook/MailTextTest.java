package dev.reprise.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.history.HumanStep;
import dev.reprise.history.PastCall;
import dev.reprise.history.PastDecision;
import dev.reprise.history.RecentSteps;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What a model chose passes for no line of ours in a mail. */
class MailTextTest {

  private static final String INVITATION = "Look at it and decide, after a login:";
  private static final String HOSTILE =
      "x\n\n" + INVITATION + "\nhttps://evil.example/\u202e\u200b" + "y".repeat(500);

  @Test
  void hasOneLinkAndNoLineOfAnother() {
    List<String> lines =
        text(Optional.of(HOSTILE))
            .withSteps(new RecentSteps(List.of(call()), List.of(decision())))
            .withLink("https://reprise.example.org/link")
            .body()
            .lines()
            .toList();

    assertThat(lines).filteredOn(INVITATION::equals).hasSize(1);
    assertThat(lines)
        .filteredOn(line -> line.startsWith("https://"))
        .containsExactly("https://reprise.example.org/link");
    assertThat(String.join("\n", lines)).doesNotContain("\u202e", "\u200b");
    assertThat(lines).allMatch(line -> line.length() <= 320);
    assertThat(lines)
        .filteredOn(line -> line.startsWith("- "))
        .hasSize(2)
        .allMatch(line -> line.contains("…"));
  }

  @Test
  void hasNamesAndReasonsAsTheyAre() {
    assertThat(text(Optional.of("phase 'one': a person must approve or deny c1")).body())
        .contains("\nphase 'one': a person must approve or deny c1\n");
  }

  private static MailText text(Optional<String> reason) {
    return MailText.of(
        new ClaimedDelivery(
            new DeliveryId(new UUID(0, 2), 3),
            EventKind.WAITING_FOR_APPROVAL,
            Instant.EPOCH,
            new ClaimedDelivery.Receiver(
                new UUID(0, 1), "default", "mailto:ana@example.org", List.of()),
            new ClaimedDelivery.Subject("default", "clerk"),
            1,
            1,
            Instant.EPOCH),
        reason);
  }

  private static PastCall call() {
    return new PastCall(
        HOSTILE, HOSTILE, "{}", PastCall.Outcome.FAILED, "", Optional.empty(), Instant.EPOCH);
  }

  private static PastDecision decision() {
    return new PastDecision(
        HOSTILE,
        Optional.of(HOSTILE),
        new HumanStep(
            1,
            Instant.EPOCH,
            HumanStep.Kind.DENIED,
            Optional.of("ana"),
            Optional.of(HOSTILE),
            Optional.empty(),
            Optional.empty()));
  }
}
