package dev.reprise.api.body;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;
import java.io.PushbackInputStream;
import java.util.Set;

/**
 * Accepts a request that has neither a body nor a media type, which the framework would refuse.
 *
 * <p>The headers do not say whether there is a body: a chunked one can be empty, and a request
 * before HTTP/2 need not announce that it has none. So the filter reads the first byte.
 */
@Provider
@PreMatching
@ApplicationScoped
public class OptionalBodyFilter implements ContainerRequestFilter {

  private static final Set<String> READING =
      Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);

  @Inject RequestBody body;

  @Override
  public void filter(ContainerRequestContext request) throws IOException {
    if (request.getHeaders().containsKey(HttpHeaders.CONTENT_TYPE)) {
      return;
    }
    if (READING.contains(request.getMethod())) {
      takeForEmpty(request); // whatever its body is, it is not read
      return;
    }
    var entity = new PushbackInputStream(request.getEntityStream(), 1);
    int first = body.firstByte(entity);
    if (first < 0) {
      takeForEmpty(request);
    } else {
      entity.unread(first);
    }
    request.setEntityStream(entity);
  }

  private static void takeForEmpty(ContainerRequestContext request) {
    request.getHeaders().putSingle(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_JSON);
  }
}
