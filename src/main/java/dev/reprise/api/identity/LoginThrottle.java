package dev.reprise.api.identity;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Slows down who guesses passwords. Failed logins are counted for each address and for each user;
 * where too many of either have failed, further ones are not even looked at for a while.
 *
 * <p>A login that was right before is looked at always, so that people who work here already are
 * not kept out by guesses from the same address or at the same name. All this is in the memory of
 * one server, of the last {@value #MAX_ENTRIES} of each kind.
 */
@ApplicationScoped
class LoginThrottle {

  private static final System.Logger LOG = System.getLogger(LoginThrottle.class.getName());
  private static final int MAX_ENTRIES = 10_000;

  private LoginSettings settings;
  private LoginCache proven;
  private Clock clock;
  private final Map<String, LeakyBucket> buckets = new Recent<>();

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  LoginThrottle() {}

  @Inject
  LoginThrottle(LoginSettings settings, LoginCache proven, Clock clock) {
    this.settings = settings;
    this.proven = proven;
    this.clock = clock;
  }

  /** Entries that were used last. */
  static final class Recent<V> extends LinkedHashMap<String, V> {
    private static final long serialVersionUID = 1L;

    Recent() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
      return size() > MAX_ENTRIES;
    }
  }

  /** Returns how long a login has to wait until it is looked at; zero if it need not. */
  public Duration wait(Login login) {
    Duration wait = longest(login);
    return wait.isPositive() && proven.contains(login) ? Duration.ZERO : wait;
  }

  private synchronized Duration longest(Login login) {
    Instant now = clock.instant();
    Duration ofAddress = bucket(ofAddress(login)).wait(now, settings);
    Duration ofUser = bucket(ofUser(login)).wait(now, settings);
    return ofAddress.compareTo(ofUser) > 0 ? ofAddress : ofUser;
  }

  /**
   * Counts a login that was wrong, and says in the log whose and from where: the container's own
   * line does not have the address.
   */
  public void failed(Login login) {
    proven.remove(login);
    long ofAddress = count(ofAddress(login));
    long ofUser = count(ofUser(login));
    LOG.log(
        Level.WARNING,
        "login failed: %s; %d failed from there and %d of this user lately, the next is looked at in %s"
            .formatted(login, ofAddress, ofUser, longest(login)));
  }

  /** Remembers a login that was right. */
  public void succeeded(Login login) {
    proven.add(login);
  }

  private synchronized long count(String key) {
    LeakyBucket more = bucket(key).failed(clock.instant(), settings);
    buckets.put(key, more);
    return more.count();
  }

  private LeakyBucket bucket(String key) {
    return buckets.getOrDefault(key, LeakyBucket.NEW);
  }

  private static String ofUser(Login login) {
    return "user " + login.user().toLowerCase(Locale.ROOT); // many registries ignore case
  }

  private static String ofAddress(Login login) {
    return "address " + ClientAddress.network(login.address());
  }
}
