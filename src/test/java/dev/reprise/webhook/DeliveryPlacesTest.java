package dev.reprise.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.webhook.ClaimedDelivery.Receiver;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** One tenant's webhooks leave places for those of others. */
class DeliveryPlacesTest {

  private final DeliveryPlaces places = new DeliveryPlaces(16, 4);

  @Test
  void aWebhookHasItsShare() {
    Receiver one = receiver("acme", 1);

    assertThat(places.take(one)).isEqualTo(4);
    assertThat(places.take(one)).isZero();
    places.free(one, 1);
    assertThat(places.take(one)).isEqualTo(1);
  }

  @Test
  void aTenantHasAtMostHalfOfWhatTheOthersLeave() {
    assertThat(takeAll("acme")).isEqualTo(8);
    assertThat(takeAll("beta")).isEqualTo(4);
    assertThat(takeAll("gamma")).isEqualTo(2);
    assertThat(takeAll("delta")).isEqualTo(1);
    assertThat(places.isFull()).isFalse();
    assertThat(takeAll("epsilon")).isEqualTo(1);
    assertThat(places.isFull()).isTrue();
    assertThat(takeAll("zeta")).isZero();
  }

  @Test
  void theOnlyPlaceIsForOneTenantAfterAnother() {
    var only = new DeliveryPlaces(1, 1);
    Receiver acme = receiver("acme", 1);
    Receiver beta = receiver("beta", 2);
    List<String> order = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Receiver next = only.inTurn(List.of(acme, beta)).getFirst();
      order.add(next.tenant());
      assertThat(only.take(next)).isEqualTo(1);
      only.free(next, 1);
    }

    assertThat(order).containsExactly("acme", "beta", "acme", "beta");
  }

  @Test
  void theTenantWithTheFewestOpenRequestsIsFirst() {
    Receiver acme = receiver("acme", 1);
    Receiver other = receiver("acme", 3);
    Receiver beta = receiver("beta", 2);
    places.take(beta);
    places.free(beta, 3);
    places.take(acme);

    assertThat(places.inTurn(List.of(acme, other, beta))).containsExactly(beta, other, acme);
  }

  private int takeAll(String tenant) {
    return IntStream.range(0, 20).map(i -> places.take(receiver(tenant, i))).sum();
  }

  private static Receiver receiver(String tenant, int number) {
    return new Receiver(
        new UUID(tenant.hashCode(), number), tenant, "https://example.org/", List.of());
  }
}
