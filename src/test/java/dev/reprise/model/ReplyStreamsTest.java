package dev.reprise.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.Transcript;
import dev.reprise.platform.redaction.Redaction;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ReplyStreamsTest {

  private static final String SECRET = "s3cret-of-the-harbour";
  private static final Redaction REDACTION =
      new Redaction(
          new SmallRyeConfigBuilder()
              .withSources(
                  new PropertiesConfigSource(Map.of("harbour.password", SECRET), "test", 100))
              .addDefaultInterceptors()
              .build());
  private static final UUID RUN = UUID.randomUUID();
  private static final String TAIL = ".".repeat(StreamedText.HELD_BACK);

  private final ReplyStreams live = new ReplyStreams(REDACTION);

  @Test
  void showsAReplyWhileItComes() {
    assertThat(live.of(RUN)).isEmpty();
    try (ReplyStreams.Reply reply = live.open(RUN, request(1))) {
      reply.reasoning("hm" + TAIL);
      reply.text("The ");
      reply.text("tide" + TAIL);

      assertThat(live.of(RUN)).contains(new ReplyStreams.SoFar("only", 3, 1, "hm", "The tide"));
      assertThat(live.of(UUID.randomUUID())).as("another run").isEmpty();
    }
    assertThat(live.of(RUN)).isEmpty();
  }

  @Test
  void isNotEndedByAnAbandonedAttempt() {
    ReplyStreams.Reply hangs = live.open(RUN, request(1));
    ReplyStreams.Reply next = live.open(RUN, request(2));

    hangs.close();

    assertThat(live.of(RUN).orElseThrow().attempt()).isEqualTo(2);
    next.close();
    assertThat(live.of(RUN)).isEmpty();
  }

  @Property(tries = 200)
  void neverShowsAPartOfASecret(
      @ForAll @IntRange(max = 600) int before,
      @ForAll @IntRange(max = 600) int after,
      @ForAll @Size(min = 1, max = 8) List<@IntRange(min = 1, max = 40) Integer> pieces) {
    var text = new StreamedText(REDACTION);
    String said = "a ".repeat(before) + SECRET + " b".repeat(after);
    String shown = "";
    int at = 0;
    for (int i = 0; at < said.length(); i++) {
      int end = Math.min(said.length(), at + pieces.get(i % pieces.size()));
      text.append(said.substring(at, end));
      at = end;
      assertThat(text.shown()).as("what was shown stays").startsWith(shown);
      shown = text.shown();
      assertThat(shown).doesNotContain("s3c", "of-the");
    }
    assertThat(shown.length())
        .isEqualTo(Math.max(0, REDACTION.text(said).length() - StreamedText.HELD_BACK));
  }

  @Test
  void holdsNothingBackWithoutSecrets() {
    var text = new StreamedText(Redaction.none());
    text.append("The tide");

    assertThat(text.shown()).isEqualTo("The tide");
  }

  @Test
  void showsAReplyUpToTheMaximumLength() {
    var text = new StreamedText(REDACTION);
    for (int i = 0; i < 300; i++) {
      text.append("x".repeat(1024));
    }

    assertThat(text.shown()).hasSize(StreamedText.MAX_LENGTH - StreamedText.HELD_BACK);
  }

  private static ModelRequest request(int attempt) {
    return new ModelRequest(
        new ModelChoice("p", "m", JsonValue.EMPTY_OBJECT),
        "",
        "only",
        3,
        attempt,
        ModelRequest.Purpose.ANSWER,
        Transcript.startingWith("go"),
        List.of());
  }
}
