package dev.reprise.api.body;

import dev.reprise.api.http.ApiJson;
import jakarta.annotation.Priority;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.Provider;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Tags what a GET answers by its content, unless the resource has a tag of its own, and sends
 * nothing to a client that has it already ({@code If-None-Match}). The answer is computed all the
 * same: a client that asks often saves the transfer and not the work.
 */
@Provider
@Priority(Priorities.HEADER_DECORATOR)
public class AnswerTagFilter implements ContainerResponseFilter {

  private static final int TAG_BYTES = 16;

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    if (!isTaggable(request, response)) {
      return;
    }
    byte[] body = ApiJson.bytes(response.getEntity());
    var tag = new EntityTag(digest(body), true);
    response.getHeaders().putSingle(HttpHeaders.ETAG, tag);
    String known = request.getHeaderString(HttpHeaders.IF_NONE_MATCH);
    if (known != null && known.contains(tag.getValue())) {
      response.setStatusInfo(Response.Status.NOT_MODIFIED);
      response.setEntity(null);
    } else {
      response.setEntity(body, response.getEntityAnnotations(), response.getMediaType());
    }
  }

  /** Records of the API are JSON; files and schemas are texts and streams. */
  private static boolean isTaggable(
      ContainerRequestContext request, ContainerResponseContext response) {
    return request.getMethod().equals(HttpMethod.GET)
        && response.getStatus() == Response.Status.OK.getStatusCode()
        && response.getEntity() instanceof Record
        && MediaType.APPLICATION_JSON_TYPE.isCompatible(response.getMediaType())
        && response.getEntityTag() == null;
  }

  private static String digest(byte[] body) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(body);
      return HexFormat.of().formatHex(Arrays.copyOf(hash, TAG_BYTES));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
