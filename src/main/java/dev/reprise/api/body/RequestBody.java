package dev.reprise.api.body;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.identity.Caller;
import dev.reprise.platform.MonotonicClock;
import dev.reprise.platform.SharedPermits;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.servlet.ServletContext;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The body of the request. All of it is received, within a time and without a share of the memory,
 * before anything is done with it: a client that sends slowly keeps only a permit to send. Tested
 * by {@code BodiesIT}.
 */
@RequestScoped
public class RequestBody {

  private final BodyPermits permits;
  private final Caller caller;
  private final MonotonicClock clock;
  private final Path directory;

  private Optional<SharedPermits.Permit> permit = Optional.empty();
  private Reading<ReceivedBody> arriving =
      () -> ReceivedBody.of(InputStream.nullInputStream(), Path.of(""));
  private Optional<ReceivedBody> received = Optional.empty();

  @Inject
  RequestBody(BodyPermits permits, Caller caller, MonotonicClock clock, ServletContext context) {
    this.permits = permits;
    this.caller = caller;
    this.clock = clock;
    this.directory = ((File) context.getAttribute(ServletContext.TEMPDIR)).toPath();
  }

  /**
   * Takes a permit for a file.
   *
   * @throws ProblemException if none is free
   */
  void takeFilePermit() {
    permit = Optional.of(permits.file(owner()));
  }

  /**
   * Returns the first byte that arrives, or -1 if the body is empty.
   *
   * @throws ProblemException if it does not arrive in time, or no permit is free
   */
  int firstByte(InputStream arriving) {
    return whileArriving(() -> new BodyDeadline(arriving, clock).read());
  }

  /**
   * Returns a stream that receives all of the body when it is first read.
   *
   * @param limit in bytes
   */
  InputStream of(InputStream entity, int limit) {
    arriving =
        () -> ReceivedBody.of(new BoundedBody(new BodyDeadline(entity, clock), limit), directory);
    return new InputStream() {

      private Optional<InputStream> body = Optional.empty();

      private InputStream body() {
        if (body.isEmpty()) {
          body = Optional.of(from(0));
        }
        return body.get();
      }

      @Override
      public int read() throws IOException {
        return body().read();
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        return body().read(bytes, offset, length);
      }
    };
  }

  /**
   * Returns the body from a byte on, 0 for all of it; receives it if nothing has read it yet.
   *
   * @throws ProblemException if it does not arrive in time, is too large, or no permit is free
   */
  public InputStream from(long offset) {
    if (received.isEmpty()) {
      receive();
    }
    return received.orElseThrow().from(offset);
  }

  private void receive() {
    ReceivedBody body = whileArriving(arriving);
    received = Optional.of(body);
    if (!body.isInMemory() && permit.isEmpty()) {
      permit = Optional.of(permits.large(owner()));
    }
  }

  /** Reads what may arrive slowly. */
  private interface Reading<T> {
    T read() throws IOException;
  }

  private <T> T whileArriving(Reading<T> reading) {
    SharedPermits.Permit arriving = permits.arriving(owner());
    try {
      return reading.read();
    } catch (IOException e) {
      throw new ProblemException(
          ProblemType.BAD_REQUEST,
          "The connection ended before the body did; nothing was changed.");
    } finally {
      arriving.close();
    }
  }

  private SharedPermits.Owner owner() {
    return new SharedPermits.Owner(caller.tenant(), caller.name());
  }

  @PreDestroy
  void release() {
    permit.ifPresent(SharedPermits.Permit::close);
    received.ifPresent(ReceivedBody::close);
  }
}
