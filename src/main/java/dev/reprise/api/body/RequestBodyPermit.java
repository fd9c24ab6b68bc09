package dev.reprise.api.body;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.identity.Caller;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import java.util.Optional;

/** The permit of one request's body. It is held to the end of the request, as the body is. */
@RequestScoped
public class RequestBodyPermit {

  private final BodyPermits permits;
  private final Caller caller;

  @Inject
  RequestBodyPermit(BodyPermits permits, Caller caller) {
    this.permits = permits;
    this.caller = caller;
  }

  private Optional<SharedPermits.Permit> permit = Optional.empty();

  /**
   * Takes a permit for a large body, unless the request has one.
   *
   * @throws ProblemException if none is free
   */
  public void takeLarge() {
    if (permit.isEmpty()) {
      permit = Optional.of(permits.large(caller.tenant()));
    }
  }

  /**
   * Takes a permit for a record file.
   *
   * @throws ProblemException if none is free
   */
  public void takeRecordFile() {
    permit = Optional.of(permits.recordFile(caller.tenant()));
  }

  @PreDestroy
  void giveBack() {
    permit.ifPresent(SharedPermits.Permit::close);
  }
}
