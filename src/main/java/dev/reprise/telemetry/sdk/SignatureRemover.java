package dev.reprise.telemetry.sdk;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import java.util.regex.Pattern;

/**
 * Leaves signatures and tokens out of the queries that spans of requests have: who reads traces
 * must not be able to use a link from a mail. The convention for {@code url.query} asks for this.
 */
final class SignatureRemover implements SpanProcessor {

  private static final AttributeKey<String> QUERY = AttributeKey.stringKey("url.query");
  private static final Pattern SECRET = Pattern.compile("(?<=^|&)(signature|access_token)=[^&]*");

  @Override
  public void onStart(Context parent, ReadWriteSpan span) {
    String query = span.getAttribute(QUERY);
    if (query != null) {
      span.setAttribute(QUERY, without(query));
    }
  }

  static String without(String query) {
    return SECRET.matcher(query).replaceAll("$1=REDACTED");
  }

  @Override
  public boolean isStartRequired() {
    return true;
  }

  @Override
  public void onEnd(ReadableSpan span) {
    // The query does not change any more.
  }

  @Override
  public boolean isEndRequired() {
    return false;
  }
}
