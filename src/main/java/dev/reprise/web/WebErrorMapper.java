package dev.reprise.web;

import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultClassifier;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.Optional;
import java.util.zip.ZipException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.core5.http.MessageConstraintException;

/** Maps the exceptions of a request to faults, with messages that name no address. */
final class WebErrorMapper {

  private static final int CAUSES = 20;

  private WebErrorMapper() {}

  static Fault of(String url, Throwable met) {
    FailureClass kind = kind(met);
    return new Fault(kind, "'%s' %s".formatted(WebUrl.shown(url), message(kind, met)));
  }

  /** Returns the refusal for a certificate that is not trusted; empty for other exceptions. */
  static Optional<RequestBlockedException> refusal(String url, Throwable met) {
    return has(met, CertificateException.class) || has(met, SSLPeerUnverifiedException.class)
        ? Optional.of(
            WebUrl.failure(
                "certificate_not_trusted",
                url,
                "the server's certificate is not valid for this host, expired or not trusted"))
        : Optional.empty();
  }

  private static FailureClass kind(Throwable met) {
    if (has(met, ClientProtocolException.class)
        || has(met, MessageConstraintException.class)
        || has(met, ZipException.class)) {
      return FailureClass.SERVER_ERROR;
    }
    FailureClass known = FaultClassifier.of(met).kind();
    // the JDK has no exception type for a broken connection, only many messages
    return known == FailureClass.UNKNOWN ? FailureClass.STREAM_RESET : known;
  }

  private static String message(FailureClass kind, Throwable met) {
    return switch (kind) {
      case TIMEOUT -> "did not answer in time";
      case CONNECTION ->
          has(met, UnknownHostException.class)
              ? "has an unknown host"
              : "could not be connected to";
      case SERVER_ERROR -> "gave an answer that is not valid HTTP";
      case STREAM_RESET -> "broke off the connection before its answer was complete";
      case LEASE_UNCONFIRMED ->
          "was not called: this server was no longer sure that it holds the run";
      default -> "was called, but the call did not end properly";
    };
  }

  private static boolean has(Throwable met, Class<? extends Throwable> kind) {
    Throwable cause = met;
    for (int i = 0; i < CAUSES && cause != null; i++) {
      if (kind.isInstance(cause)) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }
}
