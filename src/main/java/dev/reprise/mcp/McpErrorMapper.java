package dev.reprise.mcp;

import dev.reprise.mcp.transport.ConnectionLostException;
import dev.reprise.mcp.transport.HttpRefusalException;
import dev.reprise.mcp.transport.RequestNotSentException;
import dev.reprise.platform.Causes;
import dev.reprise.platform.FailureText;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultClassifier;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpTransportException;
import io.modelcontextprotocol.spec.McpTransportSessionClosedException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.net.ssl.SSLHandshakeException;

/**
 * What a failed call means. The failures that {@link #refusal} knows tell that the server did
 * nothing; any other failure leaves the outcome of the call unknown. Tested by {@code
 * HttpAnswersTest}.
 *
 * @param server the server whose calls failed
 * @param redaction redacts the server's words before they are cut
 */
record McpErrorMapper(String server, Redaction redaction) {

  private static final int MAX_WORDS = 300;

  private static final Optional<String> NO_SERVER =
      Optional.of(
          "is no MCP server: it answered with something else than a message of the protocol");

  /** Servers agree on no code for a session that they do not know. */
  private static final Pattern SESSION_LOST =
      Pattern.compile(
          "\\b(no such|unknown|invalid|expired|no valid|missing) (mcp[- ])?session\\b"
              + "|\\bsession( id)?( \\S+)?( is| was| has| does)?"
              + " (not found|not exist|unknown|invalid|expired|terminated|closed)\\b"
              + "|\\bserver (is )?not initiali[sz]ed\\b",
          Pattern.CASE_INSENSITIVE);

  /**
   * Returns whether a server refused a request because it does not know the session any more. An
   * error about the arguments speaks of another session.
   */
  static boolean isLostSession(Throwable met) {
    return switch (met) {
      case HttpRefusalException refusal -> refusal.isLostSession();
      case McpError error ->
          error.getJsonRpcError() != null
              && error.getJsonRpcError().code() != McpSchema.ErrorCodes.INVALID_PARAMS
              && SESSION_LOST.matcher(error.getJsonRpcError().message()).find();
      default -> false;
    };
  }

  /** Returns whether no connection to the server could be made, so that it received nothing. */
  static boolean isUnreachable(Throwable met) {
    return met instanceof ConnectException
        || met instanceof UnknownHostException
        || met instanceof HttpConnectTimeoutException;
  }

  /** Returns the fault, if the server did nothing about the call. */
  Optional<Fault> refusal(Throwable met) {
    return Causes.of(met).flatMap(cause -> faultOfRefusal(cause).stream()).findFirst();
  }

  private Optional<Fault> faultOfRefusal(Throwable cause) {
    return switch (cause) {
      case HttpRefusalException refusal ->
          Optional.of(refusal).filter(HttpRefusalException::saysNothingWasDone).map(this::fault);
      case RequestNotSentException e -> Optional.of(fault(FailureClass.CONNECTION, e));
      case SSLHandshakeException e -> Optional.of(fault(FailureClass.CONNECTION, e));
      case McpTransportSessionClosedException e -> Optional.of(fault(FailureClass.CONNECTION, e));
      default ->
          Optional.of(cause)
              .filter(McpErrorMapper::isUnreachable)
              .map(e -> fault(FailureClass.CONNECTION, e));
    };
  }

  /** Returns the fault of a call whose outcome is unknown. */
  Fault unknown(Throwable met) {
    return switch (met) {
      case HttpRefusalException refusal -> fault(refusal);
      case ConnectionLostException lost -> fault(FailureClass.STREAM_RESET, lost);
      case McpTransportException broken -> fault(FailureClass.SERVER_ERROR, broken);
      default -> fault(kind(met), met);
    };
  }

  /** A failure in the middle of an exchange has broken it off, whatever its words. */
  private static FailureClass kind(Throwable met) {
    FailureClass kind = FaultClassifier.of(met).kind();
    return kind == FailureClass.UNKNOWN && met instanceof IOException
        ? FailureClass.STREAM_RESET
        : kind;
  }

  private Fault fault(HttpRefusalException refusal) {
    Fault fault = fault(refusal.kind(), refusal);
    return refusal.retryAfter().map(fault::retryAfter).orElse(fault);
  }

  private Fault fault(FailureClass kind, Throwable met) {
    return new Fault(kind, "MCP server %s: %s".formatted(server, words(met)));
  }

  /** Returns what happened to a connection; its server is the subject. */
  String ofServer(Throwable met) {
    return known(met).orElseGet(() -> "cannot be used: " + words(met));
  }

  /** Returns what happened to a stream of the server's messages. */
  String ofStream(Throwable met) {
    return known(met).orElseGet(() -> "broke off a stream (" + words(met) + ")");
  }

  /** Returns why the server did not answer a ping, which was sent because of what it did. */
  String ofPing(Throwable met, String why) {
    String ping = known(met).orElse("does not answer a ping");
    return ping.equals(why) ? why : why + ", and " + ping;
  }

  /** Returns what happened to a connection, if that is known for what it is. */
  private Optional<String> known(Throwable met) {
    if (stated(met).isPresent()) {
      return Optional.of(words(met));
    }
    return unreachable(met)
        .map(why -> "cannot be reached: " + why)
        .or(
            () ->
                Causes.of(met).anyMatch(McpErrorMapper::isForeign) ? NO_SERVER : Optional.empty());
  }

  /** The library has no classes for these failures. */
  private static boolean isForeign(Throwable met) {
    String said = String.valueOf(met.getMessage());
    return said.startsWith("Cannot deserialize JSONRPCMessage")
        || said.startsWith("Unknown media type returned");
  }

  private static Optional<String> unreachable(Throwable met) {
    return Causes.of(met).filter(McpErrorMapper::isUnreachable).findFirst().map(FailureText::of);
  }

  /** Returns a failure in words, redacted and on one line, without names of classes. */
  String words(Throwable met) {
    String said =
        stated(met)
            .map(Throwable::getMessage)
            .or(() -> unreachable(met))
            .orElseGet(() -> Causes.root(met).getMessage());
    String words =
        said == null || said.isBlank()
            ? "a failure of the class " + FaultClassifier.of(met).kind().code()
            : redaction.text(said).strip().replaceAll("\\s+", " ");
    return words.length() > MAX_WORDS ? words.substring(0, MAX_WORDS) + "…" : words;
  }

  private static Optional<Throwable> stated(Throwable met) {
    return Causes.of(met)
        .filter(
            it ->
                it instanceof RequestNotSentException
                    || it instanceof ConnectionLostException
                    || it instanceof RequestRefusedException
                    || it instanceof HttpRefusalException)
        .findFirst();
  }
}
