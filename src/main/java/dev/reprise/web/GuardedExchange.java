package dev.reprise.web;

import dev.reprise.resilience.RetryAfterHeader;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.StringEntity;

/**
 * One request with its redirects, each of which passes the guard like the first URL. A POST follows
 * no redirect: its effect has happened, and at another URL it would have another effect. Tested by
 * {@code WebClientTest}.
 */
final class GuardedExchange {

  private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

  /** The request headers that a redirect to another server may pass on. */
  private static final Set<String> FOR_ANY_SERVER = Set.of("accept", "accept-language");

  private static final Set<String> KEPT_HEADERS =
      Set.of("content-type", "etag", "last-modified", "location");

  /** Both names of the only content encoding that is requested and decoded. It is decoded once. */
  private static final Set<String> GZIP = Set.of("gzip", "x-gzip");

  private static final Pattern TEXT =
      Pattern.compile(
          "text/.+|application/(?:.+\\+)?(?:json|xml)|application/(?:javascript|x-javascript"
              + "|ecmascript|x-ndjson|jsonl|yaml|x-yaml|toml|graphql|sql|rtf"
              + "|x-www-form-urlencoded)");

  private final SsrfGuard guard;
  private final PinnedConnector connections;
  private final Clock clock;
  private final int maxBytes;
  private final WebRequest request;
  private final SendState state;

  GuardedExchange(
      SsrfGuard guard,
      PinnedConnector connections,
      Reading reading,
      WebRequest request,
      SendState state) {
    this.guard = guard.narrowedTo(request.only());
    this.connections = connections;
    this.clock = reading.clock();
    this.maxBytes = reading.maxBytes();
    this.request = request;
    this.state = state;
  }

  /**
   * How responses are read.
   *
   * @param maxBytes the maximum length of a decoded body
   * @param clock the reference for {@code Retry-After}
   */
  record Reading(int maxBytes, Clock clock) {}

  WebResponse answer() throws RequestBlockedException, IOException {
    ResolvedTarget to = guard.check(request.url());
    Map<String, String> headers = request.headers();
    while (true) {
      HttpUriRequestBase sent = request(to.url(), headers);
      Optional<String> location;
      try {
        ClassicHttpResponse response = open(to, sent);
        location = redirection(response);
        if (location.isEmpty()) {
          return answer(to.url(), response);
        }
      } finally {
        sent.cancel();
      }
      ResolvedTarget next = guard.follow(to, location.get());
      headers = isSameServer(to.url(), next.url()) ? headers : forAnyServer(headers);
      to = next;
    }
  }

  private HttpUriRequestBase request(WebUrl url, Map<String, String> headers) {
    var sent = new HttpUriRequestBase(request.content().isPresent() ? "POST" : "GET", url.uri());
    headers.forEach(sent::setHeader);
    sent.setHeader("accept-encoding", "gzip");
    request
        .content()
        .map(
            content ->
                new StringEntity(
                    content.text(),
                    ContentType.parseLenient(content.type()).withCharset(StandardCharsets.UTF_8)))
        .ifPresent(sent::setEntity);
    return sent;
  }

  /** Tries the addresses in a row until a connection succeeds. */
  private ClassicHttpResponse open(ResolvedTarget to, HttpUriRequestBase sent) throws IOException {
    Iterator<InetAddress> addresses = to.addresses().iterator();
    while (true) {
      InetAddress address = addresses.next();
      try {
        return connections.open(to.url(), address, sent, state);
      } catch (ConnectException | NoRouteToHostException | SocketTimeoutException e) {
        if (state.isBegun() || !addresses.hasNext()) {
          throw e;
        }
      }
    }
  }

  private Optional<String> redirection(ClassicHttpResponse response) {
    return request.content().isEmpty() && REDIRECTS.contains(response.getCode())
        ? header(response, "location")
        : Optional.empty();
  }

  private static boolean isSameServer(WebUrl one, WebUrl other) {
    return one.scheme().equals(other.scheme())
        && one.host().equals(other.host())
        && one.port() == other.port();
  }

