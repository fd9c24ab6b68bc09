package dev.reprise.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Places are bounded as a whole and for each owner, and each is given back once. */
class PlacesTest {

  private final Places places = new Places(3, 2);

  @Test
  void oneOwnerHasNoMoreThanTheShare() {
    take("a");
    take("a");

    assertThat(places.take("a")).isEmpty();
    assertThat(places.take("b")).isPresent();
  }

  @Test
  void togetherTheyHaveNoMoreThanThereAre() {
    take("a");
    take("b");
    take("c");

    assertThat(places.take("d")).isEmpty();
  }

  @Test
  void aPlaceIsFreeAgainOnceItIsClosed() {
    Places.Place first = take("a");
    take("a");

    first.close();
    first.close();

    assertThat(places.take("a")).isPresent();
    assertThat(places.take("a")).isEmpty();
  }

  @Test
  void namesTheSettingThatCannotWork() {
    assertThatThrownBy(() -> new BodyPlaces(1)).hasMessageContaining("reprise.bodies.max-large");
  }

  @Test
  void aTenantLeavesHalfToTheOthers() {
    var bodies = new BodyPlaces(4);
    bodies.large("acme");
    bodies.large("acme");

    assertThatThrownBy(() -> bodies.large("acme"))
        .isInstanceOfSatisfying(
            Refusal.class,
            refusal -> assertThat(refusal.type()).isEqualTo(ProblemType.TOO_MANY_BODIES));
    assertThat(bodies.large("beta")).isNotNull();
  }

  private Places.Place take(String owner) {
    Optional<Places.Place> place = places.take(owner);
    assertThat(place).isPresent();
    return place.get();
  }
}
