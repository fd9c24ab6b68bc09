package dev.reprise.api.body;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;
import java.io.PushbackInputStream;

/**
 * Accepts a request that has neither a body nor a media type, which the framework would refuse.
 *
 * <p>The headers do not say whether there is a body: a chunked one can be empty, and a request
 * before HTTP/2 need not announce that it has none. So the filter reads the first byte.
 */
@Provider
@PreMatching
public class OptionalBodyFilter implements ContainerRequestFilter {

  @Override
  public void filter(ContainerRequestContext request) throws IOException {
    if (request.getHeaders().containsKey(HttpHeaders.CONTENT_TYPE)) {
      return;
    }
    var body = new PushbackInputStream(request.getEntityStream(), 1);
    int first = body.read();
    if (first < 0) {
      request.getHeaders().putSingle(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_JSON);
    } else {
      body.unread(first);
    }
    request.setEntityStream(body);
  }
}
