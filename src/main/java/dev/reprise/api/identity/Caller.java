package dev.reprise.api.identity;

import dev.reprise.agent.Role;
import dev.reprise.agent.message.Explained;
import dev.reprise.agent.message.Explanation.Code;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.http.TraceId;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.run.approval.Person;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Who makes the current request. */
@RequestScoped
public class Caller {

  /** How names begin that are those of keys, of schedules, and of users of the registry. */
  private static final List<String> RESERVED =
      List.of(
          Person.API_KEY,
          dev.reprise.run.approval.Submitter.nameOfSchedule(""),
          RegistryNames.PREFIX);

  private final HttpServletRequest request;

  @Inject
  Caller(HttpServletRequest request) {
    this.request = request;
  }

  private Identity identity() {
    if (request.getAttribute(Identity.ATTRIBUTE) instanceof Identity identity) {
      return identity;
    }
    throw new IllegalStateException("the request was not authenticated");
  }

  /** Returns the name of the user or API key. */
  public String name() {
    return identity().name();
  }

  /**
   * Checks the name of a user whom the container knows.
   *
   * @throws ProblemException if it is too long or not printable, or one that people must not have
   */
  static String checked(String name) {
    if (!Login.isName(name)) {
      throw new ProblemException(
          ProblemType.FORBIDDEN,
          "A user's name must have at most %d characters, all of them printable."
              .formatted(Login.MAX_NAME));
    }
    String folded = name.strip().toLowerCase(Locale.ROOT);
    if (folded.equals(HumanInputEvent.TEST_PROFILE)
        || RESERVED.stream().anyMatch(folded::startsWith)) {
      throw new ProblemException(
          ProblemType.FORBIDDEN,
          "A user must not be named '%s' or '%s…': these names stand for others in records."
              .formatted(HumanInputEvent.TEST_PROFILE, String.join("…', '", RESERVED)));
    }
    return name;
  }

  /** Returns the caller's roles. */
  public Set<Role> roles() {
    return identity().roles();
  }

  /** Returns the highest role, with which the caller's runs are recorded. */
  public Optional<Role> role() {
    return Role.highest(identity().roles());
  }

  /** Returns the caller as the submitter of a run. */
  public Submitter submitter() {
    return new Submitter(tenant(), name(), role(), TraceId.parent(request), List.of());
  }

  /** Returns the tenant whose data the caller sees. */
  public String tenant() {
    return identity().tenant();
  }

  /** Returns the API key with which the caller has logged in; empty for a user. */
  public Optional<UUID> key() {
    return identity().key();
  }

  /** Returns whether the caller has logged in with an API key. */
  public boolean isApiKey() {
    return identity().key().isPresent();
  }

  /** Returns what no other caller has: the name, and of an API key also its id. */
  public String login() {
    return identity().key().map(key -> "%s %s".formatted(name(), key)).orElse(name());
  }

  /**
   * Checks that the caller may direct what a user has submitted: operators direct everything of
   * their tenant, submitters what they have submitted themselves.
   *
   * @param what names it at the beginning of a sentence
   * @throws ProblemException if the caller may not
   */
  public void checkDirects(String what, String submittedBy) {
    if (!identity().has(Role.OPERATOR) && !submittedBy.equals(name())) {
      throw new ProblemException(
          ProblemType.FORBIDDEN,
          new Explained(
              "%s was submitted by '%s'; only this user and operators may direct it."
                  .formatted(what, submittedBy),
              Code.OF_ANOTHER_SUBMITTER.with("by", submittedBy)));
    }
  }
}
