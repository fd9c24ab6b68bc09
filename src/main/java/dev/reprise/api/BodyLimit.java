package dev.reprise.api;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.ext.Provider;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Refuses bodies over 1 MiB, and record files over 64 MiB: by their announced length, or as soon as
 * so much has been read.
 */
@Provider
@PreMatching
public class BodyLimit implements ContainerRequestFilter {

  static final int MAX_BYTES = 1024 * 1024;
  static final int MAX_RECORD_FILE_BYTES = 64 * 1024 * 1024;

  @Context HttpServletRequest exchange;

  @Override
  public void filter(ContainerRequestContext request) {
    // not the header: the framework's copy of it can hold the length twice
    int limit =
        request.getUriInfo().getPath().endsWith(ImportsResource.PATH)
            ? MAX_RECORD_FILE_BYTES
            : MAX_BYTES;
    if (exchange.getContentLengthLong() > limit) {
      throw tooLarge(limit);
    }
    request.setEntityStream(new Bounded(request.getEntityStream(), limit));
  }

  private static Refusal tooLarge(int limit) {
    return new Refusal(
        ProblemType.BODY_TOO_LARGE, "A body has at most %d bytes here.".formatted(limit));
  }

  /** Lets so many bytes through and no more. */
  private static final class Bounded extends FilterInputStream {

    private final int limit;
    private long left;

    Bounded(InputStream body, int limit) {
      super(body);
      this.limit = limit;
      this.left = limit;
    }

    @Override
    public int read() throws IOException {
      int read = super.read();
      if (read >= 0) {
        count(1);
      }
      return read;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = super.read(bytes, offset, length);
      count(read);
      return read;
    }

    private void count(int read) {
      left -= Math.max(0, read);
      if (left < 0) {
        throw tooLarge(limit);
      }
    }
  }
}
