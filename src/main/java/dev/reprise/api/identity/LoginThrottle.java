package dev.reprise.api.identity;

import static java.util.stream.Collectors.joining;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Slows down the guessing of passwords. It counts the failed logins of each address and of each
 * user. If too many of either have failed, further logins are not checked for a while.
 *
 * <p>A login that was right before is always checked, so that guesses from the same address, or at
 * the same name, do not lock out people who are at work. Everything is in the memory of one server,
 * for the last {@value #MAX_ENTRIES} of each kind.
 */
@ApplicationScoped
class LoginThrottle {

  private static final System.Logger LOG = System.getLogger(LoginThrottle.class.getName());
  private static final int MAX_ENTRIES = 10_000;

  private final LoginSettings settings;
  private final LoginCache proven;
  private final Clock clock;
  private final Map<String, LeakyBucket> buckets = new Recent<>();

  @Inject
  LoginThrottle(LoginSettings settings, LoginCache proven, Clock clock) {
    this.settings = settings;
    this.proven = proven;
    this.clock = clock;
  }

  /** The entries that were used most recently. */
  static final class Recent<V> extends LinkedHashMap<String, V> {
    Recent() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
      return size() > MAX_ENTRIES;
    }
  }

  /** Returns how long a login must wait until it is checked; zero if it need not wait. */
  public Duration wait(Login login) {
    Duration wait = longest(login);
    return wait.isPositive() && proven.contains(login) ? Duration.ZERO : wait;
  }

  private synchronized Duration longest(Login login) {
    Instant now = clock.instant();
    return keys(login)
        .map(key -> bucket(key).wait(now, settings))
        .max(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
  }

  /**
   * Counts a failed login and logs its user and address, because the container's own line lacks the
   * address.
   */
  public void failed(Login login) {
    proven.remove(login);
    String lately =
        keys(login).map(key -> "%d of %s".formatted(count(key), key)).collect(joining(" and "));
    LOG.log(
        Level.WARNING,
        "login failed: %s; lately failed %s; the next is checked in %s"
            .formatted(login, lately, longest(login)));
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

  /**
   * Returns what a login counts for. A token that names no user counts for its address alone. Case
   * does not matter, because many registries ignore it.
   */
  private static Stream<String> keys(Login login) {
    String address = "address " + ClientAddress.network(login.address());
    return login.user().isEmpty()
        ? Stream.of(address)
        : Stream.of(address, "user " + login.printableUser().toLowerCase(Locale.ROOT));
  }
}
