package dev.reprise.execution.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.Usage;
import dev.reprise.model.ModelException;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.TokenListener;
import dev.reprise.platform.Json;
import dev.reprise.telemetry.Attribute;
import dev.reprise.telemetry.ClaimSpans;
import dev.reprise.telemetry.Instruments;
import dev.reprise.telemetry.RunContext;
import dev.reprise.telemetry.Telemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Measures a call of a model: a span {@code chat} of the conventions for generative AI, without
 * what was said, and their metrics. Tested by {@code MeasuredCallsTest}.
 */
public final class MeasuredModelCall {

  private final ModelRequest request;
  private final Attributes attributes;
  private final ClaimSpans spans;
  private final Telemetry telemetry;
  private final Instruments instruments;
  private final long since;
  private @Nullable Long lastPiece;

  private MeasuredModelCall(ClaimSpans spans, String provider, ModelRequest request) {
    this.spans = spans;
    this.telemetry = spans.telemetry();
    this.instruments = telemetry.instruments();
    this.since = telemetry.now();
    this.request = request;
    this.attributes =
        Attributes.of(
            Attribute.OPERATION,
            "chat",
            Attribute.PROVIDER,
            provider,
            Attribute.REQUEST_MODEL,
            request.model().name());
  }

  /** Makes a call. */
  @FunctionalInterface
  public interface Call {
    ModelReply make(TokenListener tokens) throws ModelException, InterruptedException;
  }

  /**
   * Makes the call, and measures it if telemetry is on.
   *
   * @param provider its name in the conventions
   */
  public static ModelReply measure(
      ClaimSpans spans, String provider, ModelRequest request, TokenListener tokens, Call call)
      throws ModelException, InterruptedException {
    return spans.telemetry().isOn()
        ? new MeasuredModelCall(spans, provider, request).make(tokens, call)
        : call.make(tokens);
  }

  private ModelReply make(TokenListener tokens, Call call)
      throws ModelException, InterruptedException {
    Span span = builder().startSpan();
    try {
      ModelReply reply = call.make(pieces(tokens));
      ended(span, reply.usage());
      reply.metadata().map(it -> Json.read(it.text())).ifPresent(it -> describe(span, it));
      return reply;
    } catch (ModelException e) {
      failed(span, e.failure().code());
      throw e;
    } catch (InterruptedException e) {
      failed(span, "cancelled");
      throw e;
    } catch (RuntimeException | Error e) {
      failed(span, e.getClass().getName());
      throw e;
    } finally {
      span.end();
    }
  }

  private SpanBuilder builder() {
    Context parent =
        RunContext.current().map(run -> spans.modelCall(run.run())).orElseGet(Context::root);
    SpanBuilder builder =
        telemetry
            .tracer()
            .spanBuilder("chat " + request.model().name())
            .setSpanKind(SpanKind.CLIENT)
            .setParent(parent)
            .setAllAttributes(attributes)
            .setAttribute(Attribute.CONFIGURED_PROVIDER, request.model().provider())
            .setAttribute(Attribute.PHASE, request.phase())
            .setAttribute(Attribute.ITERATION, request.iteration());
    return request.attempt() > 1
        ? builder.setAttribute(Attribute.ATTEMPT, request.attempt())
        : builder;
  }

  /** Measures when the pieces of a streamed reply come. */
  private TokenListener pieces(TokenListener tokens) {
    return new TokenListener() {
      @Override
      public void text(String more) {
        measurePiece();
        tokens.text(more);
      }

      @Override
      public void reasoning(String more) {
        measurePiece();
        tokens.reasoning(more);
      }
    };
  }

  private void measurePiece() {
    if (lastPiece == null) {
      instruments.firstChunks.record(telemetry.secondsSince(since), attributes);
    } else {
      instruments.nextChunks.record(telemetry.secondsSince(lastPiece), attributes);
    }
    lastPiece = telemetry.now();
  }

  private void ended(Span span, Usage usage) {
    instruments.modelCalls.record(telemetry.secondsSince(since), attributes);
    tokens("input", usage.inputTokens());
    tokens("output", usage.outputTokens());
    tokens(span, Attribute.INPUT_TOKENS, usage.inputTokens());
    tokens(span, Attribute.OUTPUT_TOKENS, usage.outputTokens());
    tokens(span, Attribute.CACHE_READ_TOKENS, usage.cacheReadTokens());
    tokens(span, Attribute.CACHE_WRITE_TOKENS, usage.cacheWriteTokens());
    if (request.attempt() > 1) {
      instruments.retried("model", "recovered");
    }
  }

  /** Says which model replied, and why it ended its reply, as far as the provider tells. */
  private static void describe(Span span, JsonNode metadata) {
    String model = metadata.path("model").asText("");
    if (!model.isEmpty()) {
      span.setAttribute(Attribute.RESPONSE_MODEL, model);
    }
    String reason = metadata.path("stopReason").asText("");
    if (!reason.isEmpty()) {
      span.setAttribute(Attribute.FINISH_REASONS, List.of(reason));
    }
  }

  private void tokens(String type, long count) {
    if (count > 0) {
      instruments.tokens.record(
          count, attributes.toBuilder().put(Attribute.TOKEN_TYPE, type).build());
    }
  }

  /** A model that reports no tokens did not use none. */
  private static void tokens(Span span, AttributeKey<Long> key, long count) {
    if (count > 0) {
      span.setAttribute(key, count);
    }
  }

  private void failed(Span span, String code) {
    instruments.modelCalls.record(
        telemetry.secondsSince(since), attributes.toBuilder().put(Attribute.ERROR, code).build());
    span.setAttribute(Attribute.ERROR, code);
    span.setStatus(StatusCode.ERROR, code);
  }
}
