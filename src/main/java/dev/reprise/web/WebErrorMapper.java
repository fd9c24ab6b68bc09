package dev.reprise.web;

import dev.reprise.platform.Causes;
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

  private WebErrorMapper() {}

  static Fault of(String url, Throwable met) {
    FailureClass kind = kind(met);
    return new Fault(kind, "'%s' %s".formatted(WebUrl.shown(url), message(kind, met)));
  }

  /** Returns the refusal for a certificate that is not trusted; empty for other exceptions. */
  static Optional<RequestBlockedException> refusal(String url, Throwable met) {
    return Causes.contains(met, CertificateException.class)
            || Causes.contains(met, SSLPeerUnverifiedException.class)
        ? Optional.of(
            WebUrl.failure(
                "certificate_not_trusted",
                url,
                "the server's certificate is not valid for this host, expired or not trusted"))
        : Optional.empty();
  }

  private static FailureClass kind(Throwable met) {
    if (Causes.contains(met, ClientProtocolException.class)
        || Causes.contains(met, MessageConstraintException.class)
        || Causes.contains(met, ZipException.class)) {
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
          Causes.contains(met, UnknownHostException.class)
              ? "has an unknown host"
              : "could not be connected to";
      case SERVER_ERROR -> "gave an answer that is not valid HTTP";
      case STREAM_RESET -> "broke off the connection before its answer was complete";
      case LEASE_UNCONFIRMED ->
          "was not called: this server was no longer sure that it holds the run";
      default -> "was called, but the call did not end properly";
    };
  }
}