  private static Map<String, String> forAnyServer(Map<String, String> headers) {
    Map<String, String> rest = new HashMap<>(headers);
    rest.keySet().retainAll(FOR_ANY_SERVER);
    return rest;
  }

  private WebResponse answer(WebUrl url, ClassicHttpResponse response) {
    Map<String, String> kept = new HashMap<>();
    for (String name : KEPT_HEADERS) {
      header(response, name).ifPresent(value -> kept.put(name, value));
    }
    Optional<Duration> retryAfter =
        header(response, "retry-after").flatMap(it -> RetryAfterHeader.parse(it, clock.instant()));
    String reason = response.getReasonPhrase() == null ? "" : response.getReasonPhrase();
    return new WebResponse(
        url.uri(), response.getCode(), reason, kept, retryAfter, body(url, response));
  }

  private WebBody body(WebUrl url, ClassicHttpResponse response) {
    HttpEntity entity = response.getEntity();
    if (entity == null) {
      return new WebBody.Text("", "", url.uri());
    }
    ContentType declared =
        header(response, "content-type").map(ContentType::parseLenient).orElse(null);
    String type = declared == null ? "" : declared.getMimeType().toLowerCase(Locale.ROOT);
    if (!type.isEmpty() && !TEXT.matcher(type).matches()) {
      return notText(url, "is of type " + type);
    }
    String encodings = encodings(response);
    boolean isEncoded = GZIP.contains(encodings);
    if (!encodings.isEmpty() && !isEncoded) {
      return notText(url, "is encoded as " + WebUrl.shown(encodings));
    }
    try {
      byte[] bytes = isEncoded ? decoded(entity) : bytes(entity);
      if (bytes.length > maxBytes) {
        return new WebBody.Unread(
            "too_large", "'%s' has more than %,d bytes".formatted(url, maxBytes));
      }
      if (type.isEmpty() && contains(bytes, (byte) 0)) {
        return notText(url, "has no type and is not text");
      }
      var charset = Optional.ofNullable(declared).map(ContentType::getCharset);
      return new WebBody.Text(CharsetDetector.decode(bytes, charset), type, url.uri());
    } catch (IOException e) {
      return new WebBody.BrokenOff(WebErrorMapper.of(url.toString(), e));
    }
  }

  /** Returns the body, or one byte more than allowed if it is longer. */
  private byte[] bytes(HttpEntity entity) throws IOException {
    @SuppressWarnings("MustBeClosedChecker") // closing would read the rest of the body
    InputStream content = entity.getContent();
    return content == null ? new byte[0] : content.readNBytes(maxBytes + 1);
  }

  private byte[] decoded(HttpEntity entity) throws IOException {
    @SuppressWarnings("MustBeClosedChecker") // as above
    InputStream content = entity.getContent();
    return content == null ? new byte[0] : GzipMember.unpack(content, maxBytes + 1);
  }

  /** Returns the content encodings in the order in which they were applied; empty for none. */
  private static String encodings(ClassicHttpResponse response) {
    return Stream.of(response.getHeaders("content-encoding"))
        .flatMap(header -> Stream.of(header.getValue().split(",")))
        .map(encoding -> encoding.strip().toLowerCase(Locale.ROOT))
        .filter(encoding -> !encoding.isEmpty() && !encoding.equals("identity"))
        .collect(Collectors.joining(", "));
  }

  private static boolean contains(byte[] bytes, byte wanted) {
    for (byte it : bytes) {
      if (it == wanted) {
        return true;
      }
    }
    return false;
  }

  private static WebBody notText(WebUrl url, String what) {
    return new WebBody.Unread(
        "not_text", "'%s' %s; only text, HTML, JSON and XML are read".formatted(url, what));
  }

  private static Optional<String> header(ClassicHttpResponse response, String name) {
    Header header = response.getFirstHeader(name);
    return Optional.ofNullable(header).map(Header::getValue).filter(it -> !it.isBlank());
  }
}
