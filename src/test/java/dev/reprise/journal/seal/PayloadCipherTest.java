package dev.reprise.journal.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.journal.BrokenRecordException;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A payload encrypted for one tenant cannot be read for another. */
class PayloadCipherTest {

  private static final UUID RUN = new UUID(0, 1);

  private final PayloadCipher cipher =
      new PayloadCipher(
          KeySource.of(KeyRing.parse("k1=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE=")));

  @Test
  void readsAPayloadInItsPlace() {
    String hidden = cipher.encrypt("k1", of("acme"), "a canary");

    assertThat(cipher.decrypt("k1", of("acme"), hidden)).isEqualTo("a canary");
  }

  @Test
  void refusesAPayloadOfAnotherTenant() {
    String hidden = cipher.encrypt("k1", of("acme"), "a canary");

    assertThatThrownBy(() -> cipher.decrypt("k1", of("globex"), hidden))
        .isInstanceOf(BrokenRecordException.class);
  }

  @Test
  void refusesAPayloadWhoseFormIsTakenOff() {
    String hidden = cipher.encrypt("k1", of("acme"), "a canary");

    assertThatThrownBy(() -> cipher.decrypt("k1", of("globex"), hidden.substring(2)))
        .isInstanceOf(BrokenRecordException.class);
  }

  @Test
  void readsPayloadsFromBeforeTenantsWereBound() {
    String hidden =
        cipher.encrypt("k1", new PayloadCipher.Place(Optional.empty(), RUN, 3, "x"), "a canary");

    assertThat(hidden).matches("[A-Za-z0-9+/=]+");
    assertThat(cipher.decrypt("k1", of("acme"), hidden)).isEqualTo("a canary");
  }

  /** A payload as the first version of this product with encryption wrote it. */
  @Test
  void readsAPayloadOfAnEarlierVersion() {
    assertThat(cipher.decrypt("k1", of("acme"), "AAECAwQFBgcICQoLeiSdA2BsK/O4S3OiPTDj8mF6VLD49FG4"))
        .isEqualTo("a canary");
  }

  private static PayloadCipher.Place of(String tenant) {
    return new PayloadCipher.Place(Optional.of(tenant), RUN, 3, "x");
  }
}
