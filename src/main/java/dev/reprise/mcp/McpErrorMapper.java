package dev.reprise.mcp;

import dev.reprise.platform.Causes;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultClassifier;
import io.modelcontextprotocol.client.transport.McpHttpClientTransportAuthorizationException;
import io.modelcontextprotocol.spec.McpTransportException;
import io.modelcontextprotocol.spec.McpTransportSessionClosedException;
import io.modelcontextprotocol.spec.McpTransportSessionNotFoundException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a failed call means. The failures listed here tell that the server did nothing; any other
 * failure leaves the outcome of the call unknown.
 *
 * @param server the server whose calls failed
 * @param redaction redacts the server's words before they are cut
 */
record McpErrorMapper(String server, Redaction redaction) {

  private static final int MAX_WORDS = 300;

  /** The library has no type for a refused request, only a message. */
  private static final Pattern REFUSED = Pattern.compile("Status code: ?(4\\d\\d)");

  /** Returns the fault, if the server did nothing about the call. */
  Optional<Fault> refusal(Throwable met) {
    return Causes.of(met)
        .flatMap(cause -> classOfRefusal(cause).map(kind -> fault(kind, cause)).stream())
        .findFirst();
  }

  private static Optional<FailureClass> classOfRefusal(Throwable cause) {
    return switch (cause) {
      case RequestNotSentException ignored -> Optional.of(FailureClass.CONNECTION);
      case ConnectException ignored -> Optional.of(FailureClass.CONNECTION);
      case UnknownHostException ignored -> Optional.of(FailureClass.CONNECTION);
      case HttpConnectTimeoutException ignored -> Optional.of(FailureClass.CONNECTION);
      case McpTransportSessionNotFoundException ignored -> Optional.of(FailureClass.CONNECTION);
      case McpTransportSessionClosedException ignored -> Optional.of(FailureClass.CONNECTION);
      case McpHttpClientTransportAuthorizationException ignored ->
          Optional.of(FailureClass.AUTHENTICATION);
      case McpTransportException refused ->
          status(refused).map(it -> FaultClassifier.ofStatus(it, ""));
      default -> Optional.empty();
    };
  }

  private static Optional<Integer> status(McpTransportException refused) {
    Matcher status = REFUSED.matcher(String.valueOf(refused.getMessage()));
    return status.find() ? Optional.of(Integer.valueOf(status.group(1))) : Optional.empty();
  }

  /** Returns the fault of a call whose outcome is unknown. */
  Fault unknown(Throwable met) {
    Fault fault = FaultClassifier.of(met);
    FailureClass kind =
        met instanceof ConnectionLostException ? FailureClass.STREAM_RESET : fault.kind();
    return fault(kind, met);
  }

  private Fault fault(FailureClass kind, Throwable met) {
    return new Fault(kind, "MCP server %s: %s".formatted(server, words(met)));
  }

  /** Returns what happened to a connection; its server is the subject. */
  String ofServer(Throwable met) {
    return stated(met).isPresent() ? words(met) : "cannot be used: " + words(met);
  }

  /** Returns a failure in words, redacted and on one line. */
  String words(Throwable met) {
    Throwable stated = stated(met).orElseGet(() -> Causes.root(met));
    String words =
        stated.getMessage() == null || stated.getMessage().isBlank()
            ? stated.getClass().getSimpleName()
            : redaction.text(stated.getMessage()).strip().replaceAll("\\s+", " ");
    return words.length() > MAX_WORDS ? words.substring(0, MAX_WORDS) + "…" : words;
  }

  private static Optional<Throwable> stated(Throwable met) {
    return Causes.of(met)
        .filter(
            it -> it instanceof RequestNotSentException || it instanceof ConnectionLostException)
        .findFirst();
  }
}
