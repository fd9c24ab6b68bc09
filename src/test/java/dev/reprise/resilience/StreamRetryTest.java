package dev.reprise.resilience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.resilience.StreamRetry.Delivery;
import dev.reprise.resilience.StreamRetry.Item;
import dev.reprise.resilience.StreamRetry.Restart;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Streams that begin again. */
class StreamRetryTest {

  private final ManualTime time = new ManualTime();
  private final List<Retry.Notice> notices = new ArrayList<>();
  private final StreamRetry retry =
      new StreamRetry(
          Retry.with(RetryPolicy.TRANSPORT).onRetry(notices::add).in(time.surroundings()));
  private final List<Delivery<String>> delivered = new ArrayList<>();
  private int opened;

  /** Breaks off behind so many items as often as said, and says a, b, c else. */
  private StreamRetry.Source<String> breaking(int times, int behind) {
    return items -> {
      opened++;
      List<String> all = List.of("a", "b", "c");
      if (opened > times) {
        all.forEach(items);
        return;
      }
      all.subList(0, behind).forEach(items);
      throw new IOException("Connection reset");
    };
  }

  @Test
  void deliversEachItemOfASoundStreamOnce() throws Exception {
    retry.deliver(breaking(0, 0), delivered::add);

    assertThat(delivered)
        .containsExactly(new Item<>(1, "a"), new Item<>(2, "b"), new Item<>(3, "c"));
    assertThat(opened).isEqualTo(1);
  }

  @Test
  void beginsAgainWhereAStreamBreaksInTheMiddle() throws Exception {
    retry.deliver(breaking(1, 2), delivered::add);

    assertThat(delivered)
        .containsExactly(
            new Item<>(1, "a"),
            new Item<>(2, "b"),
            new Restart<>(2, new Fault(FailureClass.STREAM_RESET, "Connection reset")),
            new Item<>(1, "a"),
            new Item<>(2, "b"),
            new Item<>(3, "c"));
    assertThat(notices).hasSize(1);
  }

  @Test
  void letsAConsumerDropDuplicatesByTheirNumbers() throws Exception {
    var once = new TreeMap<Long, String>();
    Consumer<Delivery<String>> consumer =
        delivery -> {
          if (delivery instanceof Item<String>(long sequence, String value)) {
            once.putIfAbsent(sequence, value);
          }
        };

    retry.deliver(breaking(3, 2), consumer);

    assertThat(once.values()).containsExactly("a", "b", "c");
  }

  @Test
  void givesUpUnderTheSamePolicyAsACall() {
    assertThatThrownBy(() -> retry.deliver(breaking(9, 1), delivered::add))
        .isInstanceOf(IOException.class);

    assertThat(opened).isEqualTo(4);
    assertThat(time.waits()).hasSize(3);
    assertThat(delivered).filteredOn(Restart.class::isInstance).hasSize(3);
  }
}
