package dev.reprise.api.idempotency;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.reprise.api.body.RequestBody;
import dev.reprise.api.http.ApiJson;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.http.SecretResponse;
import dev.reprise.api.identity.Caller;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Carries out a POST with an {@code Idempotency-Key} once
 * (draft-ietf-httpapi-idempotency-key-header, revision 07): a repetition gets the response of the
 * first within 24 hours. A request that is refused has changed nothing and leaves its key free, so
 * a corrected one may have it.
 *
 * <p>It comes after the check of roles and after the limit of the body. Tested by {@code
 * IdempotencyIT}.
 */
@Provider
@Priority(Priorities.USER)
@ApplicationScoped
public class IdempotencyFilter implements ContainerRequestFilter, ContainerResponseFilter {

  /** The name of the header. */
  public static final String HEADER = "Idempotency-Key";

  private static final System.Logger LOG = System.getLogger(IdempotencyFilter.class.getName());

  /** Of a response that an earlier request had. */
  private static final String REPLAYED = "Idempotency-Replayed";

  private static final String CLAIM = IdempotencyFilter.class.getName();
  private static final Pattern KEY = Pattern.compile("[\\x21-\\x7e]{1,200}");
  private static final int REFUSED = 400;
  private static final int FAILED = 500;

  @Inject IdempotencyKeys keys;
  @Inject CreationId creation;
  @Inject Caller caller;
  @Inject RequestBody body;

  private record Claimed(KeyedRequest request, UUID created) {}

  @Override
  public void filter(ContainerRequestContext request) throws IOException {
    String header = request.getHeaderString(HEADER);
    if (header == null || !request.getMethod().equals(HttpMethod.POST)) {
      return;
    }
    KeyedRequest keyed = keyed(request, key(header));
    switch (keys.claim(keyed)) {
      case KeyClaim.First first -> {
        creation.fix(first);
        request.setProperty(CLAIM, new Claimed(keyed, first.created()));
      }
      case KeyClaim.Done(StoredResponse response) -> request.abortWith(replay(response));
      case KeyClaim.InFlight ignored ->
          throw new ProblemException(
              ProblemType.REQUEST_IN_FLIGHT,
              "A request with this %s is being carried out; repeat it in a moment."
                  .formatted(HEADER));
      case KeyClaim.Mismatch ignored ->
          throw new ProblemException(
              ProblemType.IDEMPOTENCY_KEY_REUSED,
              "This %s belongs to another request: each request must have a key of its own, and a repetition must be equal to the first and by the same caller."
                  .formatted(HEADER));
    }
  }

  /** Reads a key, with or without the quotation marks of a structured field. */
  private static String key(String header) {
    boolean isQuoted = header.length() > 1 && header.startsWith("\"") && header.endsWith("\"");
    String key = isQuoted ? header.substring(1, header.length() - 1) : header;
    if (!KEY.matcher(key).matches()) {
      throw ProblemException.parameter(HEADER, "must have 1 to 200 visible ASCII characters");
    }
    return key;
  }

  private KeyedRequest keyed(ContainerRequestContext request, String key) throws IOException {
    String digest = KeyedRequest.digest(request.getEntityStream());
    request.setEntityStream(body.from(0));
    var address = request.getUriInfo().getRequestUri();
    return KeyedRequest.of(
        caller.tenant(),
        caller.login(),
        key,
        address.getRawPath(),
        Optional.ofNullable(address.getRawQuery()).orElse(""),
        digest);
  }

  private static Response replay(StoredResponse stored) {
    var response = Response.status(stored.status()).header(REPLAYED, true);
    stored.location().ifPresent(it -> response.header(HttpHeaders.LOCATION, it));
    if (!stored.body().isEmpty()) {
      response.type(MediaType.APPLICATION_JSON_TYPE).entity(stored.body().getBytes(UTF_8));
    }
    return response.build();
  }

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    if (request.getProperty(CLAIM) instanceof Claimed claimed) {
      try {
        settle(claimed, response);
      } catch (RuntimeException e) {
        LOG.log(
            Level.WARNING,
            "request for %s: its response could not be stored under its key; repetitions to another server are told to wait for up to %s; then, and on this server at once, they find what was created"
                .formatted(request.getUriInfo().getRequestUri().getPath(), IdempotencyKeys.LONGEST),
            e);
      }
    }
  }

  private void settle(Claimed claimed, ContainerResponseContext response) {
    if (response.getStatus() >= FAILED) {
      keys.leave(claimed.request());
    } else if (response.getStatus() >= REFUSED) {
      keys.forget(claimed.request());
    } else {
      keys.complete(claimed.request(), claimed.created(), stored(response));
    }
  }

  private static StoredResponse stored(ContainerResponseContext response) {
    return new StoredResponse(
        response.getStatus(),
        Optional.ofNullable(response.getHeaderString(HttpHeaders.LOCATION)),
        response.hasEntity() ? body(response) : "");
  }

  /**
   * Returns the body to store; what is sent is written here as well, so that both are equal, but
   * for a secret, which is only sent.
   */
  private static String body(ContainerResponseContext response) {
    Object entity = response.getEntity();
    byte[] sent = ApiJson.bytes(entity);
    response.setEntity(sent, response.getEntityAnnotations(), MediaType.APPLICATION_JSON_TYPE);
    Object storable = SecretResponse.storable(entity);
    return new String(storable.equals(entity) ? sent : ApiJson.bytes(storable), UTF_8);
  }
}
