package dev.reprise.execution.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.Transcript;
import dev.reprise.model.ModelException;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.TokenListener;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.telemetry.Attribute;
import dev.reprise.telemetry.ClaimSpans;
import dev.reprise.telemetry.RunContext;
import dev.reprise.telemetry.RunTrace;
import dev.reprise.telemetry.sdk.MeasuredTelemetry;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MeasuredCallsTest {

  private static final RunContext RUN = new RunContext(new UUID(0, 9), "acme", 1);
  private static final String SECRET = "what was said";

  private final MeasuredTelemetry measured = new MeasuredTelemetry();
  private final ClaimSpans spans = measured.claims();

  @BeforeEach
  void begin() {
    spans.begin(
        new ClaimSpans.Work(RUN.run(), "acme", 1, "clerk", "0a1b", "one"),
        List.of(),
        Duration.ZERO);
  }

  @AfterEach
  void close() {
    spans.abandon(RUN.run(), 1);
    measured.close();
  }

  private static ModelRequest request(int attempt) {
    return new ModelRequest(
        new ModelChoice("acme-ai", "large", new JsonValue("{}")),
        SECRET,
        "only",
        3,
        attempt,
        ModelRequest.Purpose.ANSWER,
        Transcript.startingWith(SECRET),
        List.of());
  }

  private static ModelReply reply() {
    return new ModelReply(SECRET, List.of(), new Usage(100, 7));
  }

  private SpanData span() {
    return measured.spans().getFirst();
  }

  @Test
  void hasASpanOfTheConventions() throws Exception {
    RUN.around(
            () ->
                MeasuredModelCall.measure(
                    spans, "openai", request(1), TokenListener.NONE, it -> reply()))
        .call();

    assertThat(span().getName()).isEqualTo("chat large");
    assertThat(span().getParentSpanId()).isEqualTo(RunTrace.claimSpan(RUN.run(), 1));
    assertThat(span().getAttributes().asMap())
        .containsEntry(Attribute.OPERATION, "chat")
        .containsEntry(Attribute.PROVIDER, "openai")
        .containsEntry(Attribute.CONFIGURED_PROVIDER, "acme-ai")
        .containsEntry(Attribute.REQUEST_MODEL, "large")
        .containsEntry(Attribute.INPUT_TOKENS, 100L)
        .containsEntry(Attribute.OUTPUT_TOKENS, 7L);
  }

  @Test
  void hasNoTokensThatTheModelDidNotReport() throws Exception {
    MeasuredModelCall.measure(
        spans,
        "openai",
        request(1),
        TokenListener.NONE,
        it -> new ModelReply(SECRET, List.of(), Usage.NONE));

    assertThat(span().getAttributes().asMap())
        .doesNotContainKeys(Attribute.INPUT_TOKENS, Attribute.OUTPUT_TOKENS);
    assertThat(measured.counts("gen_ai.client.token.usage")).isEmpty();
  }

  @Test
  void saysWhichModelRepliedAndWhyItEnded() throws Exception {
    var metadata =
        new JsonValue("{\"id\":\"m1\",\"model\":\"large-2026\",\"stopReason\":\"stop\"}");
    MeasuredModelCall.measure(
        spans,
        "openai",
        request(1),
        TokenListener.NONE,
        it -> new ModelReply(Block.of(SECRET, List.of()), Usage.NONE, Optional.of(metadata)));

    assertThat(span().getAttributes().asMap())
        .containsEntry(Attribute.RESPONSE_MODEL, "large-2026")
        .containsEntry(Attribute.FINISH_REASONS, List.of("stop"));
  }

  @Test
  void hasTheAttemptOfACallThatIsMadeAgain() throws Exception {
    MeasuredModelCall.measure(spans, "openai", request(1), TokenListener.NONE, it -> reply());
    MeasuredModelCall.measure(spans, "openai", request(2), TokenListener.NONE, it -> reply());

    assertThat(measured.spans())
        .extracting(span -> span.getAttributes().get(Attribute.ATTEMPT))
        .containsExactly(null, 2L);
  }

  @Test
  void saysNothingOfWhatWasSaid() throws Exception {
    MeasuredModelCall.measure(spans, "openai", request(1), TokenListener.NONE, it -> reply());

    assertThat(span().toString()).doesNotContain(SECRET);
  }

  @Test
  void countsTokensByTheirType() throws Exception {
    MeasuredModelCall.measure(spans, "openai", request(1), TokenListener.NONE, it -> reply());

    assertThat(measured.counts("gen_ai.client.token.usage", Attribute.TOKEN_TYPE))
        .isEqualTo(Map.of("input", 1L, "output", 1L));
  }

  @Test
  void namesTheFailure() {
    var fault = new Fault(FailureClass.OVERLOADED, "busy");

    assertThatThrownBy(
            () ->
                MeasuredModelCall.measure(
                    spans,
                    "openai",
                    request(1),
                    TokenListener.NONE,
                    it -> {
                      throw new ModelException(fault);
                    }))
        .isInstanceOf(ModelException.class);

    assertThat(span().getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    assertThat(span().getAttributes().get(Attribute.ERROR)).isEqualTo("overloaded");
    assertThat(measured.counts("gen_ai.client.operation.duration", Attribute.ERROR))
        .isEqualTo(Map.of("overloaded", 1L));
  }

  @Test
  void measuresWhenThePiecesOfAStreamCome() throws Exception {
    List<String> heard = new ArrayList<>();
    TokenListener listener =
        new TokenListener() {
          @Override
          public void text(String more) {
            heard.add(more);
          }

          @Override
          public void reasoning(String more) {
            heard.add(more);
          }
        };

    MeasuredModelCall.measure(
        spans,
        "openai",
        request(1),
        listener,
        tokens -> {
          tokens.reasoning("hm");
          tokens.text("a");
          tokens.text("b");
          return reply();
        });

    assertThat(heard).containsExactly("hm", "a", "b");
    assertThat(measured.counts("gen_ai.client.operation.time_to_first_chunk").values())
        .containsExactly(1L);
    assertThat(measured.counts("gen_ai.client.operation.time_per_output_chunk").values())
        .containsExactly(2L);
  }

  @Test
  void countsACallThatRecovered() throws Exception {
    MeasuredModelCall.measure(spans, "openai", request(1), TokenListener.NONE, it -> reply());
    assertThat(measured.counts("agentrun.retry.ended")).isEmpty();

    MeasuredModelCall.measure(spans, "openai", request(2), TokenListener.NONE, it -> reply());
    assertThat(measured.counts("agentrun.retry.ended", Attribute.RESULT))
        .isEqualTo(Map.of("recovered", 1L));
  }

  @Test
  void hearsTheListenerItselfIfTelemetryIsOff() throws Exception {
    measured.close();
    List<TokenListener> given = new ArrayList<>();

    MeasuredModelCall.measure(
        spans,
        "openai",
        request(1),
        TokenListener.NONE,
        tokens -> {
          given.add(tokens);
          return reply();
        });

    assertThat(given).containsExactly(TokenListener.NONE);
    assertThat(measured.spans()).isEmpty();
  }
}
