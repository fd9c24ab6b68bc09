package dev.reprise.operations.killswitch;

import dev.reprise.operations.killswitch.KillSwitch.Kind;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The switches that are set, by tenant and by what they stop. A look-up takes the same time however
 * many there are.
 */
record SwitchIndex(Map<Key, KillSwitch> switches) {

  static final SwitchIndex NONE = new SwitchIndex(Map.of());

  private static final Comparator<KillSwitch> OLDEST_FIRST =
      Comparator.comparing(KillSwitch::at).thenComparing(KillSwitch::id);

  /** For whom, and what. */
  private record Key(String tenant, What what) {}

  /**
   * What is stopped.
   *
   * @param name of the tool or agent; empty for other kinds
   */
  record What(Kind kind, String name) {}

  /**
   * Indexes switches; of those that stop the same, the first counts.
   *
   * @param set the oldest first
   */
  static SwitchIndex of(List<KillSwitch> set) {
    Map<Key, KillSwitch> all = new HashMap<>();
    set.forEach(it -> all.putIfAbsent(new Key(it.tenant(), new What(it.kind(), it.name())), it));
    return new SwitchIndex(Map.copyOf(all));
  }

  /** Returns the oldest switch that stops one of these for a tenant. */
  Optional<KillSwitch> first(String tenant, Stream<What> whats) {
    return switches.isEmpty() // as nearly always, before each call of a model or tool
        ? Optional.empty()
        : whats
            .flatMap(what -> Stream.of(new Key(tenant, what), new Key(KillSwitch.ALL, what)))
            .flatMap(key -> Optional.ofNullable(switches.get(key)).stream())
            .min(OLDEST_FIRST);
  }
}
