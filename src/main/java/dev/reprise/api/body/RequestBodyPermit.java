package dev.reprise.api.body;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.identity.Caller;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import java.util.Optional;

/**
 * The place of one request's body: kept to the request's end, as is what was read from the body.
 */
@RequestScoped
public class RequestBodyPermit {

  @Inject BodyPermits places;
  @Inject Caller caller;

  private Optional<SharedPermits.Permit> place = Optional.empty();

  /**
   * Takes a place for a large body, unless the request has one.
   *
   * @throws ProblemException if there is none
   */
  public void takeLarge() {
    if (place.isEmpty()) {
      place = Optional.of(places.large(caller.tenant()));
    }
  }

  /**
   * Takes a place for a record file.
   *
   * @throws ProblemException if there is none
   */
  public void takeRecordFile() {
    place = Optional.of(places.recordFile(caller.tenant()));
  }

  @PreDestroy
  void giveBack() {
    place.ifPresent(SharedPermits.Permit::close);
  }
}
