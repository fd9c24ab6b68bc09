package dev.reprise.platform;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The chain of a throwable's causes. It has at most {@value #MAX_DEPTH} links and no circle. */
public final class Causes {

  /** A deeper chain tells no more; the limit also bounds what a caller does for each link. */
  private static final int MAX_DEPTH = 50;

  private Causes() {}

  /** Returns the throwable and its causes, outermost first. */
  public static Stream<Throwable> of(Throwable fault) {
    return chain(fault).stream();
  }

  /** Returns the outermost link of a type. */
  public static <T extends Throwable> Optional<T> first(Throwable fault, Class<T> type) {
    return of(fault).filter(type::isInstance).findFirst().map(type::cast);
  }

  public static boolean contains(Throwable fault, Class<? extends Throwable> type) {
    return first(fault, type).isPresent();
  }

  /** Returns the innermost link, which is the throwable itself if it has no cause. */
  public static Throwable root(Throwable fault) {
    return chain(fault).getLast();
  }

  private static List<Throwable> chain(Throwable fault) {
    List<Throwable> chain = new ArrayList<>();
    @Nullable Throwable next = fault;
    while (next != null && chain.size() < MAX_DEPTH && !isIn(chain, next)) {
      chain.add(next);
      next = next.getCause();
    }
    return chain;
  }

  private static boolean isIn(List<Throwable> chain, Throwable next) {
    return chain.stream().anyMatch(link -> link == next);
  }
}
