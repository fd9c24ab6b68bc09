package dev.reprise.model;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A model provider of one test on the loopback. It gives the test's responses in order, and can
 * break them off in all the ways in which a connection breaks.
 */
public final class StubProvider implements AutoCloseable {

  private final ServerSocket listening;
  private final BlockingQueue<StubAnswer> answers = new LinkedBlockingQueue<>();
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final AtomicInteger abandoned = new AtomicInteger();
  private volatile Function<Request, StubAnswer> otherwise =
      request -> StubAnswer.json(500, "{\"error\":\"the test has no answer to this\"}");

  /** A request as it arrived, with header names in lower case. */
  public record Request(String method, String path, Map<String, String> headers, String body) {
    public Request {
      headers = Map.copyOf(headers);
    }
  }

  private StubProvider() throws IOException {
    listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  /** Starts a provider on a free port. */
  public static StubProvider start() {
    try {
      return new StubProvider();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns its address with this path. */
  public URI url(String path) {
    return URI.create("http://127.0.0.1:%d%s".formatted(listening.getLocalPort(), path));
  }

  /** Adds responses to the next requests. */
  public StubProvider then(StubAnswer... next) {
    answers.addAll(List.of(next));
    return this;
  }

  /** Sets what responds to requests for which no response was added; it may take its time. */
  public StubProvider otherwise(Supplier<StubAnswer> response) {
    return answering(request -> response.get());
  }

  /** Sets what responds to requests for which no response was added. */
  public StubProvider answering(Function<Request, StubAnswer> response) {
    otherwise = response;
    return this;
  }

  /** Returns the requests, oldest first. */
  public List<Request> requests() {
    return List.copyOf(requests);
  }

  /** Returns the number of connections that clients closed in the middle of a response. */
  public int abandoned() {
    return abandoned.get();
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket connection = listening.accept();
        Thread.ofVirtual().start(() -> serve(connection));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      var in = new BufferedInputStream(connection.getInputStream());
      for (var request = read(in); request != null; request = read(in)) {
        requests.add(request);
        StubAnswer answer = answers.poll();
        if (!give(answer == null ? otherwise.apply(request) : answer, connection, in)) {
          return;
        }
      }
    } catch (IOException e) {
      abandoned.incrementAndGet();
    }
  }

  private static @Nullable Request read(InputStream in) throws IOException {
    String first = line(in);
    if (first.isEmpty()) {
      return null;
    }
    Map<String, String> headers = new TreeMap<>();
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    var body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
    return new Request(
        first.substring(0, first.indexOf(' ')),
        first.substring(first.indexOf(' ') + 1, first.lastIndexOf(' ')),
        headers,
        body);
  }

  private static String line(InputStream in) throws IOException {
    var line = new ByteArrayOutputStream();
    for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
      if (next != '\r') {
        line.write(next);
      }
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  /** Returns whether the connection stays open. */
  private boolean give(StubAnswer answer, Socket connection, InputStream in) throws IOException {
    OutputStream out = connection.getOutputStream();
    if (answer.ending() != StubAnswer.Ending.SILENT) {
      out.write(head(answer).getBytes(StandardCharsets.UTF_8));
      for (String piece : answer.pieces()) {
        byte[] bytes = piece.getBytes(StandardCharsets.UTF_8);
        out.write((Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.UTF_8));
        out.write(bytes);
        out.write("\r\n".getBytes(StandardCharsets.UTF_8));
        out.flush();
      }
    }
    switch (answer.ending()) {
      case COMPLETE -> {
        out.write("0\r\n\r\n".getBytes(StandardCharsets.UTF_8));
        out.flush();
        return true;
      }
      case CUT -> {}
      case RESET -> connection.setSoLinger(true, 0);
      case STALL, SILENT -> awaitAbandoned(in);
    }
    return false;
  }

  private void awaitAbandoned(InputStream in) throws IOException {
    if (in.read() < 0) {
      abandoned.incrementAndGet();
    }
  }

  private static String head(StubAnswer answer) {
    var head = new StringBuilder("HTTP/1.1 %d Whatever\r\n".formatted(answer.status()));
    head.append("Transfer-Encoding: chunked\r\n");
    answer.headers().forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    return head.append("\r\n").toString();
  }

  @Override
  public void close() {
    try {
      listening.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
