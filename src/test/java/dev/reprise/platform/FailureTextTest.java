package dev.reprise.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.charset.MalformedInputException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The words of a failure have no names of classes, and say what its class says. */
class FailureTextTest {

  private static Stream<Arguments> failures() {
    return Stream.of(
        Arguments.of(new ConnectException(), "connection refused"),
        Arguments.of(
            new ExecutionException(new UnknownHostException("db.example")),
            "there is no host 'db.example'"),
        Arguments.of(
            new CompletionException(new UncheckedIOException(new NoSuchFileException("a.txt"))),
            "there is no file a.txt"),
        Arguments.of(
            new IllegalStateException(
                "not sent: java.net.ConnectException", new ConnectException()),
            "not sent: connection refused"),
        Arguments.of(new IOException(null, new ConnectException("refused")), "refused"),
        Arguments.of(
            new SSLHandshakeException("(certificate_unknown) PKIX path building failed"),
            "TLS failed: the certificate is not signed by an authority that this machine trusts"),
        Arguments.of(new FileAlreadyExistsException("a.txt"), "there is already a file a.txt"),
        Arguments.of(new DirectoryNotEmptyException("d"), "directory d is not empty"),
        Arguments.of(new NotDirectoryException("a.txt"), "a.txt is not a directory"),
        Arguments.of(
            new FileSystemException("a.txt", null, "No space left on device"),
            "a.txt: No space left on device"),
        Arguments.of(new MalformedInputException(1), "the text is not in the expected encoding"),
        Arguments.of(new TimeoutException(), "no answer in time"),
        Arguments.of(new IllegalStateException("told before"), "told before"),
        Arguments.of(new IllegalStateException(), "no reason is given"),
        Arguments.of(new StackOverflowError(), "its calls are nested too deep"),
        Arguments.of(
            new NullPointerException("Cannot invoke \"java.lang.String.strip()\""), DEFECT),
        Arguments.of(
            new ClassCastException(
                "class java.lang.String cannot be cast to class java.lang.Integer"),
            DEFECT),
        Arguments.of(new NoClassDefFoundError("org/example/Gone"), DEFECT));
  }

  private static final String DEFECT = "its code has a defect, or does not fit what it met";

  @ParameterizedTest
  @MethodSource("failures")
  void sayWhatHappened(Throwable failure, String words) {
    assertThat(FailureText.of(failure)).isEqualTo(words);
  }
}
