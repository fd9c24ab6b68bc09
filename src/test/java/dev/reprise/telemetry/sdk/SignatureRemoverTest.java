package dev.reprise.telemetry.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A trace does not have what a link from a mail is signed with. */
class SignatureRemoverTest {

  private static final AttributeKey<String> QUERY = AttributeKey.stringKey("url.query");

  @ParameterizedTest
  @CsvSource({
    "webhook=1&until=2&signature=abc, webhook=1&until=2&signature=REDACTED",
    "signature=abc&until=2, signature=REDACTED&until=2",
    "access_token=a.b-c, access_token=REDACTED",
    "q=signature&my_signature=x, q=signature&my_signature=x"
  })
  void spansHaveNoSignature(String query, String shown) {
    var exporter = InMemorySpanExporter.create();
    try (var provider =
        SdkTracerProvider.builder()
            .addSpanProcessor(SimpleSpanProcessor.create(exporter))
            .addSpanProcessor(new SignatureRemover())
            .build()) {
      provider.get("test").spanBuilder("GET").setAttribute(QUERY, query).startSpan().end();

      assertThat(exporter.getFinishedSpanItems())
          .singleElement()
          .satisfies(it -> assertThat(it.getAttributes().get(QUERY)).isEqualTo(shown));
    }
  }
}
