package dev.reprise.resilience;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The failure classes of throwables and statuses. */
class FaultClassifierTest {

  static Stream<Arguments> throwables() {
    return Stream.of(
        Arguments.of(new TimeoutException(), FailureClass.TIMEOUT),
        Arguments.of(new HttpTimeoutException("request timed out"), FailureClass.TIMEOUT),
        Arguments.of(new HttpConnectTimeoutException("connect"), FailureClass.TIMEOUT),
        Arguments.of(new SocketTimeoutException("Read timed out"), FailureClass.TIMEOUT),
        Arguments.of(new ConnectException("Connection refused"), FailureClass.CONNECTION),
        Arguments.of(new UnknownHostException("nowhere"), FailureClass.CONNECTION),
        Arguments.of(new SocketException("Connection reset"), FailureClass.STREAM_RESET),
        Arguments.of(new IOException("Connection reset by peer"), FailureClass.STREAM_RESET),
        Arguments.of(new IOException("EOF reached while reading"), FailureClass.STREAM_RESET),
        Arguments.of(new EOFException(), FailureClass.STREAM_RESET),
        Arguments.of(new InterruptedException(), FailureClass.CANCELLED),
        Arguments.of(new CancellationException(), FailureClass.CANCELLED),
        Arguments.of(new IOException("no such file"), FailureClass.UNKNOWN),
        Arguments.of(new NoSuchFileException("/a"), FailureClass.INVALID_REQUEST),
        Arguments.of(new FileNotFoundException("/a"), FailureClass.INVALID_REQUEST),
        Arguments.of(new NotDirectoryException("/a"), FailureClass.INVALID_REQUEST),
        Arguments.of(new AccessDeniedException("/a"), FailureClass.AUTHENTICATION),
        Arguments.of(new FileSystemException("/a", null, "disk full"), FailureClass.UNKNOWN),
        Arguments.of(new IllegalStateException("what"), FailureClass.UNKNOWN),
        Arguments.of(
            new ExecutionException(new UncheckedIOException(new ConnectException("x"))),
            FailureClass.CONNECTION),
        Arguments.of(
            new IllegalStateException(
                new FaultException(new Fault(FailureClass.CONTENT_REFUSED, "no"))),
            FailureClass.CONTENT_REFUSED));
  }

  @ParameterizedTest
  @MethodSource("throwables")
  void ofThrowables(Throwable met, FailureClass kind) {
    assertThat(FaultClassifier.of(met).kind()).isEqualTo(kind);
  }

  @ParameterizedTest
  @CsvSource({
    "400, bad, INVALID_REQUEST, false",
    "400, This model's maximum context length is 8192 tokens, CONTEXT_EXCEEDED, false",
    "400, prompt is too long: 210000 tokens, CONTEXT_EXCEEDED, false",
    "400, content_filter, CONTENT_REFUSED, false",
    "400, input length exceeds the context length, CONTEXT_EXCEEDED, false",
    "400, the input token count exceeds the maximum number of tokens, CONTEXT_EXCEEDED, false",
    "401, who, AUTHENTICATION, false",
    "402, pay, AUTHENTICATION, false",
    "403, no, AUTHENTICATION, false",
    "404, where, INVALID_REQUEST, false",
    "408, late, TIMEOUT, true",
    "413, large, INVALID_REQUEST, false",
    "422, odd, INVALID_REQUEST, false",
    "429, slow down, RATE_LIMITED, true",
    "429, insufficient_quota, AUTHENTICATION, false",
    "500, oops, SERVER_ERROR, true",
    "502, gate, SERVER_ERROR, true",
    "503, busy, OVERLOADED, true",
    "504, late, TIMEOUT, true",
    "529, busy, OVERLOADED, true",
  })
  void ofStatuses(int status, String body, FailureClass kind, boolean again) {
    assertThat(FaultClassifier.ofStatus(status, body)).isEqualTo(kind);
    assertThat(kind.isTransient()).isEqualTo(again);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "120, 120",
    "' 7 ', 7",
    "'Thu, 01 Jan 2026 00:01:00 GMT', 60",
    "'Wed, 31 Dec 2025 23:59:00 GMT', 0",
    "999999999, 2592000",
    "-1,",
    "1.5,",
    "soon,",
    "99999999999999,",
    "'',",
  })
  void ofTheHeaderRetryAfter(String value, Long seconds) {
    assertThat(RetryAfterHeader.parse(value, Instant.parse("2026-01-01T00:00:00Z")))
        .isEqualTo(Optional.ofNullable(seconds).map(Duration::ofSeconds));
  }
}
